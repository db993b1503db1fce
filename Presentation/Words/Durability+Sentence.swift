public import Domain

extension Durability {
  /// The settings and what they promise, a line each.
  public var sentences: [String] {
    let list = settings.map(\.text).joined(separator: ", ")
    return (list.isEmpty ? [] : ["Settings of the server: \(list)"]) + [sentence]
  }

  /// The sentence to warn with; `nil` if the settings promise what they should.
  public var warning: String? {
    switch promise {
    case .survivesCrash, .survivesLossOfMachine, .unknown: nil
    case .damagedByCrash, .lostInCrash, .lostWithMachine, .waits: sentence
    }
  }

  private var sentence: String {
    switch promise {
    case .damagedByCrash(let settings):
      "A crash of the server may damage the store, because "
        + settings.map(\.text).joined(separator: " and ")
    case .lostInCrash(let setting):
      "A crash of the server may lose saved changes, because \(setting.text)"
    case .lostWithMachine(let setting):
      "The loss of one machine may lose saved changes, because \(setting.text)"
    case .waits: "No synchronous standby is connected, so changes wait for one"
    case .survivesCrash: "A saved change survives a crash of the server"
    case .survivesLossOfMachine: "A saved change survives the loss of one machine"
    case .unknown: "The server does not say what a saved change survives"
    }
  }
}

extension Durability.Setting {
  fileprivate var text: String { "\(name) is \(value.isEmpty ? "empty" : value)" }
}
