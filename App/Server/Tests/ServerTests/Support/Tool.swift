import Foundation

/// The programs of the system that tests use.
enum Tool {
  /// Whether all of them are installed.
  static func areThere(_ names: [String]) -> Bool {
    names.allSatisfy { access("/usr/bin/\($0)", X_OK) == 0 }
  }
}
