/// A file that pages need: a style sheet, a script, a picture.
public struct PageAsset: Sendable {
  /// The content.
  public let bytes: [UInt8]
  /// The media type, with the character set of a text.
  public let contentType: String
  /// The content's entity tag, with its quotation marks: another version has another one.
  public let tag: String

  fileprivate init(_ bytes: [UInt8], _ contentType: String) {
    self.bytes = bytes
    self.contentType = contentType
    // FNV-1a, because a hash of the standard library differs in each process.
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    tag = "\"\(String(hash, radix: 16))\""
  }
}

/// The files that pages need. They are a part of the program.
public enum PageAssets {
  /// The file at a path, or `nil`.
  public static func asset(at path: String) -> PageAsset? {
    path == "/worker.js" ? worker : assets[path]
  }

  private static let assets = [
    "/assets/tally.css":
      PageAsset(bare(PackageResources.tally_css), "text/css; charset=utf-8"),
    "/assets/hand.js": script(PackageResources.hand_js),
    "/assets/tally.js": script(PackageResources.tally_js),
    "/assets/count.js": script(PackageResources.count_js),
    "/assets/list.js": script(PackageResources.list_js),
    "/assets/queue.js": script(PackageResources.queue_js),
    "/assets/shell.js": script(PackageResources.shell_js),
    "/assets/store.js": script(PackageResources.store_js),
    "/assets/shell.html": PageAsset(PackageResources.shell_html, "text/html; charset=utf-8"),
    "/manifest.webmanifest":
      PageAsset(PackageResources.manifest_webmanifest, "application/manifest+json"),
    "/assets/icon.svg": PageAsset(PackageResources.icon_svg, "image/svg+xml; charset=utf-8"),
    "/assets/icon-192.png": PageAsset(PackageResources.icon_192_png, "image/png"),
    "/assets/icon-512.png": PageAsset(PackageResources.icon_512_png, "image/png"),
  ]

  /// The service worker, which keeps the other files. It begins with their version, so it is another
  /// one as soon as one of them is.
  private static let worker = script(
    Array("const version = \"\(version)\";\n".utf8) + PackageResources.worker_js)

  /// Names the content of all files together.
  private static var version: String {
    let tags = assets.sorted { $0.key < $1.key }.map(\.value.tag)
    let all = script(tags.joined().utf8 + PackageResources.worker_js)
    return String(all.tag.dropFirst().dropLast())
  }

  private static func script(_ bytes: [UInt8]) -> PageAsset {
    PageAsset(bare(bytes), "text/javascript; charset=utf-8")
  }

  /// A file without the indentation and the comments that have lines of their own. A phone on a bad
  /// network waits for them, and no browser reads them.
  private static func bare(_ file: [UInt8]) -> [UInt8] {
    var isComment = false
    var text = ""
    for line in String(decoding: file, as: UTF8.self).split(separator: "\n") {
      let line = line.drop { $0 == " " }
      if line.hasPrefix("/*") { isComment = true }
      if !isComment && !line.hasPrefix("//") { text += line + "\n" }
      if line.hasSuffix("*/") { isComment = false }
    }
    return Array(text.utf8)
  }
}
