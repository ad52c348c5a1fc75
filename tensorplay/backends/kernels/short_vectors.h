/* Eight elements as a vector of float32; NaN may come out quiet. */
#ifndef TENSORPLAY_SHORT_VECTORS_H
#define TENSORPLAY_SHORT_VECTORS_H

#include "kernels.h"

#if WITH_AVX2
#include <immintrin.h>

AVX2 static inline __m256 load_floats(const char *from)
{
    return _mm256_loadu_ps((const float *)from);
}

AVX2_F16C static inline __m256 load_halves(const char *from)
{
    return _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)from));
}

AVX2 static inline __m256 load_bfloats(const char *from)
{
    return _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *)from)), 16));
}
#endif

#endif
