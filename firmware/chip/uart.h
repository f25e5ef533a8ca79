/* The serial lines, by interrupts and ring buffers. Link n is USART n + 1. */
#ifndef UART_H
#define UART_H

#include <stdbool.h>
#include <stdint.h>

#define UART_LINKS 2

/* A received byte and its time in ms. */
struct heard {
    uint32_t at;
    uint8_t byte;
};

/* 8 data bits, no parity, 1 stop bit. */
void uart_start(unsigned link, uint32_t baud);

/* Takes the oldest received byte; false: there is none. */
bool uart_take(unsigned link, struct heard *heard);

/* All received bytes of all links were taken. */
bool uart_quiet(void);

#endif
