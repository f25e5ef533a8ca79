/* The cards on the table, in order of arrival, and their sets. */
#ifndef TABLE_H
#define TABLE_H

#include <stdbool.h>
#include <stdint.h>

/* Four attributes of two bits, 1 to 3 each: shape, colour, filling, quantity from the top. */
enum { TABLE_LIMIT = 81 };

struct set {
    uint8_t cards[3];
};

void table_clear(void);
unsigned table_count(void);

bool table_is_card(uint8_t byte);
bool table_full(void);
bool table_has(uint8_t card);
void table_lay(uint8_t card);

/* Calls `found` for each set that the last card completes. */
void table_search(void (*found)(struct set set));

#endif
