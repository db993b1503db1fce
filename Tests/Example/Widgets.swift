import Presentation

/// A text that is shown.
@MainActor
public final class Label {
  /// The text.
  public var text = ""
}

/// Something to press.
@MainActor
public final class Button {
  /// What it says.
  public let title: String
  /// Whether it can be pressed now.
  public var isShown = true
  private let action: () -> Void

  init(_ title: String, action: @escaping () -> Void) {
    self.title = title
    self.action = action
  }

  /// Presses it.
  public func press() { action() }
}

/// A field to type into.
@MainActor
public final class TextField {
  /// What it is for.
  public let name: FieldName
  /// What stands before it.
  public let label: String
  /// Whether nobody may see the text.
  public let isHidden: Bool
  /// The text.
  public internal(set) var text: String
  /// Whether it can be typed into now.
  public internal(set) var isEnabled = true
  /// Called with the text that a person has typed. What the program sets is not told: sent back to the
  /// scene, it would clear an alert before it is read.
  var typed: ((String) -> Void)?

  init(_ name: FieldName, _ label: String, text: String = "", isHidden: Bool = false) {
    self.name = name
    self.isHidden = isHidden
    self.label = label
    self.text = text
  }

  /// Types a text in place of what is there.
  public func type(_ text: String) {
    guard isEnabled else { return }
    self.text = text
    typed?(text)
  }
}

/// A row of a list, with what can be done with it.
@MainActor
public struct Row {
  /// The name of what it shows.
  public let name: String
  /// The whole row.
  public let text: String
  /// What can be done.
  public let buttons: [Button]
}

/// A question or a form above a scene.
@MainActor
public final class Dialog {
  /// What it is about.
  public let title: String
  /// What is to be filled in; nothing in a question that is only consented to.
  public let fields: [TextField]
  private let accepted: (Dialog) -> Void
  private let left: () -> Void

  init(
    _ title: String, _ fields: [TextField], accept: @escaping (Dialog) -> Void,
    leave: @escaping () -> Void
  ) {
    self.title = title
    self.fields = fields
    accepted = accept
    left = leave
  }

  /// Sends it off, or consents.
  public func accept() { accepted(self) }

  /// Leaves it.
  public func leave() { left() }
}
