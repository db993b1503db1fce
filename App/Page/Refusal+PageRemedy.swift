import Domain
import Presentation

/// What to do about a refusal, as a sentence and sometimes a link.
struct PageRemedy: Equatable {
  /// The sentence, or the text of the link.
  let text: String
  /// Where the link leads.
  var route: Route?
}

extension Refusal {
  /// What to do about it on a page.
  var pageRemedy: PageRemedy? {
    switch self {
    case .noCounterOpen: PageRemedy(text: "Open one below, or make one")
    case .notLoggedIn: PageRemedy(text: "Log in", route: .login)
    case .alreadyLoggedIn: PageRemedy(text: "Go to your account", route: .account)
    case .usernameTaken: PageRemedy(text: "Log in, if it is yours", route: .login)
    case .noSuchCounter(_, let near?):
      PageRemedy(text: "Open \(near)", route: .counter(CounterRef(near)))
    case .outcomeUnknown(let counter?, _):
      PageRemedy(
        text: "Look at its history",
        route: .history(CounterRef(counter), newest: HistoryScene.usualLength, by: nil))
    case .outcomeUnknown(nil, _): PageRemedy(text: "Look at your counters", route: .home)
    default: nil
    }
  }

  /// The status code of HTTP for a page that shows it.
  var pageStatus: Int {
    switch self {
    case .throttled: 429
    case .storeBusy, .outcomeUnknown: 503
    case .storeNewer, .storeReadOnly, .storeForeign, .storeDamaged, .storeUnopenable, .storeClosed,
      .database, .storeCompanion, .noStore, .storeFailed, .environment:
      500
    default: 422
    }
  }

  /// Seconds until it may be tried again.
  var pageRetryAfter: Int? {
    switch self {
    case .throttled(let seconds): seconds
    case .storeBusy: 1
    default: nil
    }
  }
}
