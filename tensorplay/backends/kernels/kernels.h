/* What the kernels share: the prepared copy, and the functions that the files offer each other. */
#ifndef TENSORPLAY_KERNELS_H
#define TENSORPLAY_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#if defined(__x86_64__) && defined(__GNUC__)
#define WITH_AVX2 1
#define AVX2 __attribute__((target("avx2")))
#define AVX2_F16C __attribute__((target("avx2,f16c")))
/* Into the second-level cache: the first one is full of the block at hand. */
#define PREFETCH(address) __builtin_prefetch(address, 0, 2)
#else
#define WITH_AVX2 0
#define PREFETCH(address) ((void)0)
#endif

/* All lines of a run. A macro: the compiler would leave out a function that does nothing else. */
#define PREFETCH_RUN(start, bytes)                                                   \
    for (const char *at_ = (const char *)((intptr_t)(start) & -LINE), *end_ = (start) + (bytes); at_ < end_; at_ += LINE) \
    PREFETCH(at_)

#define MAX_RANK 64
#define LINE 64
/* Runs shorter than this are not worth the care that streaming takes. */
#define SHORTEST_STREAM 256

/* What is done in the two innermost loops of a block, `across` (index i) and `along` (index j). */
typedef enum {
    RUNS,        /* contiguous along j on both sides: rows are moved whole */
    TURNED_RUNS, /* the same with the source walked backwards */
    TILE,        /* the destination contiguous along j, the source along i: a transposition */
    SPREAD,      /* any steps: element by element */
} Work;

/* A copy made ready: axes from the outermost to the innermost of the destination, all distances in bytes. */
typedef struct {
    int rank;
    int itemsize;
    Work work;
    int across, along;            /* axes; -1 where the copy has not so many */
    int staged;                   /* blocks are put together in a buffer and streamed out past the cache */
    int streaming;                /* whole rows bypass the cache */
    int run_axis;                 /* in a block, the destination is contiguous from this axis on */
    int64_t skew;                 /* how many more steps along that axis a block holds, to be written in whole lines */
    int64_t destination_start, source_start;
    int64_t size[MAX_RANK];
    int64_t destination[MAX_RANK];
    int64_t source[MAX_RANK];
    int64_t block[MAX_RANK];      /* extent of a block along each axis */
    int64_t counts[MAX_RANK];     /* blocks along each axis */
    int order[MAX_RANK];          /* axes in the order in which blocks are visited, the quickest last */
    int64_t blocks;
    int64_t block_bytes;
} StridedCopy;

/* The source of the block that follows: how far away, and how many bytes of each row. Nothing is there if it is 0. */
typedef struct {
    int64_t distance, bytes;
} Ahead;

/* A rectangle of a copy: element (i, j) goes from source + i * source_i + j * source_j to the same of the destination. */
typedef struct {
    char *destination;
    const char *source;
    int64_t destination_i, destination_j, source_i, source_j;
    int64_t count_i, count_j;
    Ahead ahead;
} Rectangle;

/* strided_copy.c */
int prepare_copy(StridedCopy *copy, int wish_streaming);
const char *work_of(const StridedCopy *copy);
int run_copy(const StridedCopy *copy, char *destination, const char *source, int64_t first, int64_t last);

/* transpose.c: elements of 1, 2, 4, 8 or 16 bytes, destination_j == source_i == itemsize */
void transpose(const Rectangle *tile, int itemsize);
const char *transposition_of(const Rectangle *tile, int itemsize);

/* interleave.c: the part of a tile of 2 to 4 rows or columns that it can do; returns how many columns or rows that is */
int64_t interleave(const Rectangle *tile, int itemsize);
int interleaves(const Rectangle *tile, int itemsize);

/* runs.c */
void copy_run(char *destination, const char *source, int64_t bytes, int streaming);
void copy_rows(const Rectangle *rows, int itemsize, int streaming);
void fill_run(char *destination, const char *element, int itemsize, int64_t count, int streaming);
void finish_streaming(void);

/* reversal.c: rows whose elements come in the reverse order, source_j == -itemsize and destination_j == itemsize */
void turn_rows(const Rectangle *rows, int itemsize, int streaming);
const char *reversal_of(void);

/* spread.c */
void copy_spread(const Rectangle *rectangle, int itemsize);

/* convert.c */
typedef enum { FLOAT_TO_HALF, HALF_TO_FLOAT, FLOAT_TO_BFLOAT, BFLOAT_TO_FLOAT, CONVERSIONS } Conversion;
void convert_run(Conversion conversion, void *destination, const void *source, int64_t count);

/* short_floats.c: elements of float16 or bfloat16, told by the conversion that widens them */
typedef enum { ADD, SUBTRACT, MULTIPLY, DIVIDE, ARITHMETICS } Arithmetic;
void combine_run(Arithmetic arithmetic, Conversion widening, void *destination, const void *left, const void *right,
                 float constant, int64_t count);
void look_up_run(void *destination, const void *source, const uint16_t *table, int64_t count);

/* folds.c */
typedef enum { SUM, PRODUCT, LARGEST, SMALLEST, FOLDS } Fold;
typedef enum { FLOATS, HALVES, BFLOATS, FOLDED } Folded;
float fold_run(Fold fold, Folded folded, const void *source, int64_t count);

/* features.c */
int have_avx2(void);
int have_f16c(void);
void use_portable(int portable);

#endif
