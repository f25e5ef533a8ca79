/* The core's clock, and the time by SysTick. */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdint.h>

/* 168 MHz from the internal oscillator, and a tick every millisecond from now on. */
void clock_start(void);

/* Milliseconds since then, in 32 bits that wrap. */
uint32_t clock_now(void);

/* A seed for random choices, different at every start. */
uint32_t clock_noise(void);

#endif
