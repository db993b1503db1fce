import Domain

/// A target to reach is written as its number in tests.
extension Target: ExpressibleByIntegerLiteral {
  public init(integerLiteral number: Int64) {
    self.init(number)
  }
}
