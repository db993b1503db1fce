import Domain
import Testing

@testable import App

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
    ("list json", "Unexpected argument 'json'. Did you mean '--format json'?"),
    ("list all", "Unexpected argument 'all'"),
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
