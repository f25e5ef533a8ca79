/* The STM firmware at a TCP port of this machine, or with the argument `pty` at a pseudo-terminal: prints the port or
 * the path, then serves one program after another until its standard input ends. Built with firmware/stm/ and
 * firmware/common/. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "board.h"

/* The board's output during one run of received bytes leaves in one piece. */
static uint8_t said[1 << 16];
static size_t said_count;

static uint32_t now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint32_t)(now.tv_sec * 1000 + now.tv_nsec / 1000000);
}

void chip_say(unsigned link, const uint8_t *bytes, size_t count)
{
    (void)link;
    if (count > sizeof said - said_count)
        count = sizeof said - said_count;
    memcpy(said + said_count, bytes, count);
    said_count += count;
}

void chip_wait(uint32_t span)
{
    usleep(span * 1000);
}

static int listening(void)
{
    struct sockaddr_in at = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t size = sizeof at;
    int port = socket(AF_INET, SOCK_STREAM, 0);

    if (port < 0 || bind(port, (struct sockaddr *)&at, size) < 0 || listen(port, 4) < 0 ||
        getsockname(port, (struct sockaddr *)&at, &size) < 0)
        return -1;
    printf("%u\n", ntohs(at.sin_port));
    fflush(stdout);
    return port;
}

/* The far end. The near end is held open too, so that programs may come and go. */
static int terminal(void)
{
    struct termios raw = { .c_cflag = CS8 | CREAD | CLOCAL, .c_cc[VMIN] = 1 };
    int far = posix_openpt(O_RDWR | O_NOCTTY);
    int near = far < 0 || grantpt(far) < 0 || unlockpt(far) < 0 ? -1 : open(ptsname(far), O_RDWR | O_NOCTTY);

    if (near < 0 || tcsetattr(near, TCSANOW, &raw) < 0)
        return -1;
    puts(ptsname(far));
    fflush(stdout);
    return far;
}

static int came(int port)
{
    int yes = 1;
    int link = accept(port, NULL, NULL);

    setsockopt(link, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return link;
}

/* 0: nobody is there any more. */
static int heard(int link)
{
    uint8_t bytes[4096];
    ssize_t count = read(link, bytes, sizeof bytes);
    uint32_t at = now_ms();

    for (ssize_t i = 0; i < count; i++)
        board_hear(0, bytes[i], at);
    return count > 0;
}

static void speak(int link)
{
    for (size_t from = 0; link >= 0 && from < said_count;) {
        ssize_t sent = write(link, said + from, said_count - from);

        if (sent <= 0)
            break;
        from += (size_t)sent;
    }
    said_count = 0;
}

int main(int count, char **words)
{
    int pty = count > 1 && strcmp(words[1], "pty") == 0;
    int port = pty ? -1 : listening();
    struct pollfd all[3] = { { .fd = 0, .events = POLLIN }, { .fd = port, .events = POLLIN }, { .fd = -1, .events = POLLIN } };
    char end;

    signal(SIGPIPE, SIG_IGN);
    if (pty)
        all[2].fd = terminal();
    if (port < 0 && all[2].fd < 0)
        return 1;
    board_power_on(now_ms());
    for (;;) {
        if (poll(all, 3, 1) < 0)
            return 1;
        if (all[0].revents && read(0, &end, 1) <= 0)
            return 0;
        if (all[2].revents && !heard(all[2].fd)) {
            close(all[2].fd);
            all[2].fd = -1;
        }
        board_tick(now_ms());
        speak(all[2].fd);
        if (all[2].fd < 0 && all[1].revents)
            all[2].fd = came(port);
    }
}
