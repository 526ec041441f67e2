// What the tests use of Darwin's <util.h>, which zig does not ship. Declaration as in openpty(3).
#include <sys/ioctl.h>
#include <sys/types.h>
#include <termios.h>

int openpty(int *controlling, int *terminal, char *name, struct termios *settings, struct winsize *size);
