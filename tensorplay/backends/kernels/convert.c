/* float32 to float16 or bfloat16 and back: rounded to nearest, ties to even; NaN as NumPy and ml_dtypes make it. */
#include "kernels.h"

#include <string.h>

#if WITH_AVX2
#include <immintrin.h>
#endif

/* A NaN keeps its sign and the upper bits of its payload, and stays a NaN. */
static inline uint16_t half_of(uint32_t bits)
{
    uint16_t sign = (uint16_t)(bits >> 16 & 0x8000u);
    uint32_t magnitude = bits & 0x7fffffffu;
    if (magnitude > 0x7f800000u) {
        uint16_t payload = (uint16_t)(magnitude >> 13 & 0x3ffu);
        return (uint16_t)(sign | 0x7c00u | (payload ? payload : 1));
    }
    if (magnitude >= 0x47800000u) /* 65536 and above */
        return (uint16_t)(sign | 0x7c00u);
    if (magnitude >= 0x38800000u) { /* a normal float16; a carry moves up into the exponent, at last to infinity */
        uint32_t rebased = magnitude - 0x38000000u;
        return (uint16_t)(sign | (rebased + 0xfffu + (rebased >> 13 & 1)) >> 13);
    }
    if (magnitude < 0x33000000u) /* below half of the smallest subnormal */
        return sign;
    uint32_t mantissa = (magnitude & 0x7fffffu) | 0x800000u;
    int shift = 126 - (int)(magnitude >> 23);
    uint32_t kept = mantissa >> shift, rest = mantissa & ((1u << shift) - 1), middle = 1u << (shift - 1);
    return (uint16_t)(sign | (kept + (rest > middle || (rest == middle && (kept & 1)))));
}

static inline uint32_t float_of_half(uint16_t bits)
{
    uint32_t sign = (uint32_t)(bits & 0x8000u) << 16;
    uint32_t exponent = bits >> 10 & 0x1fu, mantissa = bits & 0x3ffu;
    if (exponent == 0x1f)
        return sign | 0x7f800000u | mantissa << 13;
    if (exponent)
        return sign | (exponent + 112) << 23 | mantissa << 13;
    if (!mantissa)
        return sign;
    uint32_t power = 113;
    for (; !(mantissa & 0x400u); mantissa <<= 1)
        power--;
    return sign | power << 23 | (mantissa & 0x3ffu) << 13;
}

/* Any NaN becomes the quiet NaN of its sign. */
static inline uint16_t bfloat_of(uint32_t bits)
{
    if ((bits & 0x7fffffffu) > 0x7f800000u)
        return (uint16_t)((bits >> 16 & 0x8000u) | 0x7fc0u);
    return (uint16_t)((bits + 0x7fffu + (bits >> 16 & 1)) >> 16);
}

static inline uint32_t float_of_bfloat(uint16_t bits)
{
    return (uint32_t)bits << 16;
}

/* One loop for each direction; the arrays need not be aligned. */
#define RUN_OF(name, from_type, to_type, element)                                    \
    static void name(char *destination, const char *source, int64_t count)           \
    {                                                                                \
        for (int64_t at = 0; at < count; at++) {                                     \
            from_type given;                                                         \
            memcpy(&given, source + at * (int64_t)sizeof(from_type), sizeof(from_type)); \
            to_type made = element(given);                                           \
            memcpy(destination + at * (int64_t)sizeof(to_type), &made, sizeof(to_type)); \
        }                                                                            \
    }

RUN_OF(float_to_half, uint32_t, uint16_t, half_of)
RUN_OF(half_to_float, uint16_t, uint32_t, float_of_half)
RUN_OF(float_to_bfloat, uint32_t, uint16_t, bfloat_of)
RUN_OF(bfloat_to_float, uint16_t, uint32_t, float_of_bfloat)

#if WITH_AVX2
/* The processor makes NaN quiet, NumPy does not: eight elements with a NaN among them are done one by one. */
AVX2_F16C static int64_t float_to_half_f16c(char *destination, const char *source, int64_t count)
{
    int64_t at = 0;
    for (; at + 8 <= count; at += 8) {
        __m256 given = _mm256_loadu_ps((const float *)(source + 4 * at));
        if (_mm256_movemask_ps(_mm256_cmp_ps(given, given, _CMP_UNORD_Q)))
            float_to_half(destination + 2 * at, source + 4 * at, 8);
        else
            _mm_storeu_si128((__m128i *)(destination + 2 * at), _mm256_cvtps_ph(given, _MM_FROUND_TO_NEAREST_INT));
    }
    return at;
}

AVX2_F16C static int64_t half_to_float_f16c(char *destination, const char *source, int64_t count)
{
    int64_t at = 0;
    for (; at + 8 <= count; at += 8) {
        __m256 made = _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(source + 2 * at)));
        if (_mm256_movemask_ps(_mm256_cmp_ps(made, made, _CMP_UNORD_Q)))
            half_to_float(destination + 4 * at, source + 2 * at, 8);
        else
            _mm256_storeu_ps((float *)(destination + 4 * at), made);
    }
    return at;
}

AVX2 static inline __m256i bfloats_of(__m256i bits)
{
    __m256 given = _mm256_castsi256_ps(bits);
    __m256i nan = _mm256_castps_si256(_mm256_cmp_ps(given, given, _CMP_UNORD_Q));
    __m256i odd = _mm256_and_si256(_mm256_srli_epi32(bits, 16), _mm256_set1_epi32(1));
    __m256i rounded = _mm256_add_epi32(bits, _mm256_add_epi32(odd, _mm256_set1_epi32(0x7fff)));
    __m256i quiet = _mm256_or_si256(_mm256_and_si256(bits, _mm256_set1_epi32((int)0x80000000u)),
                                    _mm256_set1_epi32(0x7fc00000));
    return _mm256_srli_epi32(_mm256_blendv_epi8(rounded, quiet, nan), 16);
}

AVX2 static int64_t float_to_bfloat_avx2(char *destination, const char *source, int64_t count)
{
    int64_t at = 0;
    for (; at + 16 <= count; at += 16) {
        __m256i low = bfloats_of(_mm256_loadu_si256((const __m256i *)(source + 4 * at)));
        __m256i high = bfloats_of(_mm256_loadu_si256((const __m256i *)(source + 4 * at + 32)));
        __m256i packed = _mm256_permute4x64_epi64(_mm256_packus_epi32(low, high), 0xd8);
        _mm256_storeu_si256((__m256i *)(destination + 2 * at), packed);
    }
    return at;
}

AVX2 static int64_t bfloat_to_float_avx2(char *destination, const char *source, int64_t count)
{
    int64_t at = 0;
    for (; at + 8 <= count; at += 8) {
        __m256i wide = _mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *)(source + 2 * at)));
        _mm256_storeu_si256((__m256i *)(destination + 4 * at), _mm256_slli_epi32(wide, 16));
    }
    return at;
}

static int64_t with_avx2(Conversion conversion, char *destination, const char *source, int64_t count)
{
    switch (conversion) {
    case FLOAT_TO_HALF: return have_f16c() ? float_to_half_f16c(destination, source, count) : 0;
    case HALF_TO_FLOAT: return have_f16c() ? half_to_float_f16c(destination, source, count) : 0;
    case FLOAT_TO_BFLOAT: return have_avx2() ? float_to_bfloat_avx2(destination, source, count) : 0;
    default: return have_avx2() ? bfloat_to_float_avx2(destination, source, count) : 0;
    }
}
#endif

void convert_run(Conversion conversion, void *destination, const void *source, int64_t count)
{
    char *to = destination;
    const char *from = source;
    int64_t done = 0;
#if WITH_AVX2
    done = with_avx2(conversion, to, from, count);
#endif
    int narrowing = conversion == FLOAT_TO_HALF || conversion == FLOAT_TO_BFLOAT;
    to += done * (narrowing ? 2 : 4);
    from += done * (narrowing ? 4 : 2);
    switch (conversion) {
    case FLOAT_TO_HALF: float_to_half(to, from, count - done); break;
    case HALF_TO_FLOAT: half_to_float(to, from, count - done); break;
    case FLOAT_TO_BFLOAT: float_to_bfloat(to, from, count - done); break;
    default: bfloat_to_float(to, from, count - done); break;
    }
}
