#include <histedit.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

// Swift imports no variadic function, so each use of el_set, el_get and history has its own name
// here.

typedef unsigned char (*line_editor_function)(EditLine *, int);

static inline void line_editor_set_context(EditLine *editor, void *context) {
  el_set(editor, EL_CLIENTDATA, context);
}

static inline void *line_editor_context(EditLine *editor) {
  void *context = NULL;
  el_get(editor, EL_CLIENTDATA, &context);
  return context;
}

static inline void line_editor_set_prompt(EditLine *editor, char *(*prompt)(EditLine *)) {
  el_set(editor, EL_PROMPT, prompt);
}

static inline void line_editor_set_reader(EditLine *editor, el_rfunc_t reader) {
  el_set(editor, EL_GETCFN, reader);
}

static inline void line_editor_use_emacs_keys(EditLine *editor) {
  el_set(editor, EL_EDITOR, "emacs");
}

// Binds in vi's key maps too, for users whose ~/.editrc selects them.
static inline void line_editor_bind(
    EditLine *editor, const char *key, const char *name, line_editor_function function) {
  el_set(editor, EL_ADDFN, name, name, function);
  el_set(editor, EL_BIND, key, name, NULL);
  el_set(editor, EL_BIND, "-a", key, name, NULL);
}

// libedit's prompt for commands of the editor crashes at a quote that is not closed.
static inline void line_editor_unbind_commands(EditLine *editor) {
  const char *keys = NULL;
  if (el_get(editor, EL_EDITOR, &keys) == 0 && strcmp(keys, "vi") == 0) {
    el_set(editor, EL_BIND, "-a", ":", "ed-unassigned", NULL);
    return;
  }
  el_set(editor, EL_BIND, "M-X", "ed-unassigned", NULL);
  el_set(editor, EL_BIND, "M-x", "ed-unassigned", NULL);
}

// Frees the key only during editing; elsewhere it keeps its meaning. The first argument applies
// when the terminal's keys are changed later, the second until then.
static inline void line_editor_free_interrupt_key(EditLine *editor) {
  el_set(editor, EL_SETTY, "-d", "-intr", "intr=", NULL);
}

static inline void line_editor_prepare_terminal(EditLine *editor, int editing) {
  el_set(editor, EL_PREP_TERM, editing);
}

// Sets the mode between two lines: nothing is shown, and all keys wait for the next line.
static inline void line_editor_hush_between_lines(EditLine *editor) {
  el_set(editor, EL_SETTY, "-x", "-echo", "-echonl", "-icanon", "-iexten", NULL);
}

static inline void line_editor_redraw(EditLine *editor) {
  el_set(editor, EL_REFRESH);
}

static inline int line_editor_columns(EditLine *editor) {
  int columns = 0;
  char capability[] = "co";
  return el_get(editor, EL_GETTC, capability, &columns) == 0 ? columns : 0;
}

static inline void line_editor_use_history(EditLine *editor, History *entries) {
  el_set(editor, EL_HIST, history, entries);
}

static inline void line_history_set_size(History *entries, int size) {
  HistEvent event;
  history(entries, &event, H_SETSIZE, size);
}

static inline void line_history_enter(History *entries, const char *line) {
  HistEvent event;
  history(entries, &event, H_ENTER, line);
}

static inline void line_history_clear(History *entries) {
  HistEvent event;
  history(entries, &event, H_CLEAR);
}

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
