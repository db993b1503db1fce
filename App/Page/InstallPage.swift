import Domain

/// The page without TLS that helps a phone to trust this machine.
///
/// Anybody in the network could change it on its way, so nothing is typed there, and it leads nowhere
/// but to the file.
public struct InstallPage {
  /// Where the file is.
  public static let filePath = "/tally.crt"
  /// The one other file that it needs.
  public static let stylePath = "/assets/tally.css"

  private let fingerprint: String
  private let end: Timestamp

  /// - Parameters:
  ///   - fingerprint: the SHA-256 of the file, which the terminal of the organiser shows too.
  ///   - end: when the certificate ends.
  public init(fingerprint: String, end: Timestamp) {
    self.fingerprint = fingerprint
    self.end = end
  }

  /// The whole document.
  public var html: String {
    PageDocument.document(
      title: "Trust this machine - \(PageWords.title)",
      head: "<link rel=\"stylesheet\" href=\"\(exactly: Self.stylePath)\">", body: body
    ).text
  }

  /// The fingerprint, which a narrow screen may break between bytes.
  private var breakable: HTML {
    let bytes = fingerprint.split(separator: ":").map(String.init)
    return "\(bytes.dropLast().map { "\($0):<wbr>" as HTML })\(bytes.last ?? "")"
  }

  private var body: HTML {
    """
    <body>
    <main>
    <h1>Trust this machine</h1>
    <p>With the certificate of the machine the browser does not warn, a password reaches nobody else, and the page \
    also opens without a network.</p>
    <p class="choices"><a href="\(exactly: Self.filePath)" download>Get the certificate</a></p>
    <p>Install it only if the terminal of the organiser shows the same SHA-256:</p>
    <p><code>\(breakable)</code></p>
    <h2>iPhone and iPad</h2>
    <ol>
    <li>Open this page in Safari, tap “Get the certificate” and allow it.</li>
    <li>Settings, General, VPN &amp; Device Management: tap the profile, then Install.</li>
    <li>Settings, General, About, Certificate Trust Settings: switch it on.</li>
    <li>To remove it later: Settings, General, VPN &amp; Device Management, the profile, Remove Profile.</li>
    </ol>
    <h2>Android</h2>
    <ol>
    <li>Tap “Get the certificate”. It is saved under Downloads.</li>
    <li>Search the settings for “CA certificate”, tap Install anyway, and choose the file tally.crt.</li>
    <li>To remove it later: search the settings for “User credentials” or “Trusted credentials”, and \
    remove it there.</li>
    </ol>
    <p class="facts">The certificate can vouch for this machine alone: for its name, and for addresses that the \
    internet does not reach. It ends on \(String(end.rfc3339.prefix(10))).</p>
    </main>
    </body>
    """
  }
}
