/* Sums of rows in float32: 32 sums run side by side through a block, and are added pair by pair, as are the blocks. */
#include "short_vectors.h"

#include <string.h>

#define LANES 32
#define BLOCK 4096

static int64_t width_of(Summand summand)
{
    return summand == FLOATS ? 4 : 2;
}

/* Add whole groups of LANES elements to the lanes, element by element; the source need not be aligned. */
static void add_groups(float *lanes, Summand summand, const char *source, int64_t count)
{
    float group[LANES];
    for (int64_t at = 0; at < count; at += LANES) {
        if (summand == FLOATS)
            memcpy(group, source + 4 * at, sizeof group);
        else
            convert_run(summand == HALVES ? HALF_TO_FLOAT : BFLOAT_TO_FLOAT, group, source + 2 * at, LANES);
        for (int lane = 0; lane < LANES; lane++)
            lanes[lane] += group[lane];
    }
}

#if WITH_AVX2
#define GROUPS_OF(name, target, width, load)                                       \
    target static void name(float *lanes, const char *source, int64_t count)       \
    {                                                                              \
        __m256 first = _mm256_setzero_ps(), second = first, third = first, fourth = first; \
        for (const char *end = source + width * count; source < end; source += width * LANES) { \
            first = _mm256_add_ps(first, load(source));                            \
            second = _mm256_add_ps(second, load(source + width * 8));              \
            third = _mm256_add_ps(third, load(source + width * 16));               \
            fourth = _mm256_add_ps(fourth, load(source + width * 24));             \
        }                                                                          \
        _mm256_storeu_ps(lanes, first);                                            \
        _mm256_storeu_ps(lanes + 8, second);                                       \
        _mm256_storeu_ps(lanes + 16, third);                                       \
        _mm256_storeu_ps(lanes + 24, fourth);                                      \
    }

GROUPS_OF(add_floats, AVX2, 4, load_floats)
GROUPS_OF(add_halves, AVX2_F16C, 2, load_halves)
GROUPS_OF(add_bfloats, AVX2, 2, load_bfloats)
#endif

static float sum_of_block(Summand summand, const char *source, int64_t count)
{
    float lanes[LANES] = {0};
    int64_t whole = count / LANES * LANES, width = width_of(summand);
#if WITH_AVX2
    if (summand == HALVES ? have_f16c() : have_avx2())
        (summand == FLOATS ? add_floats : summand == HALVES ? add_halves : add_bfloats)(lanes, source, whole);
    else
#endif
        add_groups(lanes, summand, source, whole);
    if (count > whole) {
        char last[LANES * sizeof(float)] = {0};
        memcpy(last, source + width * whole, (size_t)(width * (count - whole)));
        add_groups(lanes, summand, last, LANES);
    }
    for (int half = LANES / 2; half; half /= 2)
        for (int lane = 0; lane < half; lane++)
            lanes[lane] += lanes[lane + half];
    return lanes[0];
}

float sum_run(Summand summand, const void *source, int64_t count)
{
    if (count <= BLOCK)
        return sum_of_block(summand, source, count);
    int64_t half = (count / BLOCK + 1) / 2 * BLOCK;
    return sum_run(summand, source, half) +
           sum_run(summand, (const char *)source + width_of(summand) * half, count - half);
}
