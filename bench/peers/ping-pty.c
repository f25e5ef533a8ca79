/* Exchanges by bare system calls, the least cost of a pseudo-terminal: ping-pty PATH
 * For each line with a count on standard input: that many exchanges of the 8 bytes, then their seconds. */
#define _XOPEN_SOURCE 600
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

static const unsigned char SELECT[] = {0x04, 0x0a, 0x04, 0x02, 0x00, 0x1b, 0x01, 0x12};

static int exchange(int port) {
  unsigned char bytes[sizeof SELECT];
  if (write(port, SELECT, sizeof SELECT) != sizeof SELECT) return 0;
  for (size_t came = 0; came < sizeof SELECT;) {
    ssize_t now = read(port, bytes + came, sizeof SELECT - came);
    if (now <= 0) return 0;
    came += (size_t)now;
  }
  return memcmp(bytes, SELECT, sizeof SELECT) == 0;
}

/* Reads block for a byte, whatever mode the last program has left. */
static int blocking(int port) {
  struct termios raw;
  if (tcgetattr(port, &raw) < 0) return 0;
  raw.c_iflag = raw.c_oflag = raw.c_lflag = 0;
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  return tcsetattr(port, TCSANOW, &raw) == 0;
}

int main(int argc, char **argv) {
  int port = argc == 2 ? open(argv[1], O_RDWR | O_NOCTTY) : -1;
  long count;
  if (port < 0 || !blocking(port)) return 1;
  while (scanf("%ld", &count) == 1) {
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    for (long i = 0; i < count; i++)
      if (!exchange(port)) return 1;
    clock_gettime(CLOCK_MONOTONIC, &to);
    printf("%.9f\n", (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) / 1e9);
    fflush(stdout);
  }
  return 0;
}
