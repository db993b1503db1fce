#if !canImport(SwiftUI)
  // The parts of SwiftUI that the view uses, so that it also compiles on systems without SwiftUI.

  @MainActor
  protocol View {
    associatedtype Body: View
    var body: Body { get }
  }

  @MainActor
  @resultBuilder
  enum ViewBuilder {
    static func buildBlock(_ parts: [Any]...) -> [Any] { parts.flatMap(\.self) }
    static func buildExpression(_ view: some View) -> [Any] { [view] }
    static func buildOptional(_ parts: [Any]?) -> [Any] { parts ?? [] }
  }

  struct Form: View {
    let content: [Any]
    init(@ViewBuilder _ content: () -> [Any]) { self.content = content() }
    var body: Self { self }
  }

  struct Text: View {
    let text: String
    init(_ text: String) { self.text = text }
    var body: Self { self }
  }

  struct Binding {
    let get: @MainActor () -> String
    let set: @MainActor (String) -> Void
  }

  struct TextField: View {
    let label: String
    let text: Binding
    init(_ label: String, text: Binding) { (self.label, self.text) = (label, text) }
    var body: Self { self }
  }

  struct Button: View {
    let action: @MainActor () -> Void
    init(_ title: String, action: @escaping @MainActor () -> Void) { self.action = action }
    var body: Self { self }
  }
#endif
