#include <signal.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

// A signal that was ignored at the program's start (nohup) stays ignored.
static inline void terminal_signal_take(
    int signal, void (*handler)(int), struct sigaction *previous) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
  sigfillset(&action.sa_mask);
  if (sigaction(signal, NULL, previous) == 0 && previous->sa_handler != SIG_IGN)
    sigaction(signal, &action, NULL);
}

static inline void terminal_mode_hush(struct termios *mode) {
  mode->c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | IEXTEN);
  mode->c_cc[VMIN] = 1;
  mode->c_cc[VTIME] = 0;
}

static inline void terminal_mode_hide(struct termios *mode) {
  terminal_mode_hush(mode);
  mode->c_cc[VINTR] = _POSIX_VDISABLE;
}

// wchar.h declares it only with _XOPEN_SOURCE.
extern int wcwidth(wchar_t character);

static inline int terminal_width(wchar_t character) {
  return wcwidth(character);
}
