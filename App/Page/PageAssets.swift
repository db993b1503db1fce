/// A file that pages need: a style sheet, a script, a picture.
package struct PageAsset: Sendable {
  /// The content.
  package let bytes: [UInt8]
  /// The media type, with the character set of a text.
  package let contentType: String

  /// The content's entity tag, with its quotation marks: another version has another one.
  package var tag: String {
    // FNV-1a, because a hash of the standard library differs in each process.
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return "\"\(String(hash, radix: 16))\""
  }

  fileprivate init(_ bytes: [UInt8], _ contentType: String) {
    self.bytes = bytes
    self.contentType = contentType
  }
}

/// The files that pages need. They are a part of the program.
package enum PageAssets {
  /// The file at a path, or `nil`.
  package static func asset(at path: String) -> PageAsset? {
    switch path {
    case "/assets/tally.css": PageAsset(PackageResources.tally_css, "text/css; charset=utf-8")
    case "/assets/tally.js": script(PackageResources.tally_js)
    case "/assets/queue.js": script(PackageResources.queue_js)
    case "/assets/store.js": script(PackageResources.store_js)
    case "/worker.js": script(PackageResources.worker_js)
    case "/assets/shell.html": PageAsset(PackageResources.shell_html, "text/html; charset=utf-8")
    case "/manifest.webmanifest":
      PageAsset(PackageResources.manifest_webmanifest, "application/manifest+json")
    case "/assets/icon.svg": PageAsset(PackageResources.icon_svg, "image/svg+xml; charset=utf-8")
    case "/assets/icon-192.png": PageAsset(PackageResources.icon_192_png, "image/png")
    case "/assets/icon-512.png": PageAsset(PackageResources.icon_512_png, "image/png")
    default: nil
    }
  }

  private static func script(_ bytes: [UInt8]) -> PageAsset {
    PageAsset(bytes, "text/javascript; charset=utf-8")
  }
}
