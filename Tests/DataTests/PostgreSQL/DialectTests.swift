import Testing

@testable import Data

@Suite(.limited) struct `A statement for PostgreSQL` {
  @Test(
    arguments: [
      ("SELECT a FROM b WHERE c = ? AND d = ?", "SELECT a FROM b WHERE c = $1 AND d = $2"),
      ("SELECT ?2, ?1, ?12", "SELECT $2, $1, $12"),
      ("SELECT 'what?' || ?", "SELECT 'what?' || $1"),
      ("SELECT a FROM b INDEXED BY c_d WHERE e = ?", "SELECT a FROM b WHERE e = $1"),
      ("SELECT a FROM b CROSS JOIN c ON d", "SELECT a FROM b JOIN c ON d"),
      (
        "SELECT count, count(*), max(count) FROM b",
        "SELECT count, pg_catalog.count(*), pg_catalog.max(count) FROM b"
      ),
    ])
  func `has numbered parameters, functions of the system, and no hints`(
    sql: String, expected: String
  ) {
    #expect(PostgreSQLConnection.translated(sql) == expected)
  }
}
