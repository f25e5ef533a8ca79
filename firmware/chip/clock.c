#include "clock.h"

#include <stdbool.h>

#include "board.h"
#include "stm32f405.h"

/* At the beginning of SRAM, where a debugger or the emulator reads the time. */
__attribute__((section(".ticks"))) static volatile uint32_t ticks;

void systick_handler(void)
{
    ticks++;
}

uint32_t clock_now(void)
{
    return ticks;
}

void chip_wait(uint32_t span)
{
    const uint32_t from = ticks;

    while (ticks - from < span)
        wait_for_irq();
}

/*
 * Waits some milliseconds at most: the emulator has no RCC and no RNG, so its flags are never set. Its core still runs at
 * 168 MHz.
 */
static bool ready(const reg *flags, uint32_t mask)
{
    for (int tries = 0; tries < 5000; tries++)
        if ((*flags & mask) != 0)
            return true;
    return false;
}

void clock_start(void)
{
    /* 16 MHz / 16 * 336 = 336 MHz; / 2 for the core, / 7 for the random number generator. */
    RCC->PLLCFGR = 16u | 336u << 6 | 0u << 16 | 7u << 24;
    RCC->CR |= RCC_CR_PLLON;
    FLASH_ACR = FLASH_ACR_5_WAITS | FLASH_ACR_CACHES;
    RCC->CFGR = RCC_CFGR_PPRE1_4 | RCC_CFGR_PPRE2_2;
    if (ready(&RCC->CR, RCC_CR_PLLRDY))
        RCC->CFGR |= RCC_CFGR_SW_PLL;

    SYSTICK->LOAD = CORE_HZ / 1000 - 1;
    SYSTICK->VAL = 0;
    SYSTICK->CTRL = SYSTICK_CTRL_CORE_CLOCK | SYSTICK_CTRL_TICKINT | SYSTICK_CTRL_ENABLE;
}

/* Never cleared: a reset continues with it, so that two starts always differ. */
__attribute__((section(".noinit"))) static uint32_t pool;

static void stir(uint32_t value)
{
    pool = (pool ^ value) * 0x9E3779B1u;
    pool ^= pool >> 15;
}

uint32_t clock_noise(void)
{
    stir(1);
    RCC->AHB2ENR |= RCC_AHB2_RNG;
    RNG->CR = RNG_CR_RNGEN;
    if (ready(&RNG->SR, RNG_SR_DRDY))
        stir(RNG->DR);
    /* Without a generator: the ticks fall differently between the instructions each time, even in an emulator. */
    for (int i = 0; i < 64; i++)
        stir(SYSTICK->VAL);
    return pool;
}
