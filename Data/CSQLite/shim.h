#include <sqlite3.h>
#include <string.h>
#include <sys/stat.h>

/// Swift cannot call the variadic sqlite3_db_config.
static inline int tally_sqlite3_set_defensive(sqlite3 *connection) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}

/// Whether the connection is defensive: 1 or 0, or -1 where it cannot be told.
static inline int tally_sqlite3_is_defensive(sqlite3 *connection) {
  int defensive = -1;
  sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, -1, &defensive);
  return defensive;
}

/// Reads the first bytes of the connection's file as they are: takes no lock, rolls nothing back. It
/// goes through SQLite's own descriptor, because closing another one of the same file would drop the
/// locks of all the process's connections to it. A short file reads as zeroes at its end.
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

/// Has SQLite open what lies in an open folder (/proc/self/fd/9/name) there. By itself it reads that link
/// and opens the path that the folder once had, where somebody may have put another folder. Where its
/// version knows no such call, it does not read the link either.
static inline void tally_sqlite3_follow_descriptors(void) {
  sqlite3_vfs *vfs = sqlite3_vfs_find(0);
  if (vfs != 0 && vfs->iVersion >= 3)
    vfs->xSetSystemCall(vfs, "lstat", (sqlite3_syscall_ptr)tally_lstat);
}
