import BoothCore
import FoundationEssentials
import Imaging
import WebSupport

/// A page with a pair under a slider, in one file that loads nothing else: to be put on a web site as it is, or into a frame
/// of another page.
///
/// ```html
/// <iframe src="gate-slider.html" title="The gate, then and now" width="800" height="640"></iframe>
/// ```
/// Both pictures are in it as data. The line follows a pointer and the arrow keys; without scripts both pictures stand
/// below each other. It is light or dark as its reader has it.
struct SliderPage {
  /// Of each picture, in pixels: more would make a page of megabytes.
  static let longestSide = 1600

  let facts: PairFacts
  /// Edges at which the two may be off.
  let unsure: [SharedView.Edge]

  /// The file.
  /// - Throws: ``ImageError`` for a picture that cannot be encoded.
  func bytes(of pictures: PairPictures) throws(ImageError) -> [UInt8] {
    let frame = pictures.frame
    let (old, new) = (frame.old.fitted(Self.longestSide), frame.new.fitted(Self.longestSide))
    return page(old.size, old: Self.data(try ScaledPicture.jpeg(old)), new: Self.data(try ScaledPicture.jpeg(new)))
      .bytes
  }

  private static func data(_ jpeg: [UInt8]) -> String {
    "data:image/jpeg;base64," + Data(jpeg).base64EncodedString()
  }

  /// - Parameters: old, new: addresses of the pictures.
  private func page(_ size: PixelSize, old: String, new: String) -> HTML {
    let language = facts.words
    func word(_ word: PairWord) -> String { word.text(in: language) }
    let title = facts.title.isEmpty ? "\(word(.then)) – \(word(.now))" : facts.title
    let direction: HTML = language.isRightToLeft ? "rtl" : "ltr"
    let (then, now) = ("\(word(.then)): \(facts.dates.then)", "\(word(.now)): \(facts.dates.now)")
    // As wide as the window, but never so high that the line's grip is out of sight.
    return """
      <!doctype html>
      <html lang="\(language.rawValue)" dir="\(direction)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
      <title>\(title)</title>
      \(PairAssets.styles(["page"]))
      </head>
      <body>
      <main>
      <figure>
      \(PairStage(size: size, old: old, new: new, title: title, then: then, now: now, share: word(.share), drag: word(.drag)).html)
      <figcaption>
      <h1>\(title)</h1>
      \(PairCaption(facts: facts, unsure: unsure).html)</figcaption>
      </figure>
      </main>
      \(PairAssets.script("stage"))
      </body>
      </html>

      """
  }
}

/// Both pictures of a pair over each other, with the line between them.
struct PairStage {
  let size: PixelSize
  /// Addresses of the pictures, of one size.
  let old: String
  let new: String
  let title: String
  /// What stands on the pictures: `Then: about 1910`.
  let then: String
  let now: String
  /// The line's name, and how it is moved.
  let share: String
  let drag: String

  /// Left is left in every language, as pictures are not mirrored.
  var html: HTML {
    """
    <div class="stage" dir="ltr" style="--ratio:\(size.width)/\(size.height)" data-stage>
    <div class="half then"><img src="\(old)" width="\(size.width)" height="\(size.height)" alt="\(then). \(title)" draggable="false"><span class="tag" dir="auto">\(then)</span></div>
    <div class="half now"><img src="\(new)" width="\(size.width)" height="\(size.height)" alt="\(now). \(title)" draggable="false"><span class="tag" dir="auto">\(now)</span></div>
    <div class="line" role="slider" tabindex="0" aria-label="\(share)" aria-orientation="horizontal" aria-valuemin="0" aria-valuemax="100" aria-valuenow="50" aria-valuetext="50 %" title="\(drag)" hidden><span></span></div>
    </div>
    """
  }
}

/// What is known of a pair, below its pictures.
struct PairCaption {
  let facts: PairFacts
  let unsure: [SharedView.Edge]
  /// Without a new picture there is nothing to say of it.
  var hasNew = true

  var html: HTML {
    let language = facts.words
    func word(_ word: PairWord) -> String { word.text(in: language) }
    let now: HTML? = hasNew ? " · <span>\(word(.now)): <bdi>\(facts.dates.now)</bdi></span>" : nil
    let edges = unsure.map { word($0.word) }.joined(separator: language == .arabic ? "، " : ", ")
    let off: HTML? = unsure.isEmpty ? nil : "<p>\(word(.mayBeOff)) \(edges)</p>\n"
    func row(_ name: PairWord, _ text: String?) -> HTML? {
      guard let text, text.contains(where: { !$0.isWhitespace }) else { return nil }
      return "<div><dt>\(word(name))</dt><dd>\(Self.linked(text))</dd></div>\n"
    }
    let rows = [
      row(.archive, facts.archive), row(.reference, facts.signature), row(.photographer, facts.author),
      row(.rights, facts.licence), row(.source, facts.source),
    ].compactMap(\.self)
    let list: HTML? = rows.isEmpty ? nil : "<dl>\n\(rows)</dl>\n"
    return """
      <p><span>\(word(.then)): <bdi>\(facts.dates.then)</bdi></span>\(now)</p>
      \(off)\(list)
      """
  }

  /// A web address as a link, anything else as text.
  static func linked(_ text: String) -> HTML {
    let isAddress =
      (text.hasPrefix("https://") || text.hasPrefix("http://")) && !text.contains(where: \.isWhitespace)
    return isAddress
      ? "<a href=\"\(text)\" target=\"_blank\" rel=\"noopener\" dir=\"ltr\">\(text)</a>" : "<bdi>\(text)</bdi>"
  }
}
