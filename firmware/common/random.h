/* A small generator (xorshift32), good enough to shuffle cards and tiles. */
#ifndef RANDOM_H
#define RANDOM_H

#include <stdint.h>

void random_seed(uint32_t seed);

/* 0 .. limit - 1, all equally likely; `limit` is above 0. */
uint32_t random_below(uint32_t limit);

#endif
