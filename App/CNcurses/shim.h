#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>

// Names that Swift can use for the library's variables (stdscr, stdout, cur_term) and function-like
// macros. Only the drawing thread may use them.

static const attr_t screen_normal = A_NORMAL;
static const attr_t screen_bold = A_BOLD;
static const attr_t screen_dim = A_DIM;
static const attr_t screen_reverse = A_REVERSE;
static const attr_t screen_underline = A_UNDERLINE;

// Whether the terminal in TERM can move the cursor.
static inline bool screen_is_possible(int terminal) {
  int error = 0;
  if (setupterm(NULL, terminal, &error) != OK) return false;
  char name[] = "cup";
  const char *address = tigetstr(name);
  bool is_possible = address != NULL && address != (char *)-1;
  del_curterm(cur_term);
  return is_possible;
}

static const int screen_crashes[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS};
enum { screen_crash_count = sizeof screen_crashes / sizeof *screen_crashes };

// Data for a signal handler, which may call almost nothing. It is inside a function because Swift
// does not keep other variables of a header.
struct screen_before {
  struct sigaction actions[screen_crash_count];
  char farewell[512];
};

static inline struct screen_before *screen_before(void) {
  static struct screen_before before;
  return &before;
}

static inline void screen_leave_crashes(void) {
  for (size_t i = 0; i < screen_crash_count; i++)
    sigaction(screen_crashes[i], &screen_before()->actions[i], NULL);
}

// The previous handler gets the signal when this function returns.
static inline void screen_crashed(int signal) {
  const char *farewell = screen_before()->farewell;
  ssize_t ignored = write(STDOUT_FILENO, farewell, strlen(farewell));
  (void)ignored;
  screen_leave_crashes();
  raise(signal);
}

// The text of a capability, or NULL.
static inline const char *screen_capability(const char *capability) {
  char name[16];
  strncpy(name, capability, sizeof name - 1);
  name[sizeof name - 1] = 0;
  const char *text = tigetstr(name);
  return text == (char *)-1 ? NULL : text;
}

static inline void screen_add_to_farewell(char *farewell, size_t size, const char *text) {
  if (text == NULL) return;
  size_t length = strlen(farewell);
  // Skips delays such as $<5>, which only very old terminals need.
  while (*text && length < size - 1) {
    if (text[0] == '$' && text[1] == '<') {
      while (*text && *text != '>') text++;
      if (*text) text++;
    } else {
      farewell[length++] = *text++;
    }
  }
  farewell[length] = 0;
}

// A terminal that knows bracketed paste (DEC mode 2004) marks a pasted text, so that it is not taken
// for keys. Others ignore the mode.
#define SCREEN_PASTE_ON "\033[?2004h"
#define SCREEN_PASTE_OFF "\033[?2004l"

// Codes beyond those of ncurses and of terminfo's extended keys.
enum { screen_paste_begins = 2000, screen_paste_ends = 2001 };

static inline void screen_say(const char *text) {
  ssize_t ignored = write(STDOUT_FILENO, text, strlen(text));
  (void)ignored;
}

// Home and End as the Linux console, PuTTY, rxvt, screen and tmux send them, whatever TERM says.
static inline void screen_use_usual_keys(void) {
  define_key("\033[1~", KEY_HOME);
  define_key("\033[7~", KEY_HOME);
  define_key("\033[4~", KEY_END);
  define_key("\033[8~", KEY_END);
}

static inline void screen_use_paste(void) {
  define_key("\033[200~", screen_paste_begins);
  define_key("\033[201~", screen_paste_ends);
  screen_say(SCREEN_PASTE_ON);
}

static inline void screen_guard_crashes(void) {
  const char *capabilities[] = {"rmkx", "sgr0", "cnorm", "rmcup"};
  struct screen_before *before = screen_before();
  before->farewell[0] = 0;
  // What ncurses itself writes to a terminal with a mouse; without XM it is an old xterm.
  const char *mouse = screen_capability("XM");
  if (screen_capability("kmous") != NULL)
    screen_add_to_farewell(
        before->farewell, sizeof before->farewell,
        mouse == NULL ? "\033[?1000l" : tiparm(mouse, 0));
  screen_add_to_farewell(before->farewell, sizeof before->farewell, SCREEN_PASTE_OFF);
  for (size_t i = 0; i < sizeof capabilities / sizeof *capabilities; i++)
    screen_add_to_farewell(
        before->farewell, sizeof before->farewell, screen_capability(capabilities[i]));
  struct sigaction action = {.sa_handler = screen_crashed, .sa_flags = SA_ONSTACK};
  for (size_t i = 0; i < screen_crash_count; i++)
    sigaction(screen_crashes[i], &action, &before->actions[i]);
}

// Ctrl-C is a key here; other keys still stop or end the program.
static inline void screen_free_interrupt_key(void) {
  struct termios mode;
  if (tcgetattr(STDIN_FILENO, &mode) != 0) return;
  mode.c_cc[VINTR] = _POSIX_VDISABLE;
  tcsetattr(STDIN_FILENO, TCSANOW, &mode);
  def_prog_mode();
}

// The older interface of ncurses has four buttons only.
#ifndef BUTTON5_PRESSED
#define BUTTON5_PRESSED 0
#endif

// The first button and the wheel. ncurses would wait a sixth of a second whether a press becomes a
// click. Terminals keep their own selection for the mouse with Shift.
static inline void screen_use_mouse(void) {
  mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
  mouseinterval(0);
}

// Uses the terminal's size, and not LINES and COLUMNS, which a shell may have exported earlier.
static inline SCREEN *screen_open(void) {
  use_env(FALSE);
  use_tioctl(TRUE);
  SCREEN *screen = newterm(NULL, stdout, stdin);
  if (screen == NULL) return NULL;
  set_escdelay(25);
  cbreak();
  noecho();
  screen_free_interrupt_key();
  keypad(stdscr, TRUE);
  screen_use_mouse();
  screen_use_usual_keys();
  screen_use_paste();
  nodelay(stdscr, TRUE);
  leaveok(stdscr, FALSE);
  scrollok(stdscr, FALSE);
  screen_guard_crashes();
  return screen;
}

static inline void screen_leave(void) {
  screen_say(SCREEN_PASTE_OFF);
  endwin();
}

// Rings the bell, and flashes if the terminal can. The frame is already drawn.
static inline void screen_ring(void) {
  beep();
  if (screen_capability("flash") != NULL) flash();
}

static inline void screen_close(SCREEN *screen) {
  screen_leave();
  screen_leave_crashes();
  delscreen(screen);
}

// A shell may have used the terminal in between.
static inline void screen_return(void) {
  reset_prog_mode();
  screen_free_interrupt_key();
  screen_say(SCREEN_PASTE_ON);
  clearok(curscr, TRUE);
  wrefresh(stdscr);
}

static inline void screen_fit(void) {
  struct winsize size;
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0)
    resizeterm(size.ws_row, size.ws_col);
}

static inline int screen_rows(void) {
  return getmaxy(stdscr);
}

static inline int screen_columns(void) {
  return getmaxx(stdscr);
}

static inline bool screen_use_colours(void) {
  return has_colors() && start_color() == OK && use_default_colors() == OK;
}

static inline void screen_write(
    int row, int column, const wchar_t *text, int length, attr_t attributes, short pair) {
  wattr_set(stdscr, attributes, pair, NULL);
  mvwaddnwstr(stdscr, row, column, text, length);
}

static inline void screen_show_cursor(int row, int column) {
  curs_set(1);
  wmove(stdscr, row, column);
}

static inline void screen_hide_cursor(void) {
  curs_set(0);
}

static inline void screen_update(void) {
  wrefresh(stdscr);
}

enum screen_mouse { screen_no_mouse, screen_click, screen_wheel_up, screen_wheel_down };

// The newest event of the mouse that was not read yet.
static inline enum screen_mouse screen_read_mouse(int *row, int *column) {
  MEVENT event;
  if (getmouse(&event) != OK) return screen_no_mouse;
  *row = event.y;
  *column = event.x;
  if (event.bstate & BUTTON4_PRESSED) return screen_wheel_up;
  return event.bstate & BUTTON5_PRESSED ? screen_wheel_down : screen_click;
}

// OK for a character, KEY_CODE_YES for another key, ERR for none.
static inline int screen_read_key(wint_t *key) {
  return wget_wch(stdscr, key);
}
