import Crypto
import Documents
import HTTPTypes
import StudioModel
package import WebSupport

/// What is there without a network.
extension StudioShell {
  /// Says on every answer who is signed in: a person's mark, or ``nobody``. Missing where that was not looked at.
  static let personField = HTTPField.Name("X-Booth-Person")!
  /// Seconds until that person's session ends if it is not used again. What a browser has kept of the person is not shown after that.
  static let personSecondsField = HTTPField.Name("X-Booth-Person-For")!
  /// No mark is as short.
  static let nobody = "none"
  private static let keepField = HTTPField.Name("X-Booth-Keep")!

  /// On a request of a script that only wants the page kept.
  static let copyField = HTTPField.Name("X-Booth-Copy")!

  /// Whom kept pages belong to, without saying who it is.
  static func mark(of person: Person) -> String {
    URLBase64.encode(SHA256.hash(data: Array("kept for \(person.id.text)".utf8)).prefix(12))
  }

  /// A page that is to be there without a network as well, once it was looked at. Not for what is wrong when it is old.
  /// - Parameters:
  ///   - title: by which it is found again on the page for who is offline.
  ///   - filters: whether its script shows each filter of its address (`?show=good`) from what the browser has: without a network
  ///   it then stands for all of them.
  package static func kept(_ page: WebAnswer, title: String, filters: Bool = false) -> WebAnswer {
    page.with([keepField: "page;" + PercentEncoding.component(String(title.prefix(200))) + (filters ? ";filters" : "")])
  }

  /// A picture that is to be there without a network as well.
  /// - Parameter isFixed: its address never means another one: what is kept is shown without asking again.
  package static func kept(picture: WebAnswer, isFixed: Bool = false) -> WebAnswer {
    picture.with([keepField: isFixed ? "picture;fixed" : "picture"])
  }

  /// The service worker: `web/studio/worker.js` behind what it has to know, `const server = {"shell": […], …};`. `first` is what
  /// every page needs: it takes over with that.
  static func worker(_ assets: WebAssets) -> WebAnswer {
    let shell = assets.addresses() + ["/offline"]
    let first = assets.addresses(in: ["studio", "shared"]) + ["/offline"]
    let server = JSONDocument.members([
      "first": .array(first.map { .string($0) }),
      "nobody": .string(nobody), "shell": .array(shell.map { .string($0) }), "version": .string(assets.hash),
    ])
    let text = "const server = " + String(decoding: server.bytes, as: UTF8.self) + ";\n"
    return WebAnswer(
      .ok, [.contentType: "text/javascript; charset=utf-8", .cacheControl: "no-cache"],
      .bytes(Array((text + (assets.text("studio/worker.js") ?? "")).utf8)))
  }

  /// What a browser shows of a page that it does not have; made without knowing who asks.
  func offlinePage(_ context: StudioContext) -> WebAnswer {
    let words = StudioWords(context.language)
    return page(
      context, title: words[.offline],
      """
      <h1>\(words[.offline])</h1>
      <p>\(words[.offlineText])</p>
      <ul class="rows" data-kept></ul>
      """)
  }
}
