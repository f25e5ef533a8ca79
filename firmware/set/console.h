/* The log: lines of text, each with its time in brackets first, built part by part. */
#ifndef CONSOLE_H
#define CONSOLE_H

#include <stdint.h>

void console_begin(uint32_t now);
void console_text(const char *text);
void console_number(uint32_t number);
void console_hex(uint8_t byte);
void console_end(void);

/* Ends a line in LF, without CR. */
void console_end_in_lf(void);

#endif
