/* From reset to main(): the vector table, and memory as C requires it. */
#include <stdint.h>

#include "stm32f405.h"

extern uint32_t stack_top, data_begin, data_end, data_image, bss_begin, bss_end, ticks_begin, ticks_end;

int main(void);
void systick_handler(void);
void usart1_handler(void);
void usart2_handler(void);

void reset_handler(void)
{
    const uint32_t *from = &data_image;

    for (uint32_t *to = &data_begin; to < &data_end; to++)
        *to = *from++;
    for (uint32_t *to = &bss_begin; to < &bss_end; to++)
        *to = 0;
    for (uint32_t *to = &ticks_begin; to < &ticks_end; to++)
        *to = 0;
    main();
    for (;;)
        ;
}

/* A fault or an unexpected interrupt: stops here, for a debugger. */
static void stray_handler(void)
{
    for (;;)
        ;
}

#define FIRST_IRQ 16

__attribute__((section(".vectors"), used)) static void (*const vectors[FIRST_IRQ + USART2_IRQ + 1])(void) = {
    (void (*)(void))&stack_top,
    reset_handler,
    [2 ... 14] = stray_handler,
    systick_handler,
    [FIRST_IRQ ... FIRST_IRQ + USART1_IRQ - 1] = stray_handler,
    [FIRST_IRQ + USART1_IRQ] = usart1_handler,
    [FIRST_IRQ + USART2_IRQ] = usart2_handler,
};
