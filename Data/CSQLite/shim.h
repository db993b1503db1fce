#include <sqlite3.h>

/// Swift cannot call the variadic sqlite3_db_config.
static inline int tally_sqlite3_set_defensive(sqlite3 *connection) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}
