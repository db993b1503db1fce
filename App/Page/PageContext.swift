import Domain
import Presentation

/// What every view of the page toolkit needs beside the state.
struct PageContext: Sendable {
  /// The address of the page.
  let address: PageAddress
  /// The calendar of the shown times.
  let calendar: any LocalCalendar
  /// Whether that is the calendar of the person's time zone, and not the server's.
  var isPersonsTime = true
  /// The number of the account that is logged in.
  var account: User.ID?
  /// The id of the store.
  var store = ""
  /// The counter that the page is about.
  var counter: Counter.ID?
  /// Whether the counter that the person had is gone. No other one may be counted by the way.
  var isLost = false
  /// Whether people can make an account on the page.
  var allowsSignUp = true
  /// What was typed into the form that was sent.
  var draft = FormDraft()
  /// Whether the count has just reached its target.
  var reachesTarget = false
  /// Makes an identifier for each form.
  var makeID: @Sendable () -> FormID = { FormID() }

  /// What the forms of the page are made for; `nil` when logged out.
  var subject: FormSubject? {
    account.map { FormSubject(store: store, account: $0, counter: counter) }
  }

  /// A moment, to the minute.
  func time(_ moment: Timestamp) -> HTML {
    let shown = calendar.civilTime(at: moment)
    return "<time datetime=\"\(moment.rfc3339)\">\(shown.minuteText)</time>"
  }

  /// Whether the button of that choice was pressed.
  func isPressed(_ choice: some SceneChoice) -> Bool { draft.deed == choice.label }

  /// What was typed into a field of a choice's form, or else the present value.
  func typed(_ name: FieldName, for choice: some SceneChoice, or value: String = "") -> String {
    isPressed(choice) ? draft.texts[name] ?? value : value
  }
}
