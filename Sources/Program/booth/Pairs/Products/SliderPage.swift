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
      \(PairStyle.page)
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
      \(PairStage.script)
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

  /// Lets the line be moved, and the pictures be shown in turn where the page has a button for it.
  static let script: HTML = """
    <script>
    "use strict";
    for (const stage of document.querySelectorAll("[data-stage]")) {
      const line = stage.querySelector("[role=slider]");
      let share = 50;
      const set = (to) => {
        share = Math.max(0, Math.min(100, Math.round(to * 10) / 10));
        stage.style.setProperty("--share", share + "%");
        line.setAttribute("aria-valuenow", String(Math.round(share)));
        line.setAttribute("aria-valuetext", Math.round(share) + " %");
      };
      const follow = (event) => {
        const box = stage.getBoundingClientRect();
        set((event.clientX - box.left) / box.width * 100);
      };
      stage.classList.add("on");
      line.hidden = false;
      set(50);
      stage.addEventListener("pointerdown", (event) => {
        if (event.button !== 0) return;
        stage.setPointerCapture(event.pointerId);
        line.focus({ preventScroll: true });
        follow(event);
      });
      stage.addEventListener("pointermove", (event) => { if (stage.hasPointerCapture(event.pointerId)) follow(event); });
      const steps = { ArrowLeft: -2, ArrowDown: -2, ArrowRight: 2, ArrowUp: 2, PageDown: -10, PageUp: 10, Home: -100, End: 100 };
      line.addEventListener("keydown", (event) => {
        const step = steps[event.key];
        if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        set(share + step);
      });
      const blink = document.querySelector("[data-blink]");
      if (blink) {
        let timer = 0;
        blink.hidden = false;
        const stop = () => {
          clearInterval(timer);
          timer = 0;
          blink.setAttribute("aria-pressed", "false");
        };
        line.addEventListener("focus", () => { if (timer) stop(); });
        blink.addEventListener("click", () => {
          if (timer) { stop(); set(50); return; }
          blink.setAttribute("aria-pressed", "true");
          set(100);
          timer = setInterval(() => set(share > 50 ? 0 : 100), 1200);
        });
      }
    }
    </script>
    """
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

/// How pages of pairs look that stand alone, in one file.
enum PairStyle {
  static let page: HTML = """
    <style>
    :root { color-scheme: light dark; --ground: #fff; --ink: #1b1b1b; --quiet: #595959; --edge: #d0d0d0; --accent: #0b57d0; }
    @media (prefers-color-scheme: dark) { :root { --ground: #131314; --ink: #e8e8e8; --quiet: #b5b5b5; --edge: #444; --accent: #a8c7fa; } }
    * { box-sizing: border-box; }
    body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Hebrew", "Noto Sans Arabic", sans-serif; }
    main { max-inline-size: 75rem; margin-inline: auto; padding: clamp(0px, 2vw, 1.5rem); }
    figure { margin: 0; }
    figcaption { padding: .75rem 1rem 1rem; overflow-wrap: anywhere; }
    h1 { font-size: 1.15rem; line-height: 1.3; margin: 0 0 .25rem; font-weight: 600; }
    figcaption p { margin: 0 0 .5rem; color: var(--quiet); }
    dl { margin: 0; font-size: .875rem; color: var(--quiet); }
    dl div { display: flex; flex-wrap: wrap; column-gap: .4rem; }
    dt::after { content: ":"; }
    dd { margin: 0; }
    a { color: var(--accent); }
    .stage { position: relative; max-inline-size: calc((100vh - 6rem) * var(--ratio)); min-inline-size: min(100%, 16rem); margin-inline: auto; }
    .half { position: relative; margin-block-end: .5rem; }
    .half img { display: block; inline-size: 100%; block-size: auto; }
    .tag { position: absolute; inset-block-start: .5rem; padding: .15rem .6rem; border-radius: 1rem; background: #000b; color: #fff; font-size: .8125rem; max-inline-size: 46%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; pointer-events: none; }
    .then .tag { left: .5rem; }
    .now .tag { right: .5rem; }
    .on { touch-action: pan-y; cursor: ew-resize; overflow: hidden; user-select: none; -webkit-user-select: none; }
    .on .half { margin: 0; }
    .on .then { position: absolute; inset: 0; z-index: 1; clip-path: inset(0 calc(100% - var(--share, 50%)) 0 0); }
    .on .now { clip-path: inset(0 0 0 var(--share, 50%)); }
    .line { position: absolute; z-index: 2; inset-block: 0; left: var(--share, 50%); inline-size: 44px; margin-left: -22px; outline: 0; }
    .line::before { content: ""; position: absolute; inset-block: 0; left: 50%; inline-size: 3px; margin-left: -1.5px; background: #fff; box-shadow: 0 0 3px #000a; }
    .line span { position: absolute; top: 50%; left: 0; inline-size: 44px; block-size: 44px; margin-top: -22px; border-radius: 50%; background: #fff; box-shadow: 0 1px 4px #000a; }
    .line span::before, .line span::after { content: ""; position: absolute; top: 16px; border-block: 6px solid transparent; }
    .line span::before { left: 9px; border-right: 8px solid #333; }
    .line span::after { right: 9px; border-left: 8px solid #333; }
    .line:focus-visible span { outline: 3px solid var(--accent); outline-offset: 2px; }
    </style>
    """
}
