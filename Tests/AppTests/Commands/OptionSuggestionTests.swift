import Domain
import Testing

@testable import Commands

@Suite(.limited) struct OptionSuggestionTests {
  @Test(arguments: [
    ("ls --json", "Unknown option '--json'. Did you mean '--format json'?"),
    ("undo main -y", "Unknown option '-y'"),
    ("rm -f main", "Unknown option '-f'. Did you mean '--yes'?"),
    ("rm -rf main", "Unknown option '-rf'. Did you mean '--yes'?"),
    ("list --json", "Unknown option '--json'. Did you mean '--format json'?"),
    ("history --csv", "Unknown option '--csv'. Did you mean '--format csv'?"),
    ("history --limt 5", "Unknown option '--limt'. Did you mean '--limit'?"),
    ("history --lmit=5", "Unknown option '--lmit'. Did you mean '--limit'?"),
    ("history --FORMAT json", "Unknown option '--FORMAT'. Did you mean '--format'?"),
    ("delete main --force", "Unknown option '--force'. Did you mean '--yes'?"),
    ("list --from today", "Unknown option '--from'. Did you mean '--since'?"),
    ("import x --dry", "Unknown option '--dry'. Did you mean '--dry-run'?"),
    ("up main --creat", "Unknown option '--creat'. Did you mean '--create'?"),
    ("--quite list", "Unknown option '--quite'. Did you mean '--quiet'?"),
    ("undo main --at now", "Unknown option '--at'"),
    ("reset main --create", "Unknown option '--create'"),
    ("whoami --json", "Unknown option '--json'"),
    ("history main 5", "Unexpected argument '5'. Did you mean '--limit 5'?"),
    ("chart main week", "Unexpected argument 'week'. Did you mean '--by week'?"),
    ("chart main 5", "Unexpected argument '5'. Did you mean '--last 5'?"),
    ("list x json", "Unexpected argument 'json'. Did you mean '--format json'?"),
    ("list x all", "Unexpected argument 'all'. Quote what has spaces: 'x all'"),
    ("whoami now", "Unexpected argument 'now'"),
    ("up main 1 2", "Unexpected argument '2'"),
    ("new big hall --quiet", "Unexpected argument 'hall'. Quote what has spaces: 'big hall'"),
    (
      "rename main Main hall two",
      "2 unexpected arguments: 'hall', 'two'. Quote what has spaces: 'Main hall two'"
    ),
    (
      "up main 1 --at 3 days ago",
      "2 unexpected arguments: 'days', 'ago'. Quote what has spaces: --at '3 days ago'"
    ),
    (
      "up main 1 --at yesterday 20:30",
      "Unexpected argument '20:30'. Quote what has spaces: --at 'yesterday 20:30'"
    ),
    (
      "down main 1 --note=bus 12",
      "Unexpected argument '12'. Quote what has spaces: --note 'bus 12'"
    ),
    ("invite main --for=3 days", "Unexpected argument 'days'"),
    ("revert main 1 2", "Unexpected argument '2'"),
    ("login ada bea", "Unexpected argument 'bea'"),
    ("day 06 00", "Unexpected argument '00'"),
    (
      "down main 1 -q --note bus 12",
      "Unexpected argument '12'. Quote what has spaces: --note 'bus 12'"
    ),
    ("undo main --quiet 12", "Unexpected argument '12'"),
    ("list --jsn", "Unknown option '--jsn'. Did you mean '--format json'?"),
    ("history --n 5", "Unknown option '--n'. Did you mean '--limit'?"),
    ("history main -5", "Unexpected argument '-5'. Did you mean '--limit 5'?"),
    ("history main 5 csv", "2 unexpected arguments: '5', 'csv'. Did you mean '--limit 5'?"),
    ("up main 3 yesterday", "Unexpected argument 'yesterday'. Did you mean '--at yesterday'?"),
    ("show main 09:00", "Unexpected argument '09:00'. Did you mean '--since 09:00'?"),
    ("open -x", "Unknown option '-x'. To use it as a name, type: -- -x"),
    ("up -x", "Unknown option '-x'. To use it as a name, type: -- -x"),
    ("up --creat", "Unknown option '--creat'. Did you mean '--create'?"),
    ("up --at=now -fjson", "Missing expected argument '<name>'"),
    ("rename main -new-", "Unknown option '-new-'. To use it as a name, type: -- -new-"),
    ("up main -x", "Unknown option '-x'"),
    ("open main -x", "Unknown option '-x'"),
  ])
  func `The near option is suggested, and no far one`(line: String, message: String) {
    let refusal = #expect(throws: Refusal.self) {
      try CommandParser.parse(line.components(separatedBy: " "))
    }
    guard case .input(.wrongUsage(message, _))? = refusal else {
      return #expect(Bool(false), "\(line): \(String(describing: refusal))")
    }
  }
}
