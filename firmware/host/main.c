/*
 * A board on a computer, in simulated time. A test writes the events as lines, and reads the output of the board. The
 * sanitizers end the program at any wrong access to memory.
 *
 *     new                   from now on it is another board, without a bug; its time begins at 0
 *     defect CRC_IGNORED    from now on the firmware has this bug, and those named before
 *     power 1234            power-on or reset, with this noise
 *     wait 50               milliseconds pass
 *     until 1234            the same, up to this many since power-on, unless they have passed
 *     hear 0 01FFFE         bytes come on link 0, at the same time
 *     sync                  answered by the line `sync`
 *
 * Output: `say 0 EE01EF` for the bytes of one call, in order, after `at 1234` if time has passed since the last line.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "defect.h"

#define MOST_DEFECTS 8

static char defects[MOST_DEFECTS][64];
static unsigned defect_count;
/* Since power-on, and when that was. */
static uint32_t now;
static uint32_t powered_at;
static uint32_t told_at;

bool host_has_defect(const char *name)
{
    for (unsigned i = 0; i < defect_count; i++)
        if (strcmp(defects[i], name) == 0)
            return true;
    return false;
}

void chip_say(unsigned link, const uint8_t *bytes, size_t count)
{
    if (told_at != powered_at + now)
        printf("at %u\n", (unsigned)(powered_at + now));
    told_at = powered_at + now;
    printf("say %u ", link);
    for (size_t i = 0; i < count; i++)
        printf("%02X", bytes[i]);
    putchar('\n');
}

void chip_wait(uint32_t span)
{
    now += span;
}

static void power(uint32_t noise)
{
    powered_at += now;
    now = 0;
    board_power_on(noise);
}

static void pass(unsigned long span)
{
    while (span-- > 0) {
        now++;
        board_tick(now);
    }
}

static void pass_until(uint32_t then)
{
    if (then > now)
        pass(then - now);
}

static void hear(unsigned link, const char *hex)
{
    unsigned byte;

    for (; sscanf(hex, "%2x", &byte) == 1; hex += 2)
        board_hear(link, (uint8_t)byte, now);
    board_tick(now);
}

static int refuse(const char *line)
{
    fprintf(stderr, "not understood: %s\n", line);
    return EXIT_FAILURE;
}

int main(void)
{
    static char line[1 << 18];

    while (fgets(line, sizeof line, stdin) != NULL) {
        char *end = line + strcspn(line, "\n");

        *end = '\0';
        if (strcmp(line, "new") == 0)
            defect_count = now = powered_at = told_at = 0;
        else if (strncmp(line, "defect ", 7) == 0 && defect_count < MOST_DEFECTS)
            snprintf(defects[defect_count++], sizeof defects[0], "%.63s", line + 7);
        else if (strncmp(line, "power ", 6) == 0)
            power((uint32_t)strtoul(line + 6, NULL, 10));
        else if (strncmp(line, "wait ", 5) == 0)
            pass(strtoul(line + 5, NULL, 10));
        else if (strncmp(line, "until ", 6) == 0)
            pass_until((uint32_t)strtoul(line + 6, NULL, 10));
        else if (strncmp(line, "hear ", 5) == 0 && isdigit((unsigned char)line[5]) && line[6] == ' ' &&
                 (unsigned)(line[5] - '0') < board_links)
            hear((unsigned)(line[5] - '0'), line + 7);
        else if (strcmp(line, "sync") == 0) {
            puts("sync");
            fflush(stdout);
        } else
            return refuse(line);
    }
    return EXIT_SUCCESS;
}
