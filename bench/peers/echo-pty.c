/* A pseudo-terminal with an echo at its far end: prints the path to open, then returns all received bytes until its
 * standard input ends. It also holds the near end open, so that programs may come and go. */
#define _XOPEN_SOURCE 600
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

int main(void) {
  int far = posix_openpt(O_RDWR | O_NOCTTY);
  if (far < 0 || grantpt(far) < 0 || unlockpt(far) < 0) return 1;
  const char *path = ptsname(far);
  int near = path == NULL ? -1 : open(path, O_RDWR | O_NOCTTY);
  struct termios raw;
  if (near < 0 || tcgetattr(near, &raw) < 0) return 1;
  raw.c_iflag = 0;
  raw.c_oflag = 0;
  raw.c_lflag = 0;
  raw.c_cflag = CS8 | CREAD | CLOCAL;
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  if (tcsetattr(near, TCSANOW, &raw) < 0) return 1;
  printf("%s\n", path);
  fflush(stdout);
  struct pollfd both[2] = {{.fd = far, .events = POLLIN}, {.fd = 0, .events = POLLIN}};
  for (;;) {
    char bytes[4096];
    if (poll(both, 2, -1) < 0) return 1;
    if (both[0].revents & POLLIN) {
      ssize_t came = read(far, bytes, sizeof bytes);
      for (ssize_t sent = 0; sent < came;) {
        ssize_t now = write(far, bytes + sent, (size_t)(came - sent));
        if (now < 0) return 1;
        sent += now;
      }
    }
    if (both[1].revents && read(0, bytes, sizeof bytes) <= 0) return 0;
  }
}
