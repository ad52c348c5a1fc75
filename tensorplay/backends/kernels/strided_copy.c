/* A strided copy in blocks that fit the cache on both sides.
 *
 * A block holds runs of the destination and runs of the source, whatever the number of axes in between. Inside a block,
 * the two axes that matter go to a kernel. Blocks follow the source, so that a cache line that was fetched is used up
 * before it is given away, and the lines of the next block are asked for meanwhile. Large outputs are put together in a
 * buffer and leave it as full cache lines that bypass the cache; where their runs do not start at lines, a skewed block
 * holds a little of the next one, too, and each row of it is written from its first whole line on.
 */
#include "kernels.h"

#include <stdlib.h>
#include <string.h>

/* How long the runs of a block are on either side, in bytes: short ones, so that a block fits the first cache. What they
 * lose at their ends is made good by the order of the blocks and by skewed blocks. */
#define DESTINATION_RUN 512
#define SOURCE_RUN 64
/* Source rows that are a multiple of this apart share cache sets: fewer of them, with more of each, at a time. */
#define CRITICAL_STEP 4096
/* Blocks follow the source's runs up to this length. */
#define FOLLOWED_RUN 1024
/* The least size of a block, and the largest of one that is put together in a buffer. */
#define LEAST_BLOCK (1 << 14)
#define LARGEST_STAGE (5 << 17)
/* A block may hold a little more than its run, but no more than this share, and its run may grow for that up to a limit. */
#define SKEW_SHARE 6
#define LONGEST_SKEWED_RUN 2048
/* Rows that are contiguous on both sides are moved whole from this length on, in pieces and blocks of that size. */
#define LONG_ROW 1024
#define ROW_PIECE (1 << 17)
#define LEAST_BLOCK_OF_ROWS (1 << 16)
#define FOLLOWED_ROW 4096
/* Shorter runs of the destination leave too many half lines for streaming to pay. */
#define SHORTEST_STAGED_RUN 256

/* One block: where it starts, how far it reaches, and its place on the axis of its runs. */
typedef struct {
    int64_t destination, source, run_start;
    int64_t extent[MAX_RANK];
} Block;

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

/* Whether rows are moved whole, as they are or turned round. */
static int moves_rows(const StridedCopy *copy)
{
    return copy->work == RUNS || copy->work == TURNED_RUNS;
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
    if (contiguous && copy->source[innermost] == -copy->itemsize) {
        copy->work = TURNED_RUNS;
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
        int64_t size = copy->size[axis];
        int64_t length = 2 * size <= 3 * room ? size : room; /* rather whole than with a short rest */
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

/* Parts of equal size instead of a short one at the end; of the two axes that matter in whole cache lines. */
static void balance(StridedCopy *copy)
{
    for (int axis = 0; axis < copy->rank; axis++) {
        int64_t unit = axis == copy->along || axis == copy->across ? LINE / copy->itemsize : 1;
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

/* The outermost axis of a block's runs: those further in are covered, and the destination runs on from one to the next. */
static int outermost_run_axis(const StridedCopy *copy)
{
    int axis = copy->rank - 1;
    while (axis > 0 && copy->block[axis] == copy->size[axis] &&
           copy->destination[axis - 1] == copy->destination[axis] * copy->size[axis])
        axis--;
    return axis;
}

/* How many more steps along its runs a block must hold to be written from line to line. */
static int64_t skew_of(const StridedCopy *copy, int run_axis)
{
    int64_t step = copy->destination[run_axis];
    return (LINE - 1 + step - 1) / step;
}

/* Runs of short rows that start anywhere in a line are made long enough for a skewed block. */
static void lengthen_runs(StridedCopy *copy)
{
    if (copy->work == SPREAD || runs_of_lines(copy, copy->destination, copy->rank - 1))
        return;
    int axis = outermost_run_axis(copy);
    int64_t wished = smaller(SKEW_SHARE * skew_of(copy, axis), copy->size[axis]);
    if (copy->block[axis] < wished && wished * copy->destination[axis] <= LONGEST_SKEWED_RUN)
        copy->block[axis] = wished;
}

static void choose_blocks(StridedCopy *copy)
{
    int innermost = copy->rank - 1;
    int source_axis = moves_rows(copy) || copy->across < 0 ? innermost : copy->across;
    int long_rows = moves_rows(copy) && copy->size[innermost] * copy->itemsize >= LONG_ROW;
    for (int axis = 0; axis < copy->rank; axis++)
        copy->block[axis] = 1;
    if (long_rows) {
        copy->block[innermost] = smaller(copy->size[innermost], ROW_PIECE / copy->itemsize);
    } else {
        int critical = copy->work == TILE && copy->source[innermost] % CRITICAL_STEP == 0;
        cover_run(copy, copy->source, source_axis, critical ? 2 * SOURCE_RUN : SOURCE_RUN);
        cover_run(copy, copy->destination, innermost, DESTINATION_RUN);
    }
    for (int axis = innermost; axis >= 0; axis--) {
        int64_t missing = (long_rows ? LEAST_BLOCK_OF_ROWS : LEAST_BLOCK) / (block_elements(copy) * copy->itemsize);
        if (missing > 1)
            copy->block[axis] = smaller(copy->size[axis], copy->block[axis] * missing);
    }
    if (!long_rows)
        lengthen_runs(copy);
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

/* The same for the largest block. */
static int64_t stage_size(const StridedCopy *copy, int64_t *steps)
{
    int64_t extent[MAX_RANK];
    memcpy(extent, copy->block, sizeof extent);
    extent[copy->run_axis] += copy->skew;
    return stage_steps(copy, extent, steps);
}

static void choose_stage(StridedCopy *copy, int wish_streaming)
{
    int innermost = copy->rank - 1;
    copy->streaming = copy->staged = 0;
    copy->skew = 0;
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
    int whole_rows = moves_rows(copy) || (copy->work == SPREAD && copy->source[innermost] == 0);
    copy->streaming = whole_rows && copy->block[innermost] * copy->itemsize >= LONG_ROW;
    if (copy->streaming)
        return;
    int64_t steps[MAX_RANK], skew = skew_of(copy, copy->run_axis);
    if (copy->counts[copy->run_axis] > 1 && skew * SKEW_SHARE <= copy->block[copy->run_axis] &&
        !runs_of_lines(copy, copy->destination, copy->along))
        copy->skew = skew;
    copy->staged = run >= SHORTEST_STAGED_RUN && stage_size(copy, steps) <= LARGEST_STAGE;
    if (!copy->staged)
        copy->skew = 0;
}

/* Blocks follow each other along the source's runs, so that the rest of a line is used while it is in the cache; where
 * whole rows are moved, along the destination, unless rows are so long that their starts weigh little. */
static void choose_order(StridedCopy *copy)
{
    int followed[MAX_RANK], count = 0, place = 0, is_followed[MAX_RANK] = {0};
    int64_t run = copy->itemsize;
    int axis = copy->work == TILE ? copy->across : -1;
    if (moves_rows(copy) && copy->streaming && copy->size[copy->along] * copy->itemsize >= FOLLOWED_ROW)
        axis = copy->along;
    for (; axis >= 0 && count < copy->rank && (run < FOLLOWED_RUN || moves_rows(copy));
         axis = next_axis(copy, copy->source, axis)) {
        run *= copy->size[axis];
        is_followed[axis] = 1;
        followed[count++] = axis;
    }
    for (int other = 0; other < copy->rank; other++)
        if (!is_followed[other])
            copy->order[place++] = other;
    while (count)
        copy->order[place++] = followed[--count];
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
    } else if (copy->work == TURNED_RUNS) {
        turn_rows(rectangle, itemsize, copy->streaming);
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
                       const int64_t *extent, const Ahead *ahead)
{
    int outer[MAX_RANK], outer_count = 0;
    int64_t index[MAX_RANK];
    for (int axis = 0; axis < copy->rank; axis++)
        if (axis != copy->along && axis != copy->across && extent[axis] > 1) {
            index[outer_count] = 0;
            outer[outer_count++] = axis;
        }
    Rectangle rectangle = {destination, source, 0, steps[copy->along], 0, copy->source[copy->along],
                           1, extent[copy->along], *ahead};
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

/* Write a staged block out, run by run. A skewed block leaves what is before the first whole line of a run to the block
 * before it, and goes on to the end of the last line, except at the ends of the axis. */
static void unload_stage(const StridedCopy *copy, char *destination, const char *stage, const int64_t *steps,
                         const Block *block)
{
    int64_t index[MAX_RANK] = {0};
    int64_t held = steps[copy->run_axis] * block->extent[copy->run_axis];
    int64_t bytes = smaller(steps[copy->run_axis] * copy->block[copy->run_axis], held);
    int skewed_start = copy->skew && block->run_start > 0;
    for (;;) {
        int64_t head = skewed_start ? -(intptr_t)destination & (LINE - 1) : 0;
        int64_t end = bytes;
        if (copy->skew)
            end = smaller(bytes + (-(intptr_t)(destination + bytes) & (LINE - 1)), held);
        if (end > head)
            copy_run(destination + head, stage + head, end - head, 1);
        int axis = copy->run_axis - 1;
        for (; axis >= 0; axis--) {
            if (++index[axis] < block->extent[axis]) {
                destination += copy->destination[axis];
                stage += steps[axis];
                break;
            }
            destination -= copy->destination[axis] * (block->extent[axis] - 1);
            stage -= steps[axis] * (block->extent[axis] - 1);
            index[axis] = 0;
        }
        if (axis < 0)
            return;
    }
}

/* Find block number `number`. */
static void find_block(const StridedCopy *copy, int64_t number, Block *block)
{
    block->destination = copy->destination_start;
    block->source = copy->source_start;
    for (int place = copy->rank - 1; place >= 0; place--) {
        int axis = copy->order[place];
        int64_t start = number % copy->counts[axis] * copy->block[axis], length = copy->block[axis];
        number /= copy->counts[axis];
        block->destination += start * copy->destination[axis];
        block->source += start * copy->source[axis];
        if (axis == copy->run_axis) {
            block->run_start = start;
            length += copy->skew;
        }
        block->extent[axis] = smaller(length, copy->size[axis] - start);
    }
}

/* Copy the blocks from number `first` up to `last`. Returns 0, or -1 when there is no memory for the stage. */
int run_copy(const StridedCopy *copy, char *destination, const char *source, int64_t first, int64_t last)
{
    int64_t steps[MAX_RANK];
    Block block, next;
    char *memory = NULL, *stage = NULL;
    if (first >= last)
        return 0;
    if (copy->staged) {
        memory = malloc(stage_size(copy, steps) + LINE);
        if (!memory)
            return -1;
        stage = memory + (-(intptr_t)memory & (LINE - 1));
    }
    find_block(copy, first, &next);
    for (int64_t number = first; number < last; number++) {
        Ahead ahead = {0, 0};
        block = next;
        if (number + 1 < copy->blocks) { /* the one after the last, too: it is likely to be done in the next call */
            find_block(copy, number + 1, &next);
            ahead.distance = next.source - block.source;
            ahead.bytes = copy->across < 0 ? 0 : next.extent[copy->across] * copy->itemsize;
        }
        if (stage) {
            stage_steps(copy, block.extent, steps);
            copy_block(copy, stage, steps, source + block.source, block.extent, &ahead);
            unload_stage(copy, destination + block.destination, stage, steps, &block);
        } else {
            copy_block(copy, destination + block.destination, copy->destination, source + block.source, block.extent,
                       &ahead);
        }
    }
    free(memory);
    if (copy->staged || copy->streaming)
        finish_streaming();
    return 0;
}

/* What is done with a whole block, in words. */
const char *work_of(const StridedCopy *copy)
{
    int64_t stage[MAX_RANK];
    const int64_t *steps = copy->destination;
    if (copy->work == RUNS)
        return "runs moved whole";
    if (copy->work == TURNED_RUNS)
        return reversal_of();
    if (copy->work == SPREAD)
        return copy->source[copy->along] == 0 ? "runs of one element" : "element by element";
    if (copy->staged) {
        stage_steps(copy, copy->block, stage);
        steps = stage;
    }
    Rectangle tile = {0};
    tile.destination_i = steps[copy->across];
    tile.destination_j = steps[copy->along];
    tile.source_i = copy->source[copy->across];
    tile.source_j = copy->source[copy->along];
    tile.count_i = copy->block[copy->across];
    tile.count_j = copy->block[copy->along];
    return transposition_of(&tile, copy->itemsize);
}
