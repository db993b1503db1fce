/// Bash functions that replace programs.
enum StandIn {
  /// Runs the built product for `swift run [--quiet] PROGRAM ARGUMENT...`.
  static let swiftRun = """
    swift() {
      [ "$1" = run ] || { echo "nothing stands in for swift $1" >&2; return 64; }
      shift
      [ "$1" = --quiet ] && shift
      "$@"
    }

    """

  /// Functions that print how they are called: Tally's variables, then each word.
  static func telling(_ names: [String]) -> String {
    names.map { name in
      "\(name)() { env | grep ^TALLY_; printf '%s\\n' \(name) \"$@\" ''; }\n"
    }.joined()
  }
}
