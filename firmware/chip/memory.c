/* Functions that the compiler calls by itself, without a C library. */
#include <stdint.h>

#include "string.h"

void *memcpy(void *restrict to, const void *restrict from, size_t count)
{
    uint8_t *t = to;
    const uint8_t *f = from;

    while (count-- > 0)
        *t++ = *f++;
    return to;
}

void *memset(void *to, int value, size_t count)
{
    uint8_t *t = to;

    while (count-- > 0)
        *t++ = (uint8_t)value;
    return to;
}

int memcmp(const void *a, const void *b, size_t count)
{
    const uint8_t *x = a, *y = b;

    for (; count-- > 0; x++, y++)
        if (*x != *y)
            return *x - *y;
    return 0;
}
