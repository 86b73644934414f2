import Documents
import PhotoLibrary
import PhotoModel
import StudioModel
import StudioServer
import WebSupport

/// What lies in the bins, for those who may use them: looked through and moved back. Nothing is ever deleted here.
extension PhotosPages {
  /// Photos on one page.
  static let binPage = 100

  var binWords: WordTable<BinText> { WordTable(words.language) }

  func binPage() async throws -> WebAnswer {
    _ = try shell.principal(context, may: .managePhotos)
    let bins = try await library.bins()
    let last = max(1, (bins.photos.count + Self.binPage - 1) / Self.binPage)
    let page = min(max(1, context.call.query["page"].flatMap { Int($0) } ?? 1), last)
    let shown = bins.photos.dropFirst((page - 1) * Self.binPage).prefix(Self.binPage)
    let names = Dictionary(bins.bins.map { ($0.source, $0.name) }) { first, _ in first }
    let away = bins.bins.compactMap(closed)
    let main: HTML =
      shown.isEmpty
      ? "<p class=\"card nothing\">\(binWords[.nothing])</p>" : form(Array(shown), names, page: page, of: last)
    return pages(
      title: binWords[.bin],
      """
      <p><a class="way" href="/photos">\(words[.photos])</a></p>
      <h1>\(binWords[.bin])</h1>
      <p>\(binWords[.help])</p>
      <ul class="photos-bins">\(bins.bins.filter { $0.trouble == nil && $0.count > 0 }.map(folder))</ul>
      \(HTML.joined(away))\(main)
      """)
  }

  private func folder(_ bin: PhotoBins.Bin) -> HTML {
    """
    <li><bdi>\(bin.name)</bdi> · \(words.filled(.found, bin.count)) · <bdi class="quiet" dir="ltr">\(bin.location)</bdi></li>

    """
  }

  /// A bin that cannot be looked into now.
  private func closed(_ bin: PhotoBins.Bin) -> HTML? {
    guard let trouble = bin.trouble else { return nil }
    return
      "<p class=\"notice bad\">\(binWords.filled(.closed, bin.name)) \(self.why(trouble)). <bdi dir=\"ltr\">\(bin.location)</bdi></p>\n"
  }

  private func form(_ shown: [PhotoBinned], _ names: [PhotoSourceID: String], page: Int, of last: Int) -> HTML {
    let rows = shown.enumerated().map { number, photo -> HTML in
      let value = "\(photo.source)/\(photo.photo.place)"
      return """
        <li><label><input type="checkbox" name="chosen-\(number)" value="\(value)"> <bdi>\(photo.name)</bdi></label>
        <input type="hidden" name="shown-\(number)" value="\(value)">
        <span class="quiet">\(binWords[.goesTo]) <bdi>\(names[photo.source] ?? photo.source.text)</bdi> <bdi dir="ltr">\(photo.folder)</bdi> · <bdi dir="ltr">\(CalendarDay.text(wallSeconds: photo.movedSeconds))</bdi> · <bdi dir="ltr">\(Self.size(photo.size))</bdi></span></li>

        """
    }
    func way(_ other: Int, _ text: BinText, _ relation: String) -> HTML? {
      guard (1...last).contains(other) else { return nil }
      return
        "<a class=\"button secondary\" rel=\"\(relation)\" href=\"/photos/bin?page=\(other)\">\(binWords[text])</a> "
    }
    let ways: HTML? =
      last > 1
      ? """
      <nav class="row" aria-label="\(binWords[.pages])">\(way(page - 1, .newerPage, "prev"))<span>\(binWords.filled(.pageOf, "\(page)", "\(last)"))</span> \(way(page + 1, .olderPage, "next"))</nav>
      """ : nil
    return """
      <form class="card photos-binned" method="post" action="/photos/bin/restore">\(shell.token(context))<input type="hidden" name="page" value="\(page)">
      <fieldset><legend>\(binWords[.legend])</legend>
      <ul>\(rows)</ul></fieldset>
      <div class="row"><button>\(binWords[.putBack])</button> <button class="secondary" name="all" value="1">\(binWords[.putAllBack])</button></div></form>
      \(ways)
      """
  }

  func restoreBinned() async throws -> WebAnswer {
    _ = try shell.principal(context, may: .managePhotos)
    let form = try await shell.form(context)
    let field = form["all"] == "1" ? "shown-" : "chosen-"
    var places: [PhotoSourceID: [String]] = [:]
    for number in 0..<Self.binPage {
      let value = form[field + "\(number)"]
      guard !value.isEmpty else { continue }
      let halves = value.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      guard halves.count == 2, let source = PhotoSourceID(halves[0]) else { throw PhotoLibraryError.notFound }
      places[source, default: []].append(halves[1])
    }
    let page = Int(form["page"]) ?? 1
    if places.isEmpty {
      report(binWords[.noneChosen], isGood: false, on: "/photos/bin")
    } else {
      report(try await library.restore(places))
    }
    return StudioShell.redirect(page > 1 ? "/photos/bin?page=\(page)" : "/photos/bin")
  }

  /// How many are back, and the first that are not.
  private func report(_ undone: PhotoUndone) {
    var said: [String] = []
    if undone.count > 0 { said.append(words.filled(.undone, undone.count)) }
    if !undone.troubles.isEmpty {
      let named = undone.troubles.prefix(5).map { "\u{2068}\($0.name)\u{2069}: \(why($0.reason))" }
      let rest = undone.troubles.count > named.count ? "; …" : ""
      said.append(albumWords.filled(.notBack, undone.troubles.count) + " – " + named.joined(separator: "; ") + rest)
    }
    report(said.joined(separator: " "), isGood: undone.troubles.isEmpty, on: "/photos/bin")
  }
}
