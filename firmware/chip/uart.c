#include "uart.h"

#include "board.h"
#include "clock.h"
#include "stm32f405.h"

/*
 * Each ring has one writer and one reader. The interrupt moves `head` of received bytes and `tail` of sent bytes, the main
 * loop moves the other two. Counters run on and wrap; a ring's size divides 2^32.
 */
#define RX_SIZE 2048u
#define TX_SIZE 1024u

static struct port {
    struct heard rx[RX_SIZE];
    uint8_t tx[TX_SIZE];
    volatile uint32_t rx_head, rx_tail, tx_head, tx_tail;
} ports[UART_LINKS];

static const struct wiring {
    struct usart *usart;
    uint32_t bus_hz;
    uint8_t irq;
    /* On port A: the pin of TX; RX is the next one. */
    uint8_t pin;
} wirings[UART_LINKS] = {
    { USART1, APB2_HZ, USART1_IRQ, 9 },
    { USART2, APB1_HZ, USART2_IRQ, 2 },
};

static void connect_pin(unsigned pin)
{
    GPIOA->AFR[pin / 8] |= GPIO_AF_USART << (pin % 8 * 4);
    GPIOA->PUPDR |= GPIO_PULL_UP << (pin * 2);
    GPIOA->MODER |= GPIO_ALTERNATE << (pin * 2);
}

void uart_start(unsigned link, uint32_t baud)
{
    const struct wiring *w = &wirings[link];

    RCC->AHB1ENR |= RCC_AHB1_GPIOA;
    if (w->usart == USART1)
        RCC->APB2ENR |= RCC_APB2_USART1;
    else
        RCC->APB1ENR |= RCC_APB1_USART2;
    connect_pin(w->pin);
    connect_pin(w->pin + 1u);
    w->usart->BRR = (w->bus_hz + baud / 2) / baud;
    NVIC_ISER[w->irq / 32] = 1u << (w->irq % 32);
    w->usart->CR1 = USART_CR1_UE | USART_CR1_RE | USART_CR1_TE | USART_CR1_RXNEIE;
}

static void serve(unsigned link)
{
    struct usart *usart = wirings[link].usart;
    struct port *port = &ports[link];
    const uint32_t status = usart->SR;

    if ((status & (USART_SR_RXNE | USART_SR_ORE)) != 0) {
        /* Also read after an overrun alone: nothing else clears it. */
        const uint8_t byte = (uint8_t)usart->DR;

        if ((status & USART_SR_RXNE) != 0 && port->rx_head - port->rx_tail < RX_SIZE) {
            port->rx[port->rx_head % RX_SIZE] = (struct heard){ clock_now(), byte };
            barrier();
            port->rx_head++;
        }
    }
    while (port->tx_tail != port->tx_head && (usart->SR & USART_SR_TXE) != 0)
        usart->DR = port->tx[port->tx_tail++ % TX_SIZE];
    if (port->tx_tail == port->tx_head)
        usart->CR1 &= ~USART_CR1_TXEIE;
}

void usart1_handler(void)
{
    serve(0);
}

void usart2_handler(void)
{
    serve(1);
}

bool uart_take(unsigned link, struct heard *heard)
{
    struct port *port = &ports[link];

    if (port->rx_tail == port->rx_head)
        return false;
    *heard = port->rx[port->rx_tail % RX_SIZE];
    barrier();
    port->rx_tail++;
    return true;
}

bool uart_quiet(void)
{
    for (unsigned link = 0; link < UART_LINKS; link++)
        if (ports[link].rx_tail != ports[link].rx_head)
            return false;
    return true;
}

static void start_sending(unsigned link)
{
    const struct wiring *w = &wirings[link];

    irq_off();
    w->usart->CR1 |= USART_CR1_TXEIE;
    irq_on();
    /*
     * The chip raises this interrupt by itself once it is enabled; the emulator does not while there is nothing to
     * send.
     */
    NVIC_ISPR[w->irq / 32] = 1u << (w->irq % 32);
}

void chip_say(unsigned link, const uint8_t *bytes, size_t count)
{
    struct port *port = &ports[link];

    for (size_t i = 0; i < count; i++) {
        while (port->tx_head - port->tx_tail >= TX_SIZE)
            start_sending(link);
        port->tx[port->tx_head % TX_SIZE] = bytes[i];
        barrier();
        port->tx_head++;
    }
    start_sending(link);
}
