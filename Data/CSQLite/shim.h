#include <sqlite3.h>
#include <string.h>
#include <sys/stat.h>

/// Binds a copy of a text. Swift cannot read the macro SQLITE_TRANSIENT, and a null pointer would bind NULL.
static inline int tally_sqlite3_bind_text(sqlite3_stmt *statement, int index, const void *text, int count) {
  return sqlite3_bind_text(statement, index, text ? text : "", count, SQLITE_TRANSIENT);
}

/// Binds a copy of bytes.
static inline int tally_sqlite3_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
  return sqlite3_bind_blob(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

/// Sets an option of a connection to 1 or 0. Swift cannot call the variadic sqlite3_db_config.
static inline int tally_sqlite3_configure(sqlite3 *connection, int option, int value) {
  return sqlite3_db_config(connection, option, value, (int *)0);
}

/// The value of an option: 1 or 0, or -1 if unknown.
static inline int tally_sqlite3_setting(sqlite3 *connection, int option) {
  int value = -1;
  sqlite3_db_config(connection, option, -1, &value);
  return value;
}

/// Reads the first bytes of the connection's file without a lock and without rolling back. It uses
/// SQLite's own descriptor, because closing another one of the same file would drop all locks of
/// the process on it. The rest of a short file reads as zeroes.
static inline int tally_sqlite3_read_header(sqlite3 *connection, void *bytes, int count) {
  sqlite3_file *file = 0;
  int code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (code != SQLITE_OK) return code;
  if (file == 0 || file->pMethods == 0) return SQLITE_CANTOPEN;
  code = file->pMethods->xRead(file, bytes, count, 0);
  return code == SQLITE_IOERR_SHORT_READ ? SQLITE_OK : code;
}

static inline int tally_lstat(const char *path, struct stat *status) {
  return strncmp(path, "/proc/", 6) == 0 ? stat(path, status) : lstat(path, status);
}

/// Makes SQLite open a file through the descriptor of its folder (/proc/self/fd/9/name). By default
/// SQLite resolves that link to the folder's former path, where somebody may have put another
/// folder. Old versions of SQLite lack this call, but they do not resolve the link either.
static inline void tally_sqlite3_follow_descriptors(void) {
  sqlite3_vfs *vfs = sqlite3_vfs_find(0);
  if (vfs != 0 && vfs->iVersion >= 3)
    vfs->xSetSystemCall(vfs, "lstat", (sqlite3_syscall_ptr)tally_lstat);
}
