/* Rows turned round: the destination contiguous, the source walked from the end of a contiguous row to its start.
 *
 * A vector of the source is turned by one shuffle, whatever the width of its elements. The last vector of a row is moved
 * back so that it ends with the row and repeats some elements, and a row shorter than a vector goes by two halves or
 * quarters of one in the same way: both sides are apart, so writing twice does no harm.
 */
#include "kernels.h"

#include <string.h>

/* A row of the destination, and the end of the one in the source, whose last element comes first. */
typedef struct {
    char *destination;
    const char *end;
    int64_t bytes;
} Row;

typedef struct {
    char bytes[16];
} Sixteen;

#define TURN_OF(type)                                                                \
    static void turn_##type(Row row)                                                 \
    {                                                                                \
        for (int64_t at = 0; at < row.bytes; at += sizeof(type))                     \
            memcpy(row.destination + at, row.end - at - sizeof(type), sizeof(type)); \
    }

TURN_OF(uint8_t)
TURN_OF(uint16_t)
TURN_OF(uint32_t)
TURN_OF(uint64_t)
TURN_OF(Sixteen)

/* The bytes, or the pairs of bytes, of a word in reverse order. */
static inline uint64_t turned_word(uint64_t word, int itemsize)
{
    word = word >> 32 | word << 32;
    word = (word >> 16 & 0x0000FFFF0000FFFFu) | (word & 0x0000FFFF0000FFFFu) << 16;
    if (itemsize == 1)
        word = (word >> 8 & 0x00FF00FF00FF00FFu) | (word & 0x00FF00FF00FF00FFu) << 8;
    return word;
}

static inline __attribute__((always_inline)) Row turn_words(Row row, int itemsize)
{
    for (; row.bytes >= 8; row.bytes -= 8, row.destination += 8, row.end -= 8) {
        uint64_t word;
        memcpy(&word, row.end - 8, 8);
        word = turned_word(word, itemsize);
        memcpy(row.destination, &word, 8);
    }
    return row;
}

/* Wider elements are turned as quickly one by one. */
static void turn_portable(Row row, int itemsize)
{
    switch (itemsize) {
    case 1: turn_uint8_t(turn_words(row, 1)); break;
    case 2: turn_uint16_t(turn_words(row, 2)); break;
    case 4: turn_uint32_t(row); break;
    case 8: turn_uint64_t(row); break;
    default: turn_Sixteen(row); break;
    }
}

#if WITH_AVX2
#include <immintrin.h>

/* Where the bytes of sixteen come from when each group of `bytes` is turned round; none for a group without room. */
AVX2 static __m128i turning_table(int itemsize, int bytes)
{
    unsigned char from[16];
    for (int byte = 0; byte < 16; byte++) {
        int start = byte / bytes * bytes, place = byte % bytes / itemsize * itemsize;
        int origin = start + bytes - itemsize - place + byte % itemsize;
        from[byte] = (unsigned char)(start + bytes <= 16 ? origin : 0x80);
    }
    return _mm_loadu_si128((const __m128i *)from);
}

/* The 32 bytes before `end`: loaded with their halves exchanged, so that only the halves are left to be turned. */
AVX2 static inline __m256i turned_32(const char *end, __m256i table)
{
    __m128i last = _mm_loadu_si128((const __m128i *)(end - 16));
    __m256i both = _mm256_inserti128_si256(_mm256_castsi128_si256(last), _mm_loadu_si128((const __m128i *)(end - 32)), 1);
    return _mm256_shuffle_epi8(both, table);
}

AVX2 static inline void turn_32(char *destination, const char *end, __m256i table)
{
    _mm256_storeu_si256((__m256i *)destination, turned_32(end, table));
}

AVX2 static inline void turn_16(char *destination, const char *end, __m256i table)
{
    __m128i given = _mm_loadu_si128((const __m128i *)(end - 16));
    _mm_storeu_si128((__m128i *)destination, _mm_shuffle_epi8(given, _mm256_castsi256_si128(table)));
}

/* Given as the low half of sixteen bytes, they come out as the high half. */
AVX2 static inline void turn_8(char *destination, const char *end, __m256i table)
{
    __m128i given = _mm_loadl_epi64((const __m128i *)(end - 8));
    given = _mm_shuffle_epi8(given, _mm256_castsi256_si128(table));
    _mm_storel_epi64((__m128i *)destination, _mm_unpackhi_epi64(given, given));
}

/* A row of any length. */
AVX2 static inline void turn_row(Row row, int itemsize, __m256i table)
{
    int64_t at = 0;
    for (; at <= row.bytes - 4 * 32; at += 4 * 32)
        for (int part = 0; part < 4 * 32; part += 32)
            turn_32(row.destination + at + part, row.end - at - part, table);
    for (; at <= row.bytes - 32; at += 32)
        turn_32(row.destination + at, row.end - at, table);
    if (at == row.bytes)
        return;
    char *last = row.destination + row.bytes; /* what ends there began where the source row does */
    const char *start = row.end - row.bytes;
    if (row.bytes >= 32) {
        turn_32(last - 32, start + 32, table);
    } else if (row.bytes >= 16) {
        turn_16(row.destination, row.end, table);
        turn_16(last - 16, start + 16, table);
    } else if (row.bytes >= 8) {
        turn_8(row.destination, row.end, table);
        turn_8(last - 8, start + 8, table);
    } else {
        turn_portable(row, itemsize);
    }
}

/* A row of at least a line: whole cache lines past the cache, what is before and after them as usual. It is written from
 * its end to its start, so that the source is read in its own order, in which the processor asks for it ahead. */
AVX2 static inline void stream_row(Row row, int itemsize, __m256i table)
{
    int64_t first = -(intptr_t)row.destination & (LINE - 1), at = first + (row.bytes - first) / LINE * LINE;
    Row head = {row.destination, row.end, first}, rest = {row.destination + at, row.end - at, row.bytes - at};
    turn_row(rest, itemsize, table);
    while (at > first) {
        at -= LINE;
        _mm256_stream_si256((__m256i *)(row.destination + at + 32), turned_32(row.end - at - 32, table));
        _mm256_stream_si256((__m256i *)(row.destination + at), turned_32(row.end - at, table));
    }
    turn_row(head, itemsize, table);
}

/* Short rows that run on from one to the next on both sides: as many at once as have room in sixteen bytes. What is
 * written beyond them is written again by those that follow. Returns how many rows are done. */
AVX2 static int64_t turn_packed_rows(const Rectangle *rows, int itemsize)
{
    int bytes = (int)rows->count_j * itemsize, together = 16 / bytes;
    __m128i table = turning_table(itemsize, bytes);
    const char *source = rows->source - (bytes - itemsize);
    int64_t done = 0;
    for (; done * bytes <= rows->count_i * bytes - 16; done += together) {
        __m128i given = _mm_loadu_si128((const __m128i *)(source + done * bytes));
        _mm_storeu_si128((__m128i *)(rows->destination + done * bytes), _mm_shuffle_epi8(given, table));
    }
    return done;
}

/* Rows from number `first` on. */
AVX2 static void turn_rows_quickly(const Rectangle *rows, int64_t first, int itemsize, int streaming)
{
    __m256i table = _mm256_broadcastsi128_si256(turning_table(itemsize, 16));
    int64_t bytes = rows->count_j * itemsize;
    for (int64_t i = first; i < rows->count_i; i++) {
        Row row = {rows->destination + i * rows->destination_i, rows->source + i * rows->source_i + itemsize, bytes};
        /* The last piece of a row can be short, whatever the others are; and elements must not cross lines. */
        if (streaming && bytes >= SHORTEST_STREAM && (intptr_t)row.destination % itemsize == 0)
            stream_row(row, itemsize, table);
        else
            turn_row(row, itemsize, table);
    }
}
#endif

/* What `turn_rows` does, in words. */
const char *reversal_of(void)
{
    return have_avx2() ? "rows turned round in registers" : "rows turned round";
}

void turn_rows(const Rectangle *rows, int itemsize, int streaming)
{
    int64_t bytes = rows->count_j * itemsize;
#if WITH_AVX2
    if (have_avx2()) {
        int packed = bytes <= 16 && rows->destination_i == bytes && rows->source_i == bytes;
        turn_rows_quickly(rows, packed ? turn_packed_rows(rows, itemsize) : 0, itemsize, streaming);
        return;
    }
#endif
    (void)streaming;
    for (int64_t i = 0; i < rows->count_i; i++) {
        Row row = {rows->destination + i * rows->destination_i, rows->source + i * rows->source_i + itemsize, bytes};
        turn_portable(row, itemsize);
    }
}
