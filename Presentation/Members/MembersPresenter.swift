import Domain

struct MembersPresenter: Presenter {
  typealias Scene = MembersScene

  func present(_ response: Scene.Response, after state: Scene.State) -> Scene.State {
    var next = state
    switch response {
    case .listed(let counter, let members):
      next.counter = counter
      next.members = members
    case .shared(let username):
      next.notice = MemberWords.shared(state.counter, with: username)
    case .unshared(let username):
      next.notice = MemberWords.unshared(state.counter, with: username)
    }
    return next
  }
}
