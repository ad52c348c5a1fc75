/* Two, three or four rows into one with their elements in turn, and back: channels first to channels last and back.
 *
 * Sixteen bytes of each of `ways` inputs make sixteen bytes of each of as many outputs: a byte of an output comes from one
 * byte of one input, so every output is the union of its inputs, each sent through a table of where its bytes go.
 */
#include "kernels.h"

#if WITH_AVX2
#include <immintrin.h>

typedef struct {
    unsigned char place[4][4][16]; /* output, input, byte of the output: the input's byte, or 0x80 for none */
} Tables;

static void make_tables(Tables *tables, int ways, int itemsize, int joining)
{
    for (int output = 0; output < ways; output++)
        for (int byte = 0; byte < 16; byte++) {
            int element = byte / itemsize, input, from;
            if (joining) { /* the outputs in a row hold element e of way w at place e * ways + w */
                element += output * (16 / itemsize);
                input = element % ways;
                from = element / ways;
            } else { /* the inputs in a row do */
                int place = element * ways + output;
                input = place / (16 / itemsize);
                from = place % (16 / itemsize);
            }
            for (int other = 0; other < ways; other++)
                tables->place[output][other][byte] =
                    (unsigned char)(other == input ? from * itemsize + byte % itemsize : 0x80);
        }
}

#define SHUFFLE_WAYS(ways)                                                           \
    AVX2 static void shuffle_##ways(const Tables *tables, char *to, int64_t to_step, int64_t to_advance, \
                                    const char *from, int64_t from_step, int64_t from_advance, int64_t turns) \
    {                                                                                \
        __m128i table[ways][ways];                                                   \
        for (int output = 0; output < ways; output++)                                \
            for (int input = 0; input < ways; input++)                               \
                table[output][input] = _mm_loadu_si128((const __m128i *)tables->place[output][input]); \
        for (int64_t turn = 0; turn < turns; turn++) {                               \
            __m128i given[ways];                                                     \
            for (int input = 0; input < ways; input++)                               \
                given[input] = _mm_loadu_si128((const __m128i *)(from + input * from_step)); \
            for (int output = 0; output < ways; output++) {                          \
                __m128i made = _mm_shuffle_epi8(given[0], table[output][0]);         \
                for (int input = 1; input < ways; input++)                           \
                    made = _mm_or_si128(made, _mm_shuffle_epi8(given[input], table[output][input])); \
                _mm_storeu_si128((__m128i *)(to + output * to_step), made);          \
            }                                                                        \
            to += to_advance;                                                        \
            from += from_advance;                                                    \
        }                                                                            \
    }

SHUFFLE_WAYS(2)
SHUFFLE_WAYS(3)
SHUFFLE_WAYS(4)
#endif

/* Whether the rows of a tile become one, or whether one becomes the rows. */
static int joins(const Rectangle *tile, int itemsize)
{
    return tile->count_j <= 4 && tile->count_j >= 2 && tile->destination_i == tile->count_j * itemsize;
}

static int parts(const Rectangle *tile, int itemsize)
{
    return tile->count_i <= 4 && tile->count_i >= 2 && tile->source_j == tile->count_i * itemsize;
}

/* Whether a tile goes this way, but for a rest of a few elements. */
int interleaves(const Rectangle *tile, int itemsize)
{
    return itemsize <= 8 && have_avx2() && (joins(tile, itemsize) || parts(tile, itemsize));
}

/* Take off as much of a tile as goes by sixteen bytes a way. Returns the elements of each way that were done. */
int64_t interleave(const Rectangle *tile, int itemsize)
{
#if WITH_AVX2
    if (!interleaves(tile, itemsize))
        return 0;
    int joining = joins(tile, itemsize);
    int ways = (int)(joining ? tile->count_j : tile->count_i);
    int64_t turns = (joining ? tile->count_i : tile->count_j) * itemsize / 16;
    Tables tables;
    make_tables(&tables, ways, itemsize, joining);
    void (*shuffle)(const Tables *, char *, int64_t, int64_t, const char *, int64_t, int64_t, int64_t) =
        ways == 2 ? shuffle_2 : ways == 3 ? shuffle_3 : shuffle_4;
    if (joining)
        shuffle(&tables, tile->destination, 16, 16 * ways, tile->source, tile->source_j, 16, turns);
    else
        shuffle(&tables, tile->destination, tile->destination_i, 16, tile->source, 16, 16 * ways, turns);
    return turns * (16 / itemsize);
#else
    (void)tile;
    (void)itemsize;
    return 0;
#endif
}
