/// What a saved change survives, as far as the settings of the store's server say.
public struct Durability: Equatable, Sendable {
  /// A setting of the server, or a fact about it.
  public struct Setting: Equatable, Sendable {
    /// The name, as the server's documentation has it.
    public let name: String
    /// The value; may be empty.
    public let value: String

    /// Creates a setting.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The worst that the settings allow.
  public enum Promise: Equatable, Sendable {
    /// A crash of the server may damage the store.
    case damagedByCrash(because: [Setting])
    /// A crash of the server may lose saved changes.
    case lostInCrash(because: Setting)
    /// The loss of one machine may lose saved changes, although other servers have copies.
    case lostWithMachine(because: Setting)
    /// Changes wait for another server that is to have a copy.
    case waits
    /// A saved change survives a crash of the server.
    case survivesCrash
    /// A saved change survives the loss of one machine.
    case survivesLossOfMachine
    /// The server does not say.
    case unknown
  }

  /// The settings that decide about it.
  public let settings: [Setting]
  /// What follows from them.
  public let promise: Promise

  /// Creates a description.
  public init(settings: [Setting], promise: Promise) {
    self.settings = settings
    self.promise = promise
  }
}
