/* Rows of floats folded to one float32: summed, multiplied, or searched for the largest or smallest, which NaN is.
 *
 * 32 lanes run side by side through a block and are folded pair by pair, as are the blocks: so little is lost by
 * rounding, and every processor gives the same. */
#include "short_vectors.h"

#include <math.h>
#include <string.h>

#define LANES 32
#define BLOCK 4096
/* Shorter, and neighbours meet first: a product in lanes may overflow where one after the other it does not. */
#define PRODUCT_BLOCK 512

static int64_t width_of(Folded folded)
{
    return folded == FLOATS ? 4 : 2;
}

#ifdef __GNUC__
#define INLINE static inline __attribute__((always_inline))
#else
#define INLINE static inline
#endif

INLINE float both(Fold fold, float one, float other)
{
    switch (fold) {
    case SUM: return one + other;
    case PRODUCT: return one * other;
    case LARGEST: return (other > one) | (other != other) ? other : one;
    default: return (other < one) | (other != other) ? other : one;
    }
}

INLINE float start_of(Fold fold)
{
    return fold == SUM ? 0 : fold == PRODUCT ? 1 : fold == LARGEST ? -INFINITY : INFINITY;
}

/* `count` elements as float32, of which there are LANES at most. */
static void widened(Folded folded, float *group, const char *source, int64_t count)
{
    if (folded == FLOATS)
        memcpy(group, source, sizeof *group * (size_t)count);
    else
        convert_run(folded == HALVES ? HALF_TO_FLOAT : BFLOAT_TO_FLOAT, group, source, count);
}

#if WITH_AVX2
/* Whole groups of LANES elements. The processor's maximum forgets a NaN: `watch` looks out, and it goes into a lane. */
#define IN_REGISTERS(name, target, width, load, operation, watch)                          \
    target static void name(float *lanes, const char *source, int64_t count)               \
    {                                                                                      \
        const char *end = source + width * count;                                          \
        __m256 first = _mm256_loadu_ps(lanes), second = first, third = first, fourth = first; \
        __m256 nan = _mm256_setzero_ps();                                                  \
        for (; source < end; source += width * LANES) {                                    \
            __m256 a = load(source), b = load(source + width * 8);                         \
            __m256 c = load(source + width * 16), d = load(source + width * 24);           \
            first = operation(first, a);                                                   \
            second = operation(second, b);                                                 \
            third = operation(third, c);                                                   \
            fourth = operation(fourth, d);                                                 \
            nan = watch(watch(nan, a, b), c, d);                                           \
        }                                                                                  \
        _mm256_storeu_ps(lanes, first);                                                    \
        _mm256_storeu_ps(lanes + 8, second);                                               \
        _mm256_storeu_ps(lanes + 16, third);                                               \
        _mm256_storeu_ps(lanes + 24, fourth);                                              \
        if (_mm256_movemask_ps(nan))                                                       \
            lanes[0] = NAN;                                                                \
    }
#define NO_WATCH(nan, a, b) nan
#define WATCH(nan, a, b) _mm256_or_ps(nan, _mm256_cmp_ps(a, b, _CMP_UNORD_Q))
#define EACH_IN_REGISTERS(name, operation, watch)                                \
    IN_REGISTERS(name##_floats, AVX2, 4, load_floats, operation, watch)          \
    IN_REGISTERS(name##_halves, AVX2_F16C, 2, load_halves, operation, watch)     \
    IN_REGISTERS(name##_bfloats, AVX2, 2, load_bfloats, operation, watch)

EACH_IN_REGISTERS(add, _mm256_add_ps, NO_WATCH)
EACH_IN_REGISTERS(multiply, _mm256_mul_ps, NO_WATCH)
EACH_IN_REGISTERS(largest, _mm256_max_ps, WATCH)
EACH_IN_REGISTERS(smallest, _mm256_min_ps, WATCH)

static void (*const in_registers[FOLDS][FOLDED])(float *, const char *, int64_t) = {
    {add_floats, add_halves, add_bfloats},
    {multiply_floats, multiply_halves, multiply_bfloats},
    {largest_floats, largest_halves, largest_bfloats},
    {smallest_floats, smallest_halves, smallest_bfloats},
};
#endif

INLINE float fold_block(Fold fold, Folded folded, const char *source, int64_t count)
{
    float lanes[LANES], group[LANES];
    int64_t done = 0, width = width_of(folded);
    for (int lane = 0; lane < LANES; lane++)
        lanes[lane] = start_of(fold);
#if WITH_AVX2
    if (folded == HALVES ? have_f16c() : have_avx2()) {
        done = count / LANES * LANES;
        in_registers[fold][folded](lanes, source, done);
    }
#endif
    for (; done + LANES <= count; done += LANES) {
        widened(folded, group, source + width * done, LANES);
        for (int lane = 0; lane < LANES; lane++)
            lanes[lane] = both(fold, lanes[lane], group[lane]);
    }
    if (done < count) {
        for (int lane = 0; lane < LANES; lane++)
            group[lane] = start_of(fold);
        widened(folded, group, source + width * done, count - done);
        for (int lane = 0; lane < LANES; lane++)
            lanes[lane] = both(fold, lanes[lane], group[lane]);
    }
    for (int pairs = LANES / 2; pairs; pairs /= 2)
        for (int pair = 0; pair < pairs; pair++)
            lanes[pair] = fold == PRODUCT ? both(fold, lanes[2 * pair], lanes[2 * pair + 1])
                                          : both(fold, lanes[pair], lanes[pair + pairs]);
    return lanes[0];
}

float fold_run(Fold fold, Folded folded, const void *source, int64_t count)
{
    int64_t block = fold == PRODUCT ? PRODUCT_BLOCK : BLOCK;
    if (count <= block) {
        switch (fold) { /* each compiled for itself */
        case SUM: return fold_block(SUM, folded, source, count);
        case PRODUCT: return fold_block(PRODUCT, folded, source, count);
        case LARGEST: return fold_block(LARGEST, folded, source, count);
        default: return fold_block(SMALLEST, folded, source, count);
        }
    }
    int64_t half = (count / block + 1) / 2 * block;
    float front = fold_run(fold, folded, source, half); /* memory is walked from front to back */
    return both(fold, front, fold_run(fold, folded, (const char *)source + width_of(folded) * half, count - half));
}
