/*
 * The registers of the STM32F405 that these images use (reference manual RM0090; SysTick and NVIC: Armv7-M manual).
 */
#ifndef STM32F405_H
#define STM32F405_H

#include <stdint.h>

#define CORE_HZ 168000000u
#define APB1_HZ 42000000u
#define APB2_HZ 84000000u

typedef volatile uint32_t reg;

struct rcc {
    reg CR, PLLCFGR, CFGR, CIR, AHB1RSTR, AHB2RSTR, AHB3RSTR, reserved0, APB1RSTR, APB2RSTR, reserved1[2];
    reg AHB1ENR, AHB2ENR, AHB3ENR, reserved2, APB1ENR, APB2ENR;
};
#define RCC ((struct rcc *)0x40023800)
#define RCC_CR_PLLON (1u << 24)
#define RCC_CR_PLLRDY (1u << 25)
#define RCC_CFGR_SW_PLL 2u
#define RCC_CFGR_PPRE1_4 (5u << 10)
#define RCC_CFGR_PPRE2_2 (4u << 13)
#define RCC_AHB1_GPIOA (1u << 0)
#define RCC_AHB2_RNG (1u << 6)
#define RCC_APB1_USART2 (1u << 17)
#define RCC_APB2_USART1 (1u << 4)

#define FLASH_ACR (*(reg *)0x40023C00)
#define FLASH_ACR_5_WAITS 5u
#define FLASH_ACR_CACHES (7u << 8)

struct gpio {
    reg MODER, OTYPER, OSPEEDR, PUPDR, IDR, ODR, BSRR, LCKR, AFR[2];
};
#define GPIOA ((struct gpio *)0x40020000)
#define GPIO_ALTERNATE 2u
#define GPIO_PULL_UP 1u
#define GPIO_AF_USART 7u

struct usart {
    reg SR, DR, BRR, CR1, CR2, CR3, GTPR;
};
#define USART1 ((struct usart *)0x40011000)
#define USART2 ((struct usart *)0x40004400)
#define USART_SR_ORE (1u << 3)
#define USART_SR_RXNE (1u << 5)
#define USART_SR_TXE (1u << 7)
#define USART_CR1_RE (1u << 2)
#define USART_CR1_TE (1u << 3)
#define USART_CR1_RXNEIE (1u << 5)
#define USART_CR1_TXEIE (1u << 7)
#define USART_CR1_UE (1u << 13)
#define USART1_IRQ 37
#define USART2_IRQ 38

struct rng {
    reg CR, SR, DR;
};
#define RNG ((struct rng *)0x50060800)
#define RNG_CR_RNGEN (1u << 2)
#define RNG_SR_DRDY (1u << 0)

struct systick {
    reg CTRL, LOAD, VAL;
};
#define SYSTICK ((struct systick *)0xE000E010)
#define SYSTICK_CTRL_ENABLE (1u << 0)
#define SYSTICK_CTRL_TICKINT (1u << 1)
#define SYSTICK_CTRL_CORE_CLOCK (1u << 2)

/* Enable, and set pending: a bit for each interrupt. */
#define NVIC_ISER ((reg *)0xE000E100)
#define NVIC_ISPR ((reg *)0xE000E200)

/* Writes before it reach memory before later writes. */
static inline void barrier(void)
{
    __asm volatile("" ::: "memory");
}

static inline void irq_off(void)
{
    __asm volatile("cpsid i" ::: "memory");
}

static inline void irq_on(void)
{
    __asm volatile("cpsie i" ::: "memory");
}

/* Returns at the next interrupt, even one that irq_off() holds back. */
static inline void wait_for_irq(void)
{
    __asm volatile("wfi" ::: "memory");
}

#endif
