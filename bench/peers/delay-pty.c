/* A board of known delay on a pseudo-terminal: prints the path to open, then answers each request of 8 bytes with the
 * same 8 bytes. The first four give the delay in microseconds, lowest byte first. For each line on standard input it
 * prints the number of its answers and, for each, three instants of CLOCK_MONOTONIC in nanoseconds: request read,
 * before the write of the answer, after it. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#define MOST 100000
#define SIZE 8

static int64_t times[MOST][3];

static int64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void until(int64_t at) {
  struct timespec t = {.tv_sec = at / 1000000000, .tv_nsec = at % 1000000000};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) != 0) {
  }
}

int main(void) {
  int far = posix_openpt(O_RDWR | O_NOCTTY);
  if (far < 0 || grantpt(far) < 0 || unlockpt(far) < 0) return 1;
  const char *path = ptsname(far);
  int near = path == NULL ? -1 : open(path, O_RDWR | O_NOCTTY);
  struct termios raw;
  if (near < 0 || tcgetattr(near, &raw) < 0) return 1;
  cfmakeraw(&raw);
  if (tcsetattr(near, TCSANOW, &raw) < 0) return 1;
  printf("%s\n", path);
  fflush(stdout);
  struct pollfd both[2] = {{.fd = far, .events = POLLIN}, {.fd = 0, .events = POLLIN}};
  unsigned char request[SIZE];
  size_t have = 0;
  int count = 0;
  for (;;) {
    if (poll(both, 2, -1) < 0) return 1;
    if (both[0].revents & POLLIN) {
      ssize_t came = read(far, request + have, SIZE - have);
      int64_t seen = now();
      if (came > 0) have += (size_t)came;
      if (have == SIZE) {
        have = 0;
        uint32_t delay = request[0] | request[1] << 8 | request[2] << 16 | (uint32_t)request[3] << 24;
        if (delay > 0) until(seen + (int64_t)delay * 1000);
        int64_t before = now();
        if (write(far, request, SIZE) != SIZE) return 1;
        int64_t after = now();
        if (count < MOST) {
          times[count][0] = seen;
          times[count][1] = before;
          times[count++][2] = after;
        }
      }
    }
    if (both[1].revents) {
      char line[64];
      if (read(0, line, sizeof line) <= 0) return 0;
      printf("%d\n", count);
      for (int i = 0; i < count; i++)
        printf("%lld %lld %lld\n", (long long)times[i][0], (long long)times[i][1], (long long)times[i][2]);
      fflush(stdout);
      count = 0;
    }
  }
}
