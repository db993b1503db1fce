#include <sqlite3.h>
#include <sys/file.h>

/// Swift cannot import the C macro that makes SQLite copy bound data.
static inline int bare_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
  return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}
