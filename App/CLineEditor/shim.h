#include <histedit.h>
#include <string.h>

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
