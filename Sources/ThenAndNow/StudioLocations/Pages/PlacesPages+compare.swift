import BoothCore
import Documents
import HTTPTypes
import LocationLibrary
import Locations
import StudioModel
import StudioServer
import WebSupport

/// Old and new, to be compared: beside each other without scripts; with them under a slider, or blinking, too.
extension PlacesPages {
  func comparePage(_ context: StudioContext, _ id: String) async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .seeLocations)
    let location = try await known(id)
    let words = PlacesWords(context.language)
    let version = location.chosenVersion
    let remark: HTML? = version.map { alignment(context, principal, location, $0, words) }
    return pages(
      context, title: "\(words[.compare]): \(location.title)",
      """
      <p><a class="way" href="/places/at/\(location.id.text)">\(words[.backToPlace])</a></p>
      <h1><bdi>\(location.title)</bdi></h1>
      \(refreshed("\(comparison(location, version, words, sizes: "(min-width: 70rem) 68rem, 96vw"))\n\(remark)\(provenance(location, words))\(try await downloads(context, principal, location, words))"))
      """)
  }

  /// Both pictures, with what shows more of the one or the other.
  /// - Parameter sizes: how wide they stand, as HTML's `sizes` has it.
  func comparison(_ location: Location, _ version: LocationVersion?, _ words: PlacesWords, sizes: String) -> HTML {
    let name = version.flatMap { Self.pairName(location, $0) }
    return """
      <section class="compare" data-compare data-mode="side" aria-label="\(words[.compare])">
      \(modes(words, hasNew: version != nil))
      \(stage(location, version, name, words, sizes))
      \(controls(words, hasNew: version != nil))
      </section>
      """
  }

  private func modes(_ words: PlacesWords, hasNew: Bool) -> HTML {
    guard hasNew else { return .empty }
    func button(_ mode: String, _ text: PlacesText) -> HTML {
      let pressed: HTML = mode == "side" ? "true" : "false"
      return "<button type=\"button\" data-choose=\"\(mode)\" aria-pressed=\"\(pressed)\">\(words[text])</button>\n"
    }
    return """
      <div class="segmented" role="group" aria-label="\(words[.compare])" data-scripted hidden>
      \(button("slider", .slider))\(button("side", .sideBySide))\(button("blink", .blink))</div>
      """
  }

  private func stage(
    _ location: Location, _ version: LocationVersion?, _ name: String?, _ words: PlacesWords, _ sizes: String
  ) -> HTML {
    let sides = PictureLadder.sides.filter { $0 >= 320 }
    func image(_ half: PairHalf, _ picture: LocationPicture) -> HTML {
      let text = words[half == .then ? .oldPicture : .newPicture] + ": " + location.title
      guard let name else {
        return PictureLadder.image(picture, of: location.id, from: 320, sizes: sizes, text: text)
      }
      // The frame that both share is known when it is made; it has about the old picture's proportions.
      return PictureLadder.image(
        { "/places/at/\(location.id.text)/pair/\(name)/\(half.rawValue)-\($0).jpg" }, size: nil, sides, sizes: sizes,
        text: text)
    }
    let then = image(.then, location.old)
    let now: HTML =
      version.map { image(.now, $0.picture) } ?? "<p class=\"placeholder\">\(words[.noNewPlaceholder])</p>"
    let (year, taken) = (
      " · " + (location.provenance.date ?? words[.dateUnknown]), version.map { " · " + takenDay($0, words) } ?? ""
    )
    return """
      <div class="stage" data-stage><div class="pair" data-pair dir="ltr">
      <figure class="then">\(then)<figcaption dir="auto">\(words[.then])\(year)</figcaption></figure>
      <figure class="now">\(now)<figcaption dir="auto">\(words[.now])\(taken)</figcaption></figure>
      <div class="divider" aria-hidden="true"></div>
      </div></div>
      """
  }

  private func controls(_ words: PlacesWords, hasNew: Bool) -> HTML {
    let pair: HTML =
      hasNew
      ? """
      <div class="row" data-for="slider" dir="ltr">
      <button type="button" class="icon-button" data-step="-10" aria-label="\(words[.moreNew])">\(shell.icon(.chevronLeft))</button>
      <input type="range" min="0" max="100" step="1" value="50" data-share aria-label="\(words[.divider])" dir="ltr">
      <button type="button" class="icon-button" data-step="10" aria-label="\(words[.moreOld])">\(shell.icon(.chevronRight))</button></div>
      <div class="row" data-for="blink">
      <button type="button" class="secondary" data-blink data-play="\(words[.play])" data-pause="\(words[.pause])">\(words[.pause])</button>
      <button type="button" class="plain" data-swap>\(words[.swap])</button>
      <span role="status" data-shown data-then="\(words[.then])" data-now="\(words[.now])"></span></div>

      """ : .empty
    return """
      <div class="controls" data-scripted hidden>
      \(pair)<div class="row">
      <button type="button" class="icon-button" data-zoom="1" aria-label="\(words[.zoomIn])">\(shell.icon(.zoomIn))</button>
      <button type="button" class="icon-button" data-zoom="-1" aria-label="\(words[.zoomOut])">\(shell.icon(.zoomOut))</button>
      <button type="button" class="icon-button" data-full data-close="\(words[.close])" aria-label="\(words[.fullScreen])" aria-pressed="false">\(shell.icon(.fullscreen))</button></div>
      </div>
      """
  }

  // MARK: What can be handed on

  private func downloads(
    _ context: StudioContext, _ principal: Principal, _ location: Location, _ words: PlacesWords
  ) async throws -> HTML {
    guard location.chosenVersion != nil else { return .empty }
    let products = try await places.products(of: location)
    func row(_ product: PlaceProduct) -> HTML {
      return
        "<li><a href=\"/places/at/\(location.id.text)/products/\(PercentEncoding.component(product.name))\" download>\(Self.title(of: product.kind, words))</a> <span class=\"quiet\" dir=\"ltr\">\(Self.megabytes(product.bytes)) MB</span></li>\n"
    }
    let groups = DownloadGroup.allCases.map { group -> HTML in
      let files = products.filter { DownloadGroup(kind: $0.kind) == group }
      return files.isEmpty ? .empty : "<h3>\(words[group.title])</h3>\n<ul class=\"files\">\(files.map(row))</ul>\n"
    }
    let list: HTML? = products.isEmpty ? nil : "\(groups)"
    // They are made by themselves while the photo is aligned.
    let isUnderWay = works.work("products-\(location.id)")?.isUnderWay == true
    let make: HTML? =
      principal.may(.editLocations) && !isUnderWay
      ? "<form method=\"post\" action=\"/places/at/\(location.id.text)/products\" data-work>\(shell.token(context))<button class=\"plain\">\(words[products.isEmpty ? .makeProducts : .makeAgain])</button></form>\n"
      : nil
    if list == nil, make == nil, !isUnderWay { return .empty }
    return """
      <h2>\(words[.downloads])</h2>
      \(work("products-\(location.id)", words))\(list)\(make)
      """
  }

  /// To a tenth: `0.3`, `12.0`.
  static func megabytes(_ bytes: Int64) -> String {
    let tenths = max(1, (bytes + 50_000) / 100_000)
    return "\(tenths / 10).\(tenths % 10)"
  }

  static func title(of kind: String, _ words: PlacesWords) -> String {
    let ending = kind.split(separator: ".").last.map { " (\($0.uppercased()))" } ?? ""
    return switch kind {
    case "then.jpg": words[.kindThen]
    case "now.jpg": words[.kindNow]
    case "side-by-side.jpg": words[.kindSideBySide]
    case "slider.jpg": words[.kindSlider]
    case "slider.html": words[.kindSliderPage]
    case "sheet-a4.jpg", "sheet-a4.pdf": words[.kindSheetA4] + ending
    case "sheet-4x6.jpg", "sheet-4x6.pdf": words[.kindSheetPhoto] + ending
    case "blink.gif", "blink.mp4": words[.kindBlink] + ending
    case "slider.gif", "slider.mp4": words[.kindSlides] + ending
    default: kind
    }
  }

  func makeProducts(_ context: StudioContext, _ id: String) async throws -> WebAnswer {
    _ = try shell.principal(context, may: .editLocations)
    _ = try await shell.form(context)
    let location = try await known(id)
    guard let version = location.chosenVersion else { throw PlaceError.notFound }
    let (places, language) = (places, context.language)
    let key = "products-\(location.id)"
    // What was not aligned yet is aligned first.
    let isNew = version.registration?.isOf(location.old, version.picture) != true
    let start = isNew ? PlaceWork.Progress(.aligning) : PlaceWork.Progress(.makesProducts, 0, 14)
    let isBegun = works.begin(key, start) { report in
      try await places.makeProducts(of: location.id, language: language) { done, all in
        report(isNew ? Self.progress(done, all) : PlaceWork.Progress(.makesProducts, done, all))
      }
      return .made
    }
    return begun(context, isBegun, on: "/places/at/\(location.id.text)/compare")
  }

  func product(_ context: StudioContext, _ id: String, _ name: String) async throws -> WebAnswer {
    _ = try shell.principal(context, may: .seeLocations)
    let location = try await known(id)
    guard let product = try await places.products(of: location).first(where: { $0.name == name }),
      let file = try await places.product(product.name, of: location)
    else { throw PlaceError.notFound }
    return Self.file(file, named: Self.fileName(location, product.kind))
  }

  /// What a saved file is called: `Jaffa Gate, 1898–2026, side-by-side.jpg`, by the title and the years as far as they are known.
  static func fileName(_ location: Location, _ kind: String) -> String {
    let then = location.provenance.date.map { String($0.prefix(40)) }
    let now = location.chosenVersion.flatMap { $0.takenAt.trusted ? String($0.takenAt.day.prefix(4)) : nil }
    var parts = [String(location.title.prefix(80))]
    let dot = kind.lastIndex(of: ".") ?? kind.endIndex
    switch kind {
    case "then.jpg": parts += [then ?? "then"]
    case "now.jpg": parts += [now ?? "now"]
    default: parts += [[then, now].compactMap(\.self).joined(separator: "–"), String(kind[..<dot])]
    }
    let name = parts.filter { !$0.isEmpty }.joined(separator: ", ")
    // What a disk refuses of it, its header replaces.
    return name + kind[dot...]
  }

  /// To be saved, never shown as a page of ours.
  static func file(_ file: ObjectFile, named name: String) -> WebAnswer {
    WebAnswer(
      .ok,
      [
        .contentType: file.info.contentType, .cacheControl: "private, no-cache",
        .contentDisposition: AttachmentHeader.of(name),
        .contentSecurityPolicy: "default-src 'none'; sandbox",
      ], .file(file, 0..<file.info.sizeBytes))
  }
}

/// What a download is for.
enum DownloadGroup: CaseIterable {
  case pictures, comparison, sheets

  /// - Parameter kind: a product's: `then.jpg`, `sheet-a4.pdf`.
  init(kind: String) {
    self = ["then.jpg", "now.jpg"].contains(kind) ? .pictures : kind.hasPrefix("sheet-") ? .sheets : .comparison
  }

  var title: PlacesText {
    switch self {
    case .pictures: .groupPictures
    case .comparison: .groupComparison
    case .sheets: .groupSheets
    }
  }
}
