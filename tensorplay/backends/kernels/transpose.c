/* Transposition of a tile: the destination is contiguous along j, the source along i.
 *
 * A tile is covered with small squares that are transposed in registers. The last square of a row or column is moved
 * back so that it ends with the tile and repeats some elements: both sides are apart, so writing twice does no harm.
 */
#include "kernels.h"

#include <string.h>

typedef struct {
    char bytes[16];
} Sixteen;

/* Few columns or rows: one short loop whose length the compiler knows. */
#define FIXED_COLUMNS(type, columns)                                                 \
    for (int64_t i = 0; i < tile->count_i; i++) {                                    \
        const char *from = tile->source + i * (int64_t)sizeof(type);                 \
        char *to = tile->destination + i * tile->destination_i;                      \
        for (int j = 0; j < columns; j++)                                            \
            memcpy(to + j * sizeof(type), from + j * tile->source_j, sizeof(type));  \
    }

#define FIXED_ROWS(type, rows)                                                       \
    for (int64_t j = 0; j < tile->count_j; j++) {                                    \
        const char *from = tile->source + j * tile->source_j;                        \
        char *to = tile->destination + j * (int64_t)sizeof(type);                    \
        for (int i = 0; i < rows; i++)                                               \
            memcpy(to + i * tile->destination_i, from + i * sizeof(type), sizeof(type)); \
    }

#define PORTABLE_OF(type)                                                            \
    static void portable_##type(const Rectangle *tile)                               \
    {                                                                                \
        if (tile->count_j == 2) {                                                    \
            FIXED_COLUMNS(type, 2)                                                   \
        } else if (tile->count_j == 3) {                                             \
            FIXED_COLUMNS(type, 3)                                                   \
        } else if (tile->count_j == 4) {                                             \
            FIXED_COLUMNS(type, 4)                                                   \
        } else if (tile->count_i == 2) {                                             \
            FIXED_ROWS(type, 2)                                                      \
        } else if (tile->count_i == 3) {                                             \
            FIXED_ROWS(type, 3)                                                      \
        } else if (tile->count_i == 4) {                                             \
            FIXED_ROWS(type, 4)                                                      \
        } else {                                                                     \
            for (int64_t i = 0; i < tile->count_i; i++) {                            \
                const char *from = tile->source + i * (int64_t)sizeof(type);         \
                char *to = tile->destination + i * tile->destination_i;              \
                for (int64_t j = 0; j < tile->count_j; j++)                          \
                    memcpy(to + j * (int64_t)sizeof(type), from + j * tile->source_j, sizeof(type)); \
            }                                                                        \
        }                                                                            \
    }

PORTABLE_OF(uint8_t)
PORTABLE_OF(uint16_t)
PORTABLE_OF(uint32_t)
PORTABLE_OF(uint64_t)
PORTABLE_OF(Sixteen)

static void portable(const Rectangle *tile, int itemsize)
{
    switch (itemsize) {
    case 1: portable_uint8_t(tile); break;
    case 2: portable_uint16_t(tile); break;
    case 4: portable_uint32_t(tile); break;
    case 8: portable_uint64_t(tile); break;
    default: portable_Sixteen(tile); break;
    }
}

#if WITH_AVX2
#include <immintrin.h>

#define LOAD(address) _mm256_loadu_si256((const __m256i *)(address))
#define STORE(address, value) _mm256_storeu_si256((__m256i *)(address), value)
#define STORE_LOW(address, value) _mm_storeu_si128((__m128i *)(address), _mm256_castsi256_si128(value))
#define STORE_HIGH(address, value) _mm_storeu_si128((__m128i *)(address), _mm256_extracti128_si256(value, 1))

/* One register of two source rows of 16 bytes each. */
AVX2 static inline __m256i two_rows(const char *upper, const char *lower)
{
    return _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)upper)),
                                   _mm_loadu_si128((const __m128i *)lower), 1);
}

/* 32 source rows of 16 bytes become 16 destination rows of 32: each half of a register is a 16 by 16 square. */
AVX2 static inline void square_1(char *to, int64_t to_step, const char *from, int64_t from_step)
{
    __m256i a[16], b[16];
    for (int row = 0; row < 16; row++)
        a[row] = two_rows(from + row * from_step, from + (row + 16) * from_step);
    for (int row = 0; row < 8; row++) {
        b[2 * row] = _mm256_unpacklo_epi8(a[row], a[row + 8]);
        b[2 * row + 1] = _mm256_unpackhi_epi8(a[row], a[row + 8]);
    }
    for (int row = 0; row < 8; row++) {
        a[2 * row] = _mm256_unpacklo_epi8(b[row], b[row + 8]);
        a[2 * row + 1] = _mm256_unpackhi_epi8(b[row], b[row + 8]);
    }
    for (int row = 0; row < 8; row++) {
        b[2 * row] = _mm256_unpacklo_epi8(a[row], a[row + 8]);
        b[2 * row + 1] = _mm256_unpackhi_epi8(a[row], a[row + 8]);
    }
    for (int row = 0; row < 8; row++) {
        STORE(to + 2 * row * to_step, _mm256_unpacklo_epi8(b[row], b[row + 8]));
        STORE(to + (2 * row + 1) * to_step, _mm256_unpackhi_epi8(b[row], b[row + 8]));
    }
}

/* 16 source rows of 8 elements become 8 destination rows of 16. */
AVX2 static inline void square_2(char *to, int64_t to_step, const char *from, int64_t from_step)
{
    __m256i a[8], b[8];
    for (int row = 0; row < 8; row++)
        a[row] = two_rows(from + row * from_step, from + (row + 8) * from_step);
    for (int row = 0; row < 4; row++) {
        b[2 * row] = _mm256_unpacklo_epi16(a[row], a[row + 4]);
        b[2 * row + 1] = _mm256_unpackhi_epi16(a[row], a[row + 4]);
    }
    for (int row = 0; row < 4; row++) {
        a[2 * row] = _mm256_unpacklo_epi16(b[row], b[row + 4]);
        a[2 * row + 1] = _mm256_unpackhi_epi16(b[row], b[row + 4]);
    }
    for (int row = 0; row < 4; row++) {
        STORE(to + 2 * row * to_step, _mm256_unpacklo_epi16(a[row], a[row + 4]));
        STORE(to + (2 * row + 1) * to_step, _mm256_unpackhi_epi16(a[row], a[row + 4]));
    }
}

/* 8 by 8 elements. Loading half rows side by side spares the exchange of halves at the end. */
AVX2 static inline void square_4(char *to, int64_t to_step, const char *from, int64_t from_step)
{
    __m256i a[8], b[8];
    for (int row = 0; row < 4; row++)
        for (int half = 0; half < 2; half++) {
            const char *at = from + row * from_step + 16 * half;
            __m128i upper = _mm_loadu_si128((const __m128i *)at);
            a[4 * half + row] = _mm256_inserti128_si256(
                _mm256_castsi128_si256(upper), _mm_loadu_si128((const __m128i *)(at + 4 * from_step)), 1);
        }
    for (int half = 0; half < 8; half += 4) {
        b[half] = _mm256_unpacklo_epi32(a[half], a[half + 1]);
        b[half + 1] = _mm256_unpackhi_epi32(a[half], a[half + 1]);
        b[half + 2] = _mm256_unpacklo_epi32(a[half + 2], a[half + 3]);
        b[half + 3] = _mm256_unpackhi_epi32(a[half + 2], a[half + 3]);
        STORE(to + half * to_step, _mm256_unpacklo_epi64(b[half], b[half + 2]));
        STORE(to + (half + 1) * to_step, _mm256_unpackhi_epi64(b[half], b[half + 2]));
        STORE(to + (half + 2) * to_step, _mm256_unpacklo_epi64(b[half + 1], b[half + 3]));
        STORE(to + (half + 3) * to_step, _mm256_unpackhi_epi64(b[half + 1], b[half + 3]));
    }
}

/* 4 by 4 elements. */
AVX2 static inline void square_8(char *to, int64_t to_step, const char *from, int64_t from_step)
{
    __m256i a[4];
    for (int row = 0; row < 2; row++)
        for (int half = 0; half < 2; half++) {
            const char *at = from + row * from_step + 16 * half;
            __m128i upper = _mm_loadu_si128((const __m128i *)at);
            a[2 * half + row] = _mm256_inserti128_si256(
                _mm256_castsi128_si256(upper), _mm_loadu_si128((const __m128i *)(at + 2 * from_step)), 1);
        }
    STORE(to, _mm256_unpacklo_epi64(a[0], a[1]));
    STORE(to + to_step, _mm256_unpackhi_epi64(a[0], a[1]));
    STORE(to + 2 * to_step, _mm256_unpacklo_epi64(a[2], a[3]));
    STORE(to + 3 * to_step, _mm256_unpackhi_epi64(a[2], a[3]));
}

/* 4 by 2 elements: nothing to shuffle. */
AVX2 static inline void square_16(char *to, int64_t to_step, const char *from, int64_t from_step)
{
    for (int row = 0; row < 2; row++)
        for (int column = 0; column < 4; column++)
            _mm_storeu_si128((__m128i *)(to + column * to_step + 16 * row),
                             _mm_loadu_si128((const __m128i *)(from + row * from_step + 16 * column)));
}

/* Rows that are a multiple of this apart share a set of the first cache, which holds eight lines. */
#define CRITICAL_STEP 4096
#define CACHE_WAYS 8
/* Rows of a tile up to this length can be gathered. */
#define LONGEST_GATHERED 256

/* Source rows side by side, some bytes apart. */
AVX2 static void gather_rows(char *gathered, int64_t step, const char *from, int64_t from_step, int rows, int64_t bytes)
{
    for (int row = 0; row < rows; row++) {
        int64_t at = 0;
        for (; at <= bytes - 32; at += 32)
            STORE(gathered + row * step + at, LOAD(from + row * from_step + at));
        memcpy(gathered + row * step + at, from + row * from_step + at, bytes - at);
    }
}

/* All squares of a tile of at least one square, `high` along i and `wide` along j. The source lines of the next block
 * are asked for while this one is worked on; rows that would drive each other out of the cache are gathered first. */
#define SQUARES(itemsize, high, wide)                                                \
    AVX2 static void squares_##itemsize(const Rectangle *tile)                       \
    {                                                                                \
        char gathered[wide > CACHE_WAYS ? wide * (LONGEST_GATHERED + 32) : 1];       \
        int64_t bytes = tile->count_i * itemsize, step = tile->source_j;             \
        int gathering = wide > CACHE_WAYS && step % CRITICAL_STEP == 0 && bytes <= LONGEST_GATHERED; \
        if (gathering)                                                               \
            step = (bytes + 31) / 32 * 32 + 32;                                      \
        for (int64_t j = 0;; j += wide) {                                            \
            if (j > tile->count_j - wide) {                                          \
                if (j == tile->count_j)                                              \
                    break;                                                           \
                j = tile->count_j - wide;                                            \
            }                                                                        \
            const char *from = tile->source + j * tile->source_j;                    \
            char *to = tile->destination + j * itemsize;                             \
            if (tile->ahead.distance)                                                \
                for (int row = 0; row < wide; row++)                                 \
                    PREFETCH_RUN(from + tile->ahead.distance + row * tile->source_j, tile->ahead.bytes); \
            if (gathering) {                                                         \
                gather_rows(gathered, step, from, tile->source_j, wide, bytes);      \
                from = gathered;                                                     \
            }                                                                        \
            int64_t i = 0;                                                           \
            for (; i <= tile->count_i - high; i += high)                             \
                square_##itemsize(to + i * tile->destination_i, tile->destination_i, from + i * itemsize, step); \
            if (i < tile->count_i) {                                                 \
                i = tile->count_i - high;                                            \
                square_##itemsize(to + i * tile->destination_i, tile->destination_i, from + i * itemsize, step); \
            }                                                                        \
        }                                                                            \
    }

SQUARES(1, 16, 32)
SQUARES(2, 8, 16)
SQUARES(4, 8, 8)
SQUARES(8, 4, 4)
SQUARES(16, 4, 2)

static int has_a_square(const Rectangle *tile, int itemsize)
{
    static const int high[] = {16, 8, 8, 4, 4}, wide[] = {32, 16, 8, 4, 2};
    int place = itemsize == 1 ? 0 : itemsize == 2 ? 1 : itemsize == 4 ? 2 : itemsize == 8 ? 3 : 4;
    return tile->count_i >= high[place] && tile->count_j >= wide[place];
}
#endif

/* Which way `transpose` takes, in words. */
const char *transposition_of(const Rectangle *tile, int itemsize)
{
#if WITH_AVX2
    if (have_avx2() && has_a_square(tile, itemsize))
        return "squares transposed in registers";
#endif
    return interleaves(tile, itemsize) ? "rows interleaved in registers" : "transposed element by element";
}

void transpose(const Rectangle *tile, int itemsize)
{
#if WITH_AVX2
    if (have_avx2() && has_a_square(tile, itemsize)) {
        switch (itemsize) {
        case 1: squares_1(tile); break;
        case 2: squares_2(tile); break;
        case 4: squares_4(tile); break;
        case 8: squares_8(tile); break;
        default: squares_16(tile); break;
        }
        return;
    }
#endif
    int64_t done = interleave(tile, itemsize);
    Rectangle rest = *tile;
    if (tile->count_j <= 4 && tile->destination_i == tile->count_j * itemsize) {
        rest.destination += done * rest.destination_i;
        rest.source += done * itemsize;
        rest.count_i -= done;
    } else {
        rest.destination += done * itemsize;
        rest.source += done * rest.source_j;
        rest.count_j -= done;
    }
    portable(&rest, itemsize);
}
