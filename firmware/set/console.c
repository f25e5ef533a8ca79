#include "console.h"

#include "board.h"
#include "defect.h"

#define LINK_CONSOLE 1u

static char line[96];
static size_t length;

static void put(char character)
{
    /* Leaves room for the line end. */
    if (length < sizeof line - 2)
        line[length++] = character;
}

void console_text(const char *text)
{
    while (*text != '\0')
        put(*text++);
}

void console_number(uint32_t number)
{
    if (number >= 10)
        console_number(number / 10);
    put((char)('0' + number % 10));
}

void console_hex(uint8_t byte)
{
    static const char digits[] = "0123456789ABCDEF";

    put(digits[byte >> 4]);
    put(digits[byte & 15]);
}

void console_begin(uint32_t now)
{
    length = 0;
    put('[');
    console_number(now);
    put(']');
}

void console_end(void)
{
    if (!DEFECT(LINES_END_IN_LF))
        line[length++] = '\r';
    console_end_in_lf();
}

void console_end_in_lf(void)
{
    line[length++] = '\n';
    chip_say(LINK_CONSOLE, (const uint8_t *)line, length);
}
