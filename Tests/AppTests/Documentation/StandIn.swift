/// What Bash is to call in place of programs of the machine.
enum StandIn {
  /// Runs what is built already, for `swift run [--quiet] PROGRAM ARGUMENT...`.
  static let swiftRun = """
    swift() {
      [ "$1" = run ] || { echo "nothing stands in for swift $1" >&2; return 64; }
      shift
      [ "$1" = --quiet ] && shift
      "$@"
    }

    """

  /// Only tells how each of the programs is called: what is set of Tally's, then word by word.
  static func telling(_ names: String...) -> String {
    names.map { name in
      "\(name)() { env | grep ^TALLY_; printf '%s\\n' \(name) \"$@\" ''; }\n"
    }.joined()
  }
}
