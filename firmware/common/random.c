#include "random.h"

static uint32_t state = 1;

static uint32_t next(void)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

void random_seed(uint32_t seed)
{
    /* 0 is the only state that xorshift never leaves. */
    state = seed != 0 ? seed : 0x9E3779B9u;
    for (int i = 0; i < 8; i++)
        next();
}

uint32_t random_below(uint32_t limit)
{
    /* Numbers from the last multiple of `limit` on would favour small results. */
    const uint32_t fair = UINT32_MAX - UINT32_MAX % limit;
    uint32_t drawn;

    do
        drawn = next();
    while (drawn >= fair);
    return drawn % limit;
}
