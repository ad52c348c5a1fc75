/* Runs that are contiguous on both sides, and runs filled with one element. */
#include "kernels.h"

#include <string.h>

#if WITH_AVX2
#include <immintrin.h>
#endif

/* Rows up to this length are asked for some time before their turn: the processor itself only goes on along a row. */
#define LONGEST_ASKED 16384
#define ASKED_BEFORE 4096

static inline __attribute__((always_inline)) void ask_for_rows(const Rectangle *rows, int64_t i, int64_t bytes)
{
    if (!rows->ahead.distance || bytes > LONGEST_ASKED)
        return;
    int64_t later = i + (ASKED_BEFORE + bytes - 1) / bytes;
    const char *start = later < rows->count_i
                            ? rows->source + later * rows->source_i
                            : rows->source + rows->ahead.distance + (later - rows->count_i) * rows->source_i;
    PREFETCH_RUN(start, bytes);
}

#if WITH_AVX2
AVX2 static inline void stream_line(char *destination, const char *source)
{
    __m256i low = _mm256_loadu_si256((const __m256i *)source);
    __m256i high = _mm256_loadu_si256((const __m256i *)(source + 32));
    _mm256_stream_si256((__m256i *)destination, low);
    _mm256_stream_si256((__m256i *)(destination + 32), high);
}
#endif

/* Whole cache lines are written past the cache, what is before and after them is copied as usual. */
#if WITH_AVX2
AVX2 static void stream_run(char *destination, const char *source, int64_t bytes)
{
    int64_t head = -(intptr_t)destination & (LINE - 1);
    memcpy(destination, source, head);
    destination += head;
    source += head;
    bytes -= head;
    for (; bytes >= LINE; bytes -= LINE, destination += LINE, source += LINE)
        stream_line(destination, source);
    memcpy(destination, source, bytes);
}
#endif

/* Rows that run on from one to the next on the destination's side. The line in which one ends and the next begins is put
 * together aside, since writing it in two parts would fetch it first: from the last 64 bytes of the one, and the first 64 of
 * the other, moved whole, as moves of changing lengths cost more than they save. */
#if WITH_AVX2
AVX2 static void stream_rows(const Rectangle *rows, int64_t bytes)
{
    char joint[3 * LINE];
    char *destination = rows->destination;
    int64_t begun = 0; /* how much of the line at `destination` is in the joint */
    for (int64_t i = 0; i < rows->count_i; i++) {
        const char *source = rows->source + i * rows->source_i, *end = source + bytes;
        ask_for_rows(rows, i, bytes);
        if (i == 0) {
            int64_t head = -(intptr_t)destination & (LINE - 1);
            memcpy(destination, source, head);
            destination += head;
            source += head;
        } else {
            memcpy(joint + LINE + begun, source, LINE);
            stream_line(destination, joint + LINE);
            destination += LINE;
            source += LINE - begun;
        }
        for (; source <= end - LINE; source += LINE, destination += LINE)
            stream_line(destination, source);
        begun = end - source;
        memcpy(joint + begun, end - LINE, LINE);
    }
    memcpy(destination, joint + LINE, begun);
}
#endif

void finish_streaming(void)
{
#if WITH_AVX2
    _mm_sfence();
#endif
}

void copy_run(char *destination, const char *source, int64_t bytes, int streaming)
{
#if WITH_AVX2
    if (streaming && bytes >= SHORTEST_STREAM) {
        stream_run(destination, source, bytes);
        return;
    }
#endif
    (void)streaming;
    memcpy(destination, source, bytes);
}

/* Rows of 3 to 64 bytes: two moves of a fixed width that may overlap, instead of a call for each row. */
#define OVERLAPPING_ROWS(width)                                                      \
    for (int64_t i = 0; i < rows->count_i; i++) {                                    \
        char first[width], last[width];                                              \
        memcpy(first, source, width);                                                \
        memcpy(last, source + bytes - width, width);                                 \
        memcpy(destination, first, width);                                           \
        memcpy(destination + bytes - width, last, width);                            \
        destination += rows->destination_i;                                          \
        source += rows->source_i;                                                    \
    }

void copy_rows(const Rectangle *rows, int itemsize, int streaming)
{
    char *destination = rows->destination;
    const char *source = rows->source;
    int64_t bytes = rows->count_j * itemsize;
#if WITH_AVX2
    if (streaming && bytes >= SHORTEST_STREAM && rows->destination_i == bytes && rows->count_i > 1) {
        stream_rows(rows, bytes);
        return;
    }
#endif
    if (bytes > 64 || bytes < 2) {
        for (int64_t i = 0; i < rows->count_i; i++) {
            ask_for_rows(rows, i, bytes);
            copy_run(destination, source, bytes, streaming);
            destination += rows->destination_i;
            source += rows->source_i;
        }
    } else if (bytes > 32) {
        OVERLAPPING_ROWS(32)
    } else if (bytes > 16) {
        OVERLAPPING_ROWS(16)
    } else if (bytes > 8) {
        OVERLAPPING_ROWS(8)
    } else if (bytes > 4) {
        OVERLAPPING_ROWS(4)
    } else {
        OVERLAPPING_ROWS(2)
    }
}

void fill_run(char *destination, const char *element, int itemsize, int64_t count, int streaming)
{
    char pattern[2 * LINE];
    int64_t bytes = count * itemsize;
    for (int at = 0; at < 2 * LINE; at += itemsize)
        memcpy(pattern + at, element, itemsize);
    int64_t done = 0;
#if WITH_AVX2
    if (streaming && bytes >= SHORTEST_STREAM) {
        /* The pattern repeats every 16 bytes, so it starts anew at any line once it is turned to the line's phase. */
        int64_t head = -(intptr_t)destination & (LINE - 1);
        memcpy(destination, pattern, head);
        const char *turned = pattern + head % 16;
        for (done = head; bytes - done >= LINE; done += LINE)
            for (int part = 0; part < LINE; part += 16)
                _mm_stream_si128((__m128i *)(destination + done + part), _mm_loadu_si128((const __m128i *)turned));
    }
#endif
    (void)streaming;
    const char *phase = pattern + done % 16;
    for (; bytes - done >= LINE; done += LINE)
        memcpy(destination + done, phase, LINE);
    memcpy(destination + done, phase, bytes - done);
}
