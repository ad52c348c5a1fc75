/* A strided copy in blocks that fit the cache on both sides.
 *
 * A block holds whole runs of the destination and whole runs of the source, so that a cache line that was fetched is
 * used up before it is given away, on either side and whatever the number of axes in between. Inside a block, the two
 * axes that matter go to a kernel; large outputs are put together in a buffer and leave it as full cache lines that
 * bypass the cache.
 */
#include "kernels.h"

#include <stdlib.h>
#include <string.h>

/* How long the runs of a block are on either side, in bytes. Where runs start at cache lines, short ones lose nothing. */
#define DESTINATION_RUN 2048
#define DESTINATION_RUN_OF_LINES 512
#define SOURCE_RUN 512
#define SOURCE_RUN_OF_LINES 128
/* The least size of a block, and the largest of one that is put together in a buffer. */
#define LEAST_BLOCK (1 << 14)
#define LARGEST_STAGE (5 << 17)
/* Rows that are contiguous on both sides are moved whole from this length on, in pieces of that. */
#define LONG_ROW 1024
#define ROW_PIECE (1 << 17)
/* Shorter runs of the destination leave too many half lines for streaming to pay. */
#define SHORTEST_STAGED_RUN 256

static int64_t smaller(int64_t left, int64_t right)
{
    return left < right ? left : right;
}

static int64_t distance(int64_t step)
{
    return step < 0 ? -step : step;
}

/* The axis, other than the innermost, along which the source moves least; -1 if none moves it less than that one. */
static int closest_source_axis(const StridedCopy *copy)
{
    int innermost = copy->rank - 1, closest = -1;
    for (int axis = 0; axis < innermost; axis++)
        if (copy->source[axis] && (closest < 0 || distance(copy->source[axis]) < distance(copy->source[closest])))
            closest = axis;
    if (closest < 0 || (copy->source[innermost] && distance(copy->source[closest]) >= distance(copy->source[innermost])))
        return -1;
    return closest;
}

/* Walk an axis from its end to its start on both sides. */
static void turn_round(StridedCopy *copy, int axis)
{
    int64_t last = copy->size[axis] - 1;
    copy->destination_start += last * copy->destination[axis];
    copy->source_start += last * copy->source[axis];
    copy->destination[axis] = -copy->destination[axis];
    copy->source[axis] = -copy->source[axis];
}

static void choose_work(StridedCopy *copy)
{
    int innermost = copy->rank - 1;
    int contiguous = copy->destination[innermost] == copy->itemsize;
    copy->along = innermost;
    copy->across = innermost - 1;
    copy->work = SPREAD;
    if (contiguous && copy->source[innermost] == copy->itemsize) {
        copy->work = RUNS;
        return;
    }
    if (contiguous && copy->source[innermost] == 0)
        return; /* rows of one element */
    int closest = closest_source_axis(copy);
    if (closest < 0)
        return;
    copy->across = closest;
    if (contiguous && distance(copy->source[closest]) == copy->itemsize) {
        copy->work = TILE;
        if (copy->source[closest] < 0)
            turn_round(copy, closest);
    }
}

/* The axis that goes on where `axis` ends, by the given steps; -1 if there is none. */
static int next_axis(const StridedCopy *copy, const int64_t *steps, int axis)
{
    for (int other = 0; other < copy->rank; other++)
        if (other != axis && steps[other] == steps[axis] * copy->size[axis])
            return other;
    return -1;
}

/* Let blocks cover runs of `bytes`, from `axis` on in the order of the steps. */
static void cover_run(StridedCopy *copy, const int64_t *steps, int axis, int64_t bytes)
{
    int64_t room = bytes / copy->itemsize;
    for (int turns = 0; axis >= 0 && room > 1 && turns < copy->rank; turns++) {
        int64_t length = smaller(copy->size[axis], room);
        if (copy->block[axis] < length)
            copy->block[axis] = length;
        room /= copy->size[axis];
        axis = next_axis(copy, steps, axis);
    }
}

static int64_t block_elements(const StridedCopy *copy)
{
    int64_t elements = 1;
    for (int axis = 0; axis < copy->rank; axis++)
        elements *= copy->block[axis];
    return elements;
}

/* Parts of equal size instead of a short one at the end, in whole cache lines. */
static void balance(StridedCopy *copy)
{
    int64_t unit = LINE / copy->itemsize;
    for (int axis = 0; axis < copy->rank; axis++) {
        int64_t size = copy->size[axis], block = copy->block[axis];
        if (block < size && block > unit) {
            int64_t parts = (size + block - 1) / block;
            int64_t even = (size + parts - 1) / parts;
            copy->block[axis] = (even + unit - 1) / unit * unit;
        }
    }
}

/* Whether all runs start at cache lines if one does; `along` is the axis of the runs. */
static int runs_of_lines(const StridedCopy *copy, const int64_t *steps, int along)
{
    for (int axis = 0; axis < copy->rank; axis++)
        if (axis != along && steps[axis] % LINE)
            return 0;
    return 1;
}

static void choose_blocks(StridedCopy *copy)
{
    int innermost = copy->rank - 1;
    int source_axis = copy->work == RUNS || copy->across < 0 ? innermost : copy->across;
    for (int axis = 0; axis < copy->rank; axis++)
        copy->block[axis] = 1;
    if (copy->work == RUNS && copy->size[innermost] * copy->itemsize >= LONG_ROW) {
        copy->block[innermost] = smaller(copy->size[innermost], ROW_PIECE / copy->itemsize);
    } else {
        int lines = runs_of_lines(copy, copy->source, source_axis);
        int64_t source_run = lines ? SOURCE_RUN_OF_LINES : copy->itemsize == 1 ? SOURCE_RUN / 2 : SOURCE_RUN;
        cover_run(copy, copy->source, source_axis, source_run);
        cover_run(copy, copy->destination, innermost, lines ? DESTINATION_RUN_OF_LINES : DESTINATION_RUN);
    }
    for (int axis = innermost; axis >= 0; axis--) {
        int64_t missing = LEAST_BLOCK / (block_elements(copy) * copy->itemsize);
        if (missing > 1)
            copy->block[axis] = smaller(copy->size[axis], copy->block[axis] * missing);
    }
    balance(copy);
    copy->blocks = 1;
    for (int axis = 0; axis < copy->rank; axis++) {
        copy->counts[axis] = (copy->size[axis] + copy->block[axis] - 1) / copy->block[axis];
        copy->blocks *= copy->counts[axis];
    }
    copy->block_bytes = block_elements(copy) * copy->itemsize;
}

/* The steps of a block that is packed in the order of the destination, its rows kept apart by a line. Returns its size. */
static int64_t stage_steps(const StridedCopy *copy, const int64_t *extent, int64_t *steps)
{
    int64_t step = copy->itemsize;
    for (int axis = copy->rank - 1; axis >= 0; axis--) {
        if (axis == copy->run_axis - 1)
            step = (step + LINE - 1) / LINE * LINE + LINE;
        steps[axis] = step;
        step *= extent[axis];
    }
    return step;
}

static void choose_stage(StridedCopy *copy, int wish_streaming)
{
    int innermost = copy->rank - 1;
    copy->streaming = copy->staged = 0;
    copy->run_axis = innermost;
    if (!wish_streaming || copy->destination[innermost] != copy->itemsize)
        return;
    int64_t run = copy->block[innermost] * copy->itemsize;
    for (int axis = innermost; axis > 0 && copy->block[axis] == copy->size[axis] && copy->block[axis - 1] > 1 &&
                               copy->destination[axis - 1] == copy->destination[axis] * copy->size[axis];
         axis--) {
        copy->run_axis = axis - 1;
        run *= copy->block[axis - 1];
    }
    int whole_rows = copy->work == RUNS || (copy->work == SPREAD && copy->source[innermost] == 0);
    copy->streaming = whole_rows && copy->block[innermost] * copy->itemsize >= LONG_ROW;
    int64_t steps[MAX_RANK];
    copy->staged = !copy->streaming && run >= SHORTEST_STAGED_RUN &&
                   stage_steps(copy, copy->block, steps) <= LARGEST_STAGE;
}

/* Blocks follow each other along the source's runs where the destination's runs start at cache lines, so that nothing is
 * lost at their ends; otherwise along the destination, so that the rest of a line follows while it is in the cache. */
static void choose_order(StridedCopy *copy)
{
    int place = 0;
    int last = copy->work == TILE && runs_of_lines(copy, copy->destination, copy->along) ? copy->across : -1;
    for (int axis = 0; axis < copy->rank; axis++)
        if (axis != last)
            copy->order[place++] = axis;
    if (last >= 0)
        copy->order[place] = last;
}

/* Complete a copy whose rank, itemsize, sizes and steps are given. Returns 0 where there is nothing to copy. */
int prepare_copy(StridedCopy *copy, int wish_streaming)
{
    copy->destination_start = copy->source_start = 0;
    if (copy->rank == 0) {
        copy->rank = 1;
        copy->size[0] = 1;
        copy->destination[0] = copy->source[0] = copy->itemsize;
    }
    copy->blocks = copy->block_bytes = 0;
    for (int axis = 0; axis < copy->rank; axis++)
        if (copy->size[axis] <= 0)
            return 0;
    choose_work(copy);
    choose_blocks(copy);
    choose_stage(copy, wish_streaming);
    choose_order(copy);
    return 1;
}

static void work_on(const StridedCopy *copy, const Rectangle *rectangle)
{
    int itemsize = copy->itemsize;
    if (copy->work == RUNS) {
        copy_rows(rectangle, itemsize, copy->streaming);
    } else if (copy->work == TILE) {
        transpose(rectangle, itemsize);
    } else if (rectangle->source_j == 0 && rectangle->destination_j == itemsize) {
        for (int64_t i = 0; i < rectangle->count_i; i++)
            fill_run(rectangle->destination + i * rectangle->destination_i,
                     rectangle->source + i * rectangle->source_i, itemsize, rectangle->count_j, copy->streaming);
    } else {
        copy_spread(rectangle, itemsize);
    }
}

/* One block, rectangle by rectangle; `steps` are those of the destination or of the stage. */
static void copy_block(const StridedCopy *copy, char *destination, const int64_t *steps, const char *source,
                       const int64_t *extent, int64_t ahead)
{
    int outer[MAX_RANK], outer_count = 0;
    int64_t index[MAX_RANK];
    for (int axis = 0; axis < copy->rank; axis++)
        if (axis != copy->along && axis != copy->across && extent[axis] > 1) {
            index[outer_count] = 0;
            outer[outer_count++] = axis;
        }
    Rectangle rectangle = {destination, source, 0, steps[copy->along], 0, copy->source[copy->along],
                           1, extent[copy->along], ahead};
    if (copy->across >= 0) {
        rectangle.destination_i = steps[copy->across];
        rectangle.source_i = copy->source[copy->across];
        rectangle.count_i = extent[copy->across];
    }
    for (;;) {
        work_on(copy, &rectangle);
        int place = outer_count - 1;
        for (; place >= 0; place--) {
            int axis = outer[place];
            if (++index[place] < extent[axis]) {
                rectangle.destination += steps[axis];
                rectangle.source += copy->source[axis];
                break;
            }
            rectangle.destination -= steps[axis] * (extent[axis] - 1);
            rectangle.source -= copy->source[axis] * (extent[axis] - 1);
            index[place] = 0;
        }
        if (place < 0)
            return;
    }
}

/* Write a staged block out, run by run. */
static void unload_stage(const StridedCopy *copy, char *destination, const char *stage, const int64_t *steps,
                         const int64_t *extent)
{
    int64_t index[MAX_RANK] = {0}, bytes = copy->itemsize;
    for (int axis = copy->run_axis; axis < copy->rank; axis++)
        bytes *= extent[axis];
    for (;;) {
        copy_run(destination, stage, bytes, 1);
        int axis = copy->run_axis - 1;
        for (; axis >= 0; axis--) {
            if (++index[axis] < extent[axis]) {
                destination += copy->destination[axis];
                stage += steps[axis];
                break;
            }
            destination -= copy->destination[axis] * (extent[axis] - 1);
            stage -= steps[axis] * (extent[axis] - 1);
            index[axis] = 0;
        }
        if (axis < 0)
            return;
    }
}

/* Where block number `number` starts, and how far it reaches. */
static void find_block(const StridedCopy *copy, int64_t number, int64_t *destination, int64_t *source, int64_t *extent)
{
    *destination = copy->destination_start;
    *source = copy->source_start;
    for (int place = copy->rank - 1; place >= 0; place--) {
        int axis = copy->order[place];
        int64_t start = number % copy->counts[axis] * copy->block[axis];
        number /= copy->counts[axis];
        *destination += start * copy->destination[axis];
        *source += start * copy->source[axis];
        extent[axis] = smaller(copy->block[axis], copy->size[axis] - start);
    }
}

/* Copy the blocks from number `first` up to `last`. Returns 0, or -1 when there is no memory for the stage. */
int run_copy(const StridedCopy *copy, char *destination, const char *source, int64_t first, int64_t last)
{
    int64_t steps[MAX_RANK], extent[MAX_RANK], next_extent[MAX_RANK];
    int64_t to, from, next_to = 0, next_from = 0;
    char *memory = NULL, *stage = NULL;
    if (first >= last)
        return 0;
    if (copy->staged) {
        memory = malloc(stage_steps(copy, copy->block, steps) + LINE);
        if (!memory)
            return -1;
        stage = memory + (-(intptr_t)memory & (LINE - 1));
    }
    find_block(copy, first, &next_to, &next_from, next_extent);
    for (int64_t number = first; number < last; number++) {
        to = next_to;
        from = next_from;
        memcpy(extent, next_extent, sizeof extent);
        if (number + 1 < last)
            find_block(copy, number + 1, &next_to, &next_from, next_extent);
        int64_t ahead = next_from - from;
        if (stage) {
            stage_steps(copy, extent, steps);
            copy_block(copy, stage, steps, source + from, extent, ahead);
            unload_stage(copy, destination + to, stage, steps, extent);
        } else {
            copy_block(copy, destination + to, copy->destination, source + from, extent, ahead);
        }
    }
    free(memory);
    if (copy->staged || copy->streaming)
        finish_streaming();
    return 0;
}
