import Domain
import Presentation

/// Scenes, each with the name of its state, one below the other: a document that a browser opens
/// from a file, with the style sheet in it.
@MainActor
package func pagePreview(of scenes: [(name: String, scene: ActiveScene)]) -> String {
  let samples = scenes.map { name, scene in
    let page = PageContext(address: PageAddress(scene.route), calendar: ZoneRule.utc)
    let body = PageDocument(page: page).main(of: scene.shown(by: PageViewFactory(page: page)))
    return scenes.count == 1 ? body : "<p class=\"sample\">\(name)</p>\n\(body)" as HTML
  }
  return PageDocument.document(
    title: "\(PageWords.title)",
    head: "<style>\n\(HTML(ofProgram: style))</style>",
    body: "<body>\n\(samples)</body>"
  ).text
}

/// The style sheet, with the picture in it that it names.
private var style: [UInt8] {
  let icon = PercentCoding.encoded(String(decoding: PackageResources.icon_svg, as: UTF8.self))
  let style = String(decoding: PackageResources.tally_css, as: UTF8.self)
  return Array(
    style.replacing("/assets/icon.svg", with: "\"data:image/svg+xml,\(icon)\"").utf8)
}
