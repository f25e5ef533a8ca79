/*
 * Firmware bugs of an image, by name: DEFECT(CRC_IGNORED) is 1 if the compiler got -DDEFECT_CRC_IGNORED, else 0. Both
 * branches are always compiled, so that neither breaks unnoticed.
 *
 * The program for a computer has all of them. A test switches them on at run time.
 */
#ifndef DEFECT_H
#define DEFECT_H

#ifdef HOST

#include <stdbool.h>

bool host_has_defect(const char *name);
#define DEFECT(name) host_has_defect(#name)

#else

/* A name defined as 1 becomes a comma, which moves the 1 to the second place. */
#define DEFECT(name) DEFECT_IS_SET(DEFECT_##name)
#define DEFECT_COMMA_1 0,
#define DEFECT_IS_SET(value) DEFECT_JOINED(value)
#define DEFECT_JOINED(value) DEFECT_PLACED(DEFECT_COMMA_##value)
#define DEFECT_PLACED(comma) DEFECT_SECOND(comma 1, 0, 0)
#define DEFECT_SECOND(first, second, ...) second

#endif
#endif
