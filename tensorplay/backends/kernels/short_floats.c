/* Arithmetic of float16 and bfloat16, in float32 and rounded once; and any function of one of them, from a table. */
#include "short_vectors.h"

#include <string.h>

/* Elements that are widened, computed and rounded together in the first-level cache. */
#define BLOCK 512

static void compute_floats(Arithmetic arithmetic, float *restrict left, const float *restrict right, int64_t count)
{
    switch (arithmetic) {
    case ADD:
        for (int64_t at = 0; at < count; at++)
            left[at] = left[at] + right[at];
        break;
    case SUBTRACT:
        for (int64_t at = 0; at < count; at++)
            left[at] = left[at] - right[at];
        break;
    case MULTIPLY:
        for (int64_t at = 0; at < count; at++)
            left[at] = left[at] * right[at];
        break;
    default:
        for (int64_t at = 0; at < count; at++)
            left[at] = left[at] / right[at];
    }
}

static void widened(Conversion widening, float *buffer, const char *source, float constant, int64_t count)
{
    if (source)
        convert_run(widening, buffer, source, count);
    else
        for (int64_t at = 0; at < count; at++)
            buffer[at] = constant;
}

static void combine_blocks(Arithmetic arithmetic, Conversion widening, char *to, const char *left, const char *right,
                           float constant, int64_t count)
{
    Conversion narrowing = widening == HALF_TO_FLOAT ? FLOAT_TO_HALF : FLOAT_TO_BFLOAT;
    float first[BLOCK], second[BLOCK];
    for (int64_t done = 0; done < count; done += BLOCK) {
        int64_t part = count - done < BLOCK ? count - done : BLOCK;
        widened(widening, first, left ? left + 2 * done : NULL, constant, part);
        widened(widening, second, right ? right + 2 * done : NULL, constant, part);
        compute_floats(arithmetic, first, second, part);
        convert_run(narrowing, to + 2 * done, first, part);
    }
}

#if WITH_AVX2
AVX2_F16C static inline void store_halves(char *to, __m256 made)
{
    _mm_storeu_si128((__m128i *)to, _mm256_cvtps_ph(made, _MM_FROUND_TO_NEAREST_INT));
}

AVX2 static inline void store_bfloats(char *to, __m256 made)
{
    __m256i bits = _mm256_castps_si256(made);
    __m256i odd = _mm256_and_si256(_mm256_srli_epi32(bits, 16), _mm256_set1_epi32(1));
    bits = _mm256_srli_epi32(_mm256_add_epi32(bits, _mm256_add_epi32(odd, _mm256_set1_epi32(0x7fff))), 16);
    _mm_storeu_si128((__m128i *)to, _mm_packus_epi32(_mm256_castsi256_si128(bits), _mm256_extracti128_si256(bits, 1)));
}

/* In registers, eight elements at a time; those with a NaN among them as in blocks, so that it comes out the same. */
#define IN_REGISTERS(name, target, widening, load, store, arithmetic, operation)                          \
    target static int64_t name(char *to, const char *left, const char *right, float constant, int64_t count) \
    {                                                                                                     \
        __m256 same = _mm256_set1_ps(constant);                                                           \
        int64_t at = 0;                                                                                   \
        for (; at + 8 <= count; at += 8) {                                                                \
            const char *one = left ? left + 2 * at : NULL, *other = right ? right + 2 * at : NULL;        \
            __m256 made = operation(one ? load(one) : same, other ? load(other) : same);                  \
            if (_mm256_movemask_ps(_mm256_cmp_ps(made, made, _CMP_UNORD_Q)))                              \
                combine_blocks(arithmetic, widening, to + 2 * at, one, other, constant, 8);               \
            else                                                                                          \
                store(to + 2 * at, made);                                                                 \
        }                                                                                                 \
        return at;                                                                                        \
    }
#define BOTH_IN_REGISTERS(name, arithmetic, operation)                                                    \
    IN_REGISTERS(name##_halves, AVX2_F16C, HALF_TO_FLOAT, load_halves, store_halves, arithmetic, operation) \
    IN_REGISTERS(name##_bfloats, AVX2, BFLOAT_TO_FLOAT, load_bfloats, store_bfloats, arithmetic, operation)

BOTH_IN_REGISTERS(add, ADD, _mm256_add_ps)
BOTH_IN_REGISTERS(subtract, SUBTRACT, _mm256_sub_ps)
BOTH_IN_REGISTERS(multiply, MULTIPLY, _mm256_mul_ps)
BOTH_IN_REGISTERS(divide, DIVIDE, _mm256_div_ps)

typedef int64_t (*InRegisters)(char *, const char *, const char *, float, int64_t);
static const InRegisters of_halves[] = {add_halves, subtract_halves, multiply_halves, divide_halves};
static const InRegisters of_bfloats[] = {add_bfloats, subtract_bfloats, multiply_bfloats, divide_bfloats};
#endif

/* An operand that is NULL is the constant. The destination may be an operand. */
void combine_run(Arithmetic arithmetic, Conversion widening, void *destination, const void *left, const void *right,
                 float constant, int64_t count)
{
    char *to = destination;
    const char *one = left, *other = right;
    int64_t done = 0;
#if WITH_AVX2
    if (widening == HALF_TO_FLOAT ? have_f16c() : have_avx2())
        done = (widening == HALF_TO_FLOAT ? of_halves : of_bfloats)[arithmetic](to, one, other, constant, count);
#endif
    combine_blocks(arithmetic, widening, to + 2 * done, one ? one + 2 * done : NULL, other ? other + 2 * done : NULL,
                   constant, count - done);
}

/* What a table of all 65536 elements has in the place of each; the destination may be the source. */
void look_up_run(void *destination, const void *source, const uint16_t *table, int64_t count)
{
    char *to = destination;
    const char *from = source;
    for (int64_t at = 0; at < 2 * count; at += 2) {
        uint16_t element;
        memcpy(&element, from + at, 2);
        memcpy(to + at, &table[element], 2);
    }
}
