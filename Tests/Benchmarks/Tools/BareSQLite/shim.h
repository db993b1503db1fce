#include <sqlite3.h>
#include <sys/file.h>

/// Swift cannot convert the C macro that asks SQLite to copy what is bound.
static inline int bare_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
  return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}
