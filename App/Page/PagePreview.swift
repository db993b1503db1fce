import Presentation

/// Shows scenes as a document that a browser opens from a file.
@MainActor
package struct PagePreview {
  private let scenes: [(name: String, scene: ActiveScene)]

  /// Creates the preview of scenes, each with the name of its state.
  package init(of scenes: [(name: String, scene: ActiveScene)]) {
    self.scenes = scenes
  }

  /// Prints the document, with the style sheet in it.
  ///
  /// - Throws: `Refusal.outputFailed`.
  package func show() throws {
    try LineOutput(visible: { $0 }).write(text: document.text)
  }

  /// The scenes, one below the other.
  var document: HTML {
    let samples = scenes.map { name, scene in
      let page = PageContext(address: PageAddress(scene.route), calendar: UTCCalendar())
      let body = PageDocument(page: page).main(of: scene.shown(by: PageViewFactory(page: page)))
      return scenes.count == 1 ? body : "<p class=\"sample\">\(name)</p>\n\(body)" as HTML
    }
    return PageDocument.document(
      title: "\(PageWords.title)",
      head: "<style>\n\(HTML(ofProgram: PackageResources.tally_css))</style>",
      body: "<body>\n\(samples)</body>")
  }
}
