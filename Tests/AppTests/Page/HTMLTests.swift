import Presentation
import Testing

@testable import PageToolkit

@Suite(.limited) struct HTMLTests {
  @Test func `texts are escaped, and markup is not`() {
    let text = "<script>alert('1') & \"2\"</script>"
    let html: HTML = "<b>\(text)</b>"
    #expect(
      html.text
        == "<b>&lt;script&gt;alert(&#39;1&#39;) &amp; &quot;2&quot;&lt;/script&gt;</b>")
    #expect(("<p>\(html)</p>" as HTML).text == "<p>\(html.text)</p>")
    #expect(("\([html, html])\(nil as HTML?)\(-5)" as HTML).text == html.text + html.text + "-5")
  }

  @Test func `invisible characters are shown in texts, and kept in values`() {
    #expect(("\("a\u{202E}b")" as HTML).text == "a\\u{202E}b")
    #expect(("\(exactly: "a\u{202E}<")" as HTML).text == "a\u{202E}&lt;")
  }

  @Test func `a link is an escaped URL`() {
    let route = Route.history("a\"&b", newest: 40, by: .week)
    #expect(
      ("\(route)" as HTML).text == "/counters/a%22%26b/history?newest=40&amp;by=week")
  }
}
