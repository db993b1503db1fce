extension PostgreSQLSchema {
  /// The differences between the store's schema and Tally's: an added trigger or view could change
  /// what Tally does. Tally's is made in temporary tables, which are rolled back, because only the
  /// server itself writes both definitions alike.
  static func differences(of database: PostgreSQLConnection) throws -> [String] {
    try database.execute("BEGIN")
    defer { if !database.isBroken { _ = try? database.execute("ROLLBACK") } }
    // The writing thread waits only briefly: long waits are done elsewhere, but not this one.
    try database.waitForLocks(upTo: database.patience)
    // The connection searches only this schema, so definitions name what they refer to without one.
    let found = try definitions(in: database)
    try database.execute("SET LOCAL search_path = pg_temp")
    for migration in migrations { try database.execute(migration) }
    return schemaDifferences(of: found, from: try definitions(in: database))
  }

  /// The definition of each object in the current schema, by its kind and name. What belongs to an
  /// extension does not count: some put their views into every database.
  private static func definitions(in database: PostgreSQLConnection) throws -> [String: String] {
    try database.rows(definitionsSQL, []).reduce(into: [:]) { definitions, row in
      definitions[try row.value(0)] = try row.value(1) as String
    }
  }

  private static let definitionsSQL = """
    WITH relations AS (
      SELECT pg_class.* FROM pg_catalog.pg_class
      JOIN pg_catalog.pg_namespace ON pg_namespace.oid = relnamespace
      WHERE nspname = pg_catalog.current_schema() AND NOT \(isOfExtension)
    ), tables AS (
      SELECT * FROM relations WHERE relkind IN ('r', 'p')
    )
    SELECT
      pg_catalog.concat(CASE relkind WHEN 'v' THEN 'view ' WHEN 'm' THEN 'view '
        WHEN 'S' THEN 'sequence ' WHEN 'f' THEN 'foreign table ' ELSE 'table ' END, relname),
      pg_catalog.concat(relkind, CASE WHEN relpersistence = 'u' THEN ' unlogged' END,
        CASE WHEN relrowsecurity THEN ' with row security' END)
    FROM relations WHERE relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
    UNION ALL
    SELECT pg_catalog.concat('column ', relname, '.', attname),
      pg_catalog.concat_ws(' ', pg_catalog.format_type(atttypid, atttypmod), attnotnull, attidentity,
        attgenerated, collname, pg_catalog.pg_get_expr(adbin, adrelid, TRUE))
    FROM tables JOIN pg_catalog.pg_attribute ON attrelid = tables.oid
    LEFT JOIN pg_catalog.pg_collation ON pg_collation.oid = attcollation
    LEFT JOIN pg_catalog.pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE attnum > 0 AND NOT attisdropped
    UNION ALL
    SELECT pg_catalog.concat('constraint ', conname, ' of ', relname),
      pg_catalog.concat(pg_catalog.pg_get_constraintdef(pg_constraint.oid, TRUE),
        CASE WHEN NOT convalidated THEN ' not validated' END,
        CASE WHEN EXISTS (SELECT 1 FROM pg_catalog.pg_trigger
          WHERE tgconstraint = pg_constraint.oid AND tgenabled <> 'O') THEN ' disabled' END)
    FROM tables JOIN pg_catalog.pg_constraint ON conrelid = tables.oid WHERE contype IN ('c', 'f')
    UNION ALL
    SELECT pg_catalog.concat('index ', relations.relname),
      pg_catalog.concat(pg_catalog.pg_get_indexdef(indexrelid, 0, TRUE),
        CASE WHEN NOT indisvalid THEN ' invalid' END)
    FROM tables JOIN pg_catalog.pg_index ON indrelid = tables.oid
    JOIN relations ON relations.oid = indexrelid
    UNION ALL
    SELECT pg_catalog.concat('trigger ', tgname, ' of ', relname),
      pg_catalog.pg_get_triggerdef(pg_trigger.oid, TRUE)
    FROM tables JOIN pg_catalog.pg_trigger ON tgrelid = tables.oid WHERE NOT tgisinternal
    UNION ALL
    SELECT pg_catalog.concat('rule ', rulename, ' of ', relname),
      pg_catalog.pg_get_ruledef(pg_rewrite.oid, TRUE)
    FROM tables JOIN pg_catalog.pg_rewrite ON ev_class = tables.oid
    """

  /// The condition that a row of `pg_class` belongs to an extension.
  static let isOfExtension = """
    EXISTS (SELECT 1 FROM pg_catalog.pg_depend
      WHERE classid = 'pg_catalog.pg_class'::pg_catalog.regclass::pg_catalog.oid
        AND objid = pg_class.oid AND deptype = 'e')
    """
}
