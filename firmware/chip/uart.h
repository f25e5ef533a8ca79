/* The serial lines, by interrupts and ring buffers. Link n is USART n + 1. */
#ifndef UART_H
#define UART_H

#include <stdbool.h>
#include <stdint.h>

#define UART_LINKS 2

/* A byte that came, and when, in ms. */
struct heard {
    uint32_t at;
    uint8_t byte;
};

/* 8 data bits, no parity, 1 stop bit. */
void uart_start(unsigned link, uint32_t baud);

/* Takes the oldest byte that came; false: there is none. */
bool uart_take(unsigned link, struct heard *heard);

/* Nothing has come on any link that was not taken. */
bool uart_quiet(void);

#endif
