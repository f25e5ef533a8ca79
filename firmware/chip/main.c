/* The chip's side of a board: passes bytes and time to it, and sleeps in between. */
#include "board.h"
#include "clock.h"
#include "stm32f405.h"
#include "uart.h"

int main(void)
{
    clock_start();
    board_power_on(clock_noise());
    for (unsigned link = 0; link < board_links; link++)
        uart_start(link, board_baud[link]);

    for (;;) {
        /* The time is read before the bytes, so every byte that came before `now` is passed first. */
        const uint32_t now = clock_now();
        struct heard heard;

        for (unsigned link = 0; link < board_links; link++)
            while (uart_take(link, &heard))
                board_hear(link, heard.byte, heard.at);
        board_tick(now);

        irq_off();
        if (uart_quiet() && clock_now() == now)
            wait_for_irq();
        irq_on();
    }
}
