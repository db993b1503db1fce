internal import Domain

extension SQLStore {
  public func storeID() async throws(Refusal) -> StoreID {
    try await read("read the id of the store") { database, _ in
      guard let row = try database.row("SELECT id FROM tally_store", []) else {
        throw Refusal.storeDamaged(cause: "it has no id")
      }
      return StoreID(try ChangeUID.id(row.sqlValue(0)).text)
    }
  }
}
