import Domain
import Presentation

/// Shows scenes as a document that a browser opens from a file.
@MainActor
package struct PagePreview {
  private let scenes: [(name: String, scene: ActiveScene)]

  /// Creates the preview of scenes, each with the name of its state.
  package init(of scenes: [(name: String, scene: ActiveScene)]) {
    self.scenes = scenes
  }

  /// The document, with the style sheet in it.
  package var text: String { document.text }

  /// The style sheet, with the picture in it that it names.
  private static var style: [UInt8] {
    let icon = PercentCoding.encoded(String(decoding: PackageResources.icon_svg, as: UTF8.self))
    let style = String(decoding: PackageResources.tally_css, as: UTF8.self)
    return Array(
      style.replacing("/assets/icon.svg", with: "\"data:image/svg+xml,\(icon)\"").utf8)
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
      head: "<style>\n\(HTML(ofProgram: Self.style))</style>",
      body: "<body>\n\(samples)</body>")
  }
}
