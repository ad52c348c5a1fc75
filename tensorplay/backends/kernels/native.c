/* The Python face of the kernels. Addresses come as integers: who calls has checked what they reach. */
#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030b0000
#include <Python.h>

#include <stdlib.h>
#include <string.h>

#include "kernels.h"

#define CAPSULE "tensorplay.backends.kernels.StridedCopy"

static void forget(PyObject *capsule)
{
    free(PyCapsule_GetPointer(capsule, CAPSULE));
}

/* The integers of a tuple of the given length. */
static int read_integers(PyObject *tuple, int count, int64_t *values)
{
    if (PyTuple_Size(tuple) != count) {
        if (!PyErr_Occurred())
            PyErr_SetString(PyExc_ValueError, "sizes and strides differ in length");
        return -1;
    }
    for (int place = 0; place < count; place++) {
        values[place] = PyLong_AsLongLong(PyTuple_GetItem(tuple, place));
        if (values[place] == -1 && PyErr_Occurred())
            return -1;
    }
    return 0;
}

PyDoc_STRVAR(prepare_text, "prepare(size, destination_strides, source_strides, itemsize, streaming)\n--\n\n"
                           "A copy made ready, the number of its blocks, and the bytes of a block. Strides in elements.");

static PyObject *prepare(PyObject *module, PyObject *arguments)
{
    PyObject *size, *destination, *source;
    int itemsize, streaming;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "O!O!O!ip", &PyTuple_Type, &size, &PyTuple_Type, &destination, &PyTuple_Type,
                          &source, &itemsize, &streaming))
        return NULL;
    Py_ssize_t rank = PyTuple_Size(size);
    if (rank < 0)
        return NULL;
    if (rank > MAX_RANK || itemsize < 1 || itemsize > 16 || (itemsize & (itemsize - 1)))
        return PyErr_Format(PyExc_ValueError, "no kernel for %zd axes of elements of %d bytes", rank, itemsize);
    StridedCopy *copy = malloc(sizeof *copy);
    if (!copy)
        return PyErr_NoMemory();
    copy->rank = (int)rank;
    copy->itemsize = itemsize;
    PyObject *capsule = PyCapsule_New(copy, CAPSULE, forget);
    if (!capsule) {
        free(copy);
        return NULL;
    }
    if (read_integers(size, copy->rank, copy->size) || read_integers(destination, copy->rank, copy->destination) ||
        read_integers(source, copy->rank, copy->source)) {
        Py_DECREF(capsule);
        return NULL;
    }
    for (int axis = 0; axis < copy->rank; axis++) {
        copy->destination[axis] *= itemsize;
        copy->source[axis] *= itemsize;
    }
    prepare_copy(copy, streaming && have_avx2()); /* whose moves pass by the cache */
    return Py_BuildValue("NLL", capsule, (long long)copy->blocks, (long long)copy->block_bytes);
}

static PyObject *integers(const int64_t *values, int count)
{
    PyObject *tuple = PyTuple_New(count);
    for (int place = 0; tuple && place < count; place++) {
        PyObject *number = PyLong_FromLongLong(values[place]);
        if (!number || PyTuple_SetItem(tuple, place, number)) {
            Py_DECREF(tuple);
            return NULL;
        }
    }
    return tuple;
}

PyDoc_STRVAR(explain_text, "explain(copy)\n--\n\n"
                           "What is done in a block, the block's extents, the axes with the one of the next block last,\n"
                           "whether blocks are put together in a buffer, and whether they are written past the cache.");

static PyObject *explain(PyObject *module, PyObject *capsule)
{
    int64_t order[MAX_RANK];
    (void)module;
    const StridedCopy *copy = PyCapsule_GetPointer(capsule, CAPSULE);
    if (!copy)
        return NULL;
    if (!copy->blocks)
        return PyErr_Format(PyExc_ValueError, "a copy of nothing has no blocks");
    for (int place = 0; place < copy->rank; place++)
        order[place] = copy->order[place];
    PyObject *extents = integers(copy->block, copy->rank), *axes = integers(order, copy->rank);
    if (!extents || !axes) {
        Py_XDECREF(extents);
        Py_XDECREF(axes);
        return NULL;
    }
    return Py_BuildValue("(sNNNN)", work_of(copy), extents, axes, PyBool_FromLong(copy->staged),
                         PyBool_FromLong(copy->staged || copy->streaming));
}

PyDoc_STRVAR(run_text, "run(copy, destination_address, source_address, first, last)\n--\n\n"
                       "Move the blocks from number `first` up to `last`, without the interpreter's lock.");

static PyObject *run(PyObject *module, PyObject *arguments)
{
    PyObject *capsule;
    unsigned long long destination, source;
    long long first, last;
    int failed;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "OKKLL", &capsule, &destination, &source, &first, &last))
        return NULL;
    const StridedCopy *copy = PyCapsule_GetPointer(capsule, CAPSULE);
    if (!copy)
        return NULL;
    if (first < 0 || last > copy->blocks)
        return PyErr_Format(PyExc_ValueError, "blocks %lld to %lld of %lld", first, last, (long long)copy->blocks);
    Py_BEGIN_ALLOW_THREADS
    failed = run_copy(copy, (char *)(uintptr_t)destination, (const char *)(uintptr_t)source, first, last);
    Py_END_ALLOW_THREADS
    if (failed)
        return PyErr_NoMemory();
    Py_RETURN_NONE;
}

PyDoc_STRVAR(convert_text,
             "convert(conversion, destination_address, source_address, rows, count, destination_step, source_step)\n--\n\n"
             "Convert rows of `count` contiguous elements, the steps between rows in bytes.");

static PyObject *convert(PyObject *module, PyObject *arguments)
{
    int conversion;
    unsigned long long destination, source;
    long long rows, count, destination_step, source_step;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "iKKLLLL", &conversion, &destination, &source, &rows, &count, &destination_step,
                          &source_step))
        return NULL;
    if (conversion < 0 || conversion >= CONVERSIONS)
        return PyErr_Format(PyExc_ValueError, "no conversion number %d", conversion);
    Py_BEGIN_ALLOW_THREADS
    for (long long row = 0; row < rows; row++)
        convert_run((Conversion)conversion, (char *)(uintptr_t)destination + row * destination_step,
                    (const char *)(uintptr_t)source + row * source_step, count);
    Py_END_ALLOW_THREADS
    Py_RETURN_NONE;
}

PyDoc_STRVAR(combine_text,
             "combine(arithmetic, widening, destination_address, left_address, right_address, constant, rows, count, "
             "destination_step, left_step, right_step)\n--\n\n"
             "Add, subtract, multiply or divide (0 to 3) rows of `count` contiguous 16-bit floats, the steps between rows "
             "in bytes. At most one operand is the constant: its address is 0.");

static PyObject *combine(PyObject *module, PyObject *arguments)
{
    int arithmetic, widening;
    unsigned long long destination, left, right;
    float constant;
    long long rows, count, destination_step, left_step, right_step;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "iiKKKfLLLLL", &arithmetic, &widening, &destination, &left, &right, &constant,
                          &rows, &count, &destination_step, &left_step, &right_step))
        return NULL;
    if (arithmetic < 0 || arithmetic >= ARITHMETICS || (widening != HALF_TO_FLOAT && widening != BFLOAT_TO_FLOAT))
        return PyErr_Format(PyExc_ValueError, "no arithmetic number %d after conversion number %d", arithmetic,
                            widening);
    Py_BEGIN_ALLOW_THREADS
    for (long long row = 0; row < rows; row++)
        combine_run((Arithmetic)arithmetic, (Conversion)widening,
                    (char *)(uintptr_t)destination + row * destination_step,
                    left ? (const char *)(uintptr_t)left + row * left_step : NULL,
                    right ? (const char *)(uintptr_t)right + row * right_step : NULL, constant, count);
    Py_END_ALLOW_THREADS
    Py_RETURN_NONE;
}

PyDoc_STRVAR(look_up_text, "look_up(destination_address, source_address, table_address, rows, count, destination_step, "
                           "source_step)\n--\n\n"
                           "Replace the 16-bit elements of rows by what a table of 65536 has in their places.");

static PyObject *look_up(PyObject *module, PyObject *arguments)
{
    unsigned long long destination, source, table;
    long long rows, count, destination_step, source_step;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "KKKLLLL", &destination, &source, &table, &rows, &count, &destination_step,
                          &source_step))
        return NULL;
    Py_BEGIN_ALLOW_THREADS
    for (long long row = 0; row < rows; row++)
        look_up_run((char *)(uintptr_t)destination + row * destination_step,
                    (const char *)(uintptr_t)source + row * source_step, (const uint16_t *)(uintptr_t)table, count);
    Py_END_ALLOW_THREADS
    Py_RETURN_NONE;
}

PyDoc_STRVAR(fold_text, "fold(fold, folded, destination_address, source_address, rows, count, source_step)\n--\n\n"
                        "The sum, product, largest or smallest (0 to 3) of each row of `count` contiguous float32 (0), "
                        "float16 (1) or bfloat16 (2), as neighbouring float32; the step between rows in bytes.");

static PyObject *fold(PyObject *module, PyObject *arguments)
{
    int fold, folded;
    unsigned long long destination, source;
    long long rows, count, step;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "iiKKLLL", &fold, &folded, &destination, &source, &rows, &count, &step))
        return NULL;
    if (fold < 0 || fold >= FOLDS || folded < 0 || folded >= FOLDED)
        return PyErr_Format(PyExc_ValueError, "no fold number %d of elements number %d", fold, folded);
    float *to = (float *)(uintptr_t)destination;
    Py_BEGIN_ALLOW_THREADS
    for (long long row = 0; row < rows; row++)
        to[row] = fold_run((Fold)fold, (Folded)folded, (const char *)(uintptr_t)source + row * step, count);
    Py_END_ALLOW_THREADS
    Py_RETURN_NONE;
}

PyDoc_STRVAR(features_text, "features()\n--\n\nThe instruction sets in use beyond plain C.");

static PyObject *features(PyObject *module, PyObject *nothing)
{
    (void)module;
    (void)nothing;
    if (have_f16c())
        return Py_BuildValue("(ss)", "avx2", "f16c");
    if (have_avx2())
        return Py_BuildValue("(s)", "avx2");
    return PyTuple_New(0);
}

PyDoc_STRVAR(portable_text, "portable(only)\n--\n\nKeep to plain C, or use again what the processor can do.");

static PyObject *portable(PyObject *module, PyObject *only)
{
    (void)module;
    int truth = PyObject_IsTrue(only);
    if (truth < 0)
        return NULL;
    use_portable(truth);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"prepare", prepare, METH_VARARGS, prepare_text},
    {"explain", explain, METH_O, explain_text},
    {"run", run, METH_VARARGS, run_text},
    {"convert", convert, METH_VARARGS, convert_text},
    {"combine", combine, METH_VARARGS, combine_text},
    {"look_up", look_up, METH_VARARGS, look_up_text},
    {"fold", fold, METH_VARARGS, fold_text},
    {"features", features, METH_NOARGS, features_text},
    {"portable", portable, METH_O, portable_text},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "native", "Copy kernels, compiled.", -1, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit_native(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    PyObject *sources = PyLong_FromUnsignedLong(SOURCES);
    /* The reference is taken over where this succeeds. */
    if (sources == NULL || PyModule_AddObject(module, "SOURCES", sources) < 0) {
        Py_XDECREF(sources);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
