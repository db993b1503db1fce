/// Parameters of a statement in PostgreSQL's binary format.
struct PostgreSQLParameters {
  /// Their types; 0 for NULL, whose type PostgreSQL finds.
  private(set) var types: [UInt32] = []
  private var bytes: [UInt8] = []
  private var places: [Range<Int>?] = []

  init(_ parameters: [any SQLConvertible]) {
    types.reserveCapacity(parameters.count)
    for parameter in parameters { append(parameter.sqlValue) }
  }

  private mutating func append(_ value: SQLValue) {
    let start = bytes.count
    switch value {
    case .null: types.append(0)
    case .integer(let number):
      withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
      types.append(PostgreSQLType.int8)
    case .real(let number):
      withUnsafeBytes(of: number.bitPattern.bigEndian) { bytes.append(contentsOf: $0) }
      types.append(PostgreSQLType.float8)
    case .text(let text):
      bytes.append(contentsOf: text.utf8)
      types.append(PostgreSQLType.text)
    case .blob(let blob):
      bytes.append(contentsOf: blob)
      types.append(PostgreSQLType.bytea)
    case .uuid(let uuid):
      bytes.append(contentsOf: ChangeUID.text(of: uuid).utf8)
      types.append(PostgreSQLType.text)
    }
    places.append(value == .null ? nil : start..<bytes.count)
  }

  /// Calls `body` with the number of parameters, their values, lengths and formats.
  func withPointers<Value>(
    _ body: (Int32, Libpq.Texts?, UnsafePointer<Int32>?, UnsafePointer<Int32>?) -> Value
  ) -> Value {
    // An empty value needs a pointer too, because NULL has none.
    (bytes + [0]).withUnsafeBytes { bytes in
      let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      let values = places.map { place in place.flatMap { start?.advanced(by: $0.lowerBound) } }
      let lengths = places.map { Int32($0?.count ?? 0) }
      let formats = places.map { _ in LibpqCode.binary }
      return values.withUnsafeBufferPointer { values in
        body(Int32(values.count), values.baseAddress, lengths, formats)
      }
    }
  }
}
