/// The differences between two schemas, as sentences without their beginning. Each schema has the
/// definitions of its objects, by kind and name.
func schemaDifferences(of found: [String: String], from own: [String: String]) -> [String] {
  Set(own.keys).union(found.keys).sorted().compactMap { name in
    switch (own[name], found[name]) {
    case (nil, _): "the \(name) does not belong to a Tally store"
    case (_, nil): "the \(name) is missing"
    case (let own, let found): own == found ? nil : "the \(name) differs from Tally's schema"
    }
  }
}
