import Domain
import Presentation

/// Texts about the page itself.
enum PageWords {
  /// The program's name, at the top and in titles.
  static let title = "Tally"
  /// The heading of the list.
  static let counters = "Counters"
  /// Shown for a counter without changes.
  static let startCounting = "Tap + to start counting"
  /// Shown where accounts are not made on the page.
  static let noSignUp = "Accounts are made on the server, with tally signup"
  /// Said once on each page with times of the server's zone.
  static let serverTime = "Times are in the server's time zone"
  /// The link back to the open counter.
  static func back(to counter: String) -> HTML { "Back to \(HTML.name(counter))" }
  /// Says that a long list is cut.
  static func onlyFirst(_ shown: Int, of all: Int) -> String {
    "The first \(shown) of \(all). Search for the others"
  }
  /// Who changed the count last, and when; nobody is named where only one person counts.
  static func counted(by author: String?, _ time: HTML) -> HTML {
    author.map { "last by \(HTML.name($0)), \(time)" } ?? "last change \(time)"
  }
  /// What one added oneself today, after the sum.
  static let mine = "mine"
  /// The label of the list of everybody's sums.
  static let parts = "Added today"
  /// The heading of what a phone chooses for itself.
  static let choices = "On this phone or desk"
  /// What it can choose, by the name under which the script keeps it.
  static let choicesHere: KeyValuePairs = [
    "black": "Black background", "left": "Left hand: + on the left", "sound": "A click at each tap",
    "keys": "Keys: + and - count, u undoes",
  ]
  /// The link to the view for a wall.
  static let wall = "Wall"
  /// The heading of a counter's history.
  static func history(of counter: String) -> String { "History of \(counter)" }
  /// The heading of a counter's members.
  static func members(of counter: String) -> String { "Members of \(counter)" }

  /// The field for the period of a target.
  static let targetPeriod = "Per"
  /// The period of a target without one.
  static let allTime = "all time"
  /// The heading of the form for an invitation.
  static let inviteGuests = "Invite guests without an account"
  /// What a picture is, for those who do not see it.
  static let code = "The code of the link, for phones"
  /// The empty squares around a code, which phones need.
  static let codeMargin = 4
  /// Says that a link is not kept.
  static let linkOnce = "The link is shown this once"
  /// The heading of the page where guests say their name.
  static func joining(_ counter: String) -> String { "Join \(counter)" }
  /// Tells guests what they need not have, and what others see.
  static let guests =
    "You need no account. Everybody who sees the counter sees your name and what you count"
  /// Tells somebody who is logged in that an invitation is for others.
  static func loggedIn(as username: Username) -> String {
    "You are logged in as \(username.text). \(logOut) first, then open the link again"
  }
  /// Tells the guest of a counter that an invitation is to another one.
  static func guest(_ username: Username, of counter: Counter) -> String {
    "You are \(username.text) of \(counter.typedName). \(leave) first, then open the link again"
  }
  /// The link to the page where people log out.
  static let logOut = "Log out"
  /// The link to the page where guests leave a counter.
  static let leave = "Leave that counter"
  /// The button that makes a guest.
  static func join(_ permission: Role.Permission?) -> String {
    permission == .views ? "Look" : "Count"
  }
  /// The heading for a guest who was removed.
  static let noGuest = "You are not a guest here any more"
  /// What a guest can do who was removed.
  static let askHost = "Ask whoever invited you"
  /// What to do about an invitation that has ended.
  static let otherInvitation = "Ask for another one"

  /// The heading of an address without a page.
  static let noSuchPage = "There is no such page"
  /// The heading after a form that no page has.
  static let badForm = "That form is not valid"
  /// What to do after a form that no page has.
  static let badFormRemedy = "Nothing was changed. Open the page again"
  /// The heading after a form of a page that was made for another account.
  static let otherAccount = "This page was for another account"
  /// Says that such a form did nothing.
  static func nothingChanged(for username: Username) -> String {
    "Nothing was changed. You are logged in as \(username.text)"
  }
  /// The heading after a form of a page that another store had.
  static let otherStore = "This page was for another store"
  /// The heading after a form for a counter whose name another one has now.
  static let otherCounter = "That counter is gone"
  /// Says that such a form did nothing.
  static let otherCounterRemedy =
    "Nothing was changed, because another counter has its name now. Open the page again"

  /// The heading when the page cannot be shown.
  static let unavailable = "Tally cannot be used now"
}

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
      PageRemedy(text: "Open \(near)", route: .counter(near))
    case .store(.outcomeUnknown(let counter?, _)):
      PageRemedy(
        text: "Look at its history",
        route: .history(counter, newest: HistoryScene.usualLength, by: nil))
    case .input(.notADayStart): PageRemedy(text: "Use a form like 06:00")
    case .input(.notADuration): PageRemedy(text: "Use a form like 12h, 30m or 3d")
    case .invitationEnded: PageRemedy(text: PageWords.otherInvitation)
    case .unreachableServer: PageRemedy(text: "Serve them with: tally serve --lan")
    case .store(.outcomeUnknown(nil, _)): PageRemedy(text: "Look at your counters", route: .home)
    default: nil
    }
  }

  /// The status code of HTTP for a page that shows it.
  var pageStatus: Int {
    switch self {
    case .throttled: 429
    case .store(.busy), .store(.outcomeUnknown): 503
    case .store, .environment: 500
    default: 422
    }
  }

  /// Seconds until it may be tried again.
  var pageRetryAfter: Int? {
    switch self {
    case .throttled(let seconds): seconds
    case .store(.busy): 1
    default: nil
    }
  }
}
