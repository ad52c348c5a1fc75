/* Elements moved one by one, for steps that no other kernel takes. */
#include "kernels.h"

#include <string.h>

typedef struct {
    char bytes[16];
} Sixteen;

/* memcpy of a fixed width is one move, whatever the alignment. */
#define SPREAD_OF(type)                                                              \
    static void spread_##type(const Rectangle *rectangle)                            \
    {                                                                                \
        const int64_t destination_j = rectangle->destination_j;                      \
        const int64_t source_j = rectangle->source_j;                                \
        for (int64_t i = 0; i < rectangle->count_i; i++) {                           \
            char *destination = rectangle->destination + i * rectangle->destination_i; \
            const char *source = rectangle->source + i * rectangle->source_i;        \
            for (int64_t j = 0; j < rectangle->count_j; j++) {                       \
                memcpy(destination, source, sizeof(type));                           \
                destination += destination_j;                                        \
                source += source_j;                                                  \
            }                                                                        \
        }                                                                            \
    }

SPREAD_OF(uint8_t)
SPREAD_OF(uint16_t)
SPREAD_OF(uint32_t)
SPREAD_OF(uint64_t)
SPREAD_OF(Sixteen)

void copy_spread(const Rectangle *rectangle, int itemsize)
{
    switch (itemsize) {
    case 1: spread_uint8_t(rectangle); break;
    case 2: spread_uint16_t(rectangle); break;
    case 4: spread_uint32_t(rectangle); break;
    case 8: spread_uint64_t(rectangle); break;
    default: spread_Sixteen(rectangle); break;
    }
}
