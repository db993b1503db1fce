import Presentation

extension WelcomeScene.Choice: Shortcut {
  var key: Character {
    switch self {
    case .logIn: "l"
    case .signUp: "s"
    }
  }
}

extension CounterScene.Choice: Shortcut {
  var key: Character {
    switch self {
    case .add: "+"
    case .subtract: "-"
    case .undo: "u"
    case .redo: "r"
    case .addSeveral: "#"
    case .set: "="
    case .reset: "0"
    case .target: "%"
    case .limit: "<"
    case .history: "h"
    case .members: "@"
    case .list: "c"
    case .rename: "e"
    case .delete: "d"
    }
  }
}

extension HistoryScene.Choice: Shortcut {
  var key: Character {
    switch self {
    case .bars: "b"
    case .more: "m"
    case .revert: "R"
    }
  }
}

extension HomeScene.Choice: Shortcut {
  var key: Character {
    switch self {
    case .add: CounterScene.Choice.add.key
    case .subtract: CounterScene.Choice.subtract.key
    case .undo: CounterScene.Choice.undo.key
    case .new: "n"
    case .search: "/"
    }
  }
}

extension MembersScene.Choice: Shortcut {
  var key: Character {
    switch self {
    case .share: "i"
    case .shareForViewing: "v"
    case .unshare: "K"
    case .invite: "I"
    case .inviteForViewing: "V"
    case .uninvite: "U"
    case .leave: "z"
    }
  }

  var isRare: Bool { self == .inviteForViewing }
}

extension AccountScene.Choice: Shortcut {
  var key: Character {
    switch self {
    case .day: "D"
    case .password: "p"
    case .logOut: "o"
    case .logOutEverywhere: "w"
    case .delete: "x"
    }
  }
}

/// A scene that a key opens from a counter and from the list.
protocol KeyedDestination: DestinationScene {
  /// The key.
  static var key: Character { get }
  /// Whether the key is only in the help.
  static var isRare: Bool { get }
}

extension KeyedDestination {
  /// The row of hints has no room for every new destination.
  static var isRare: Bool { true }
}

extension AccountScene: KeyedDestination {
  static let key: Character = "a"
  static let isRare = false
}

extension Destination: Shortcut {
  /// NUL, which cannot be typed, if the destination has no key.
  var key: Character { (scene as? any KeyedDestination.Type)?.key ?? "\0" }

  var isRare: Bool { (scene as? any KeyedDestination.Type)?.isRare ?? true }
}
