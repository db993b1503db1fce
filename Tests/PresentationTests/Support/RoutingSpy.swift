import Domain
import Presentation
import Testing

/// Every scene's ways out, leading nowhere; a way that is taken and was not expected next fails the test.
@MainActor
final class RoutingSpy {
  enum Way: Equatable {
    case login, signUp, welcome, sessionEnded, loggedOut, accountDeleted
    case loggedIn(as: String)
    case history(of: Counter, newest: Int)
    case chart(of: Counter, by: Span)
    case home, homeAfterDeleting(Counter), homeAfterLosing(Counter), destination(Destination)
    case counter(Counter), openCounter
  }

  /// Runs whenever a way is taken.
  var whenTaken: @MainActor () -> Void = {}

  private let expected: [Way]
  private var received: [Way] = []
  private let sourceLocation: SourceLocation

  init(expecting ways: Way..., sourceLocation: SourceLocation = #_sourceLocation) {
    expected = ways
    self.sourceLocation = sourceLocation
  }

  /// Fails the test where a way that was expected is not taken yet.
  func verify(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(received == expected, sourceLocation: sourceLocation)
  }

  private func take(_ way: Way) {
    received.append(way)
    if !expected.starts(with: received) {
      Issue.record(
        "received the ways \(received), expected \(expected)", sourceLocation: sourceLocation)
    }
    whenTaken()
  }
}

extension RoutingSpy: SignedInRouting {
  func showSessionEnded() async { take(.sessionEnded) }
}

extension RoutingSpy: WelcomeRouting {
  func showLogin() async { take(.login) }
  func showSignUp() async { take(.signUp) }
}

extension RoutingSpy: LoginRouting, SignUpRouting {
  func showLoggedIn(_ session: Session) async { take(.loggedIn(as: session.user.username.text)) }
  func showWelcome() async { take(.welcome) }
}

extension RoutingSpy: CounterRouting {
  func showHistory(of counter: Counter, newest: Int) async {
    take(.history(of: counter, newest: newest))
  }

  func showChart(of counter: Counter, by span: Span) async { take(.chart(of: counter, by: span)) }
  func showHome() async { take(.home) }
  func showHome(afterDeleting counter: Counter) async { take(.homeAfterDeleting(counter)) }
  func showHome(afterLosing counter: Counter) async { take(.homeAfterLosing(counter)) }
  func go(to destination: Destination) async { take(.destination(destination)) }
}

extension RoutingSpy: HistoryRouting, HomeRouting {
  func showCounter(_ counter: Counter) async { take(.counter(counter)) }
  func showOpenCounter() async { take(.openCounter) }
}

extension RoutingSpy: AccountRouting {
  func showLoggedOut() async { take(.loggedOut) }
  func showAccountDeleted() async { take(.accountDeleted) }
}
