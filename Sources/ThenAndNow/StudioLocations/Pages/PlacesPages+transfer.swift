import BoothCore
import Documents
import HTTPTypes
import LocationLibrary
import Locations
import StudioModel
import StudioServer
import WebSupport

/// Everything out, and in again: the app's archive.
extension PlacesPages {
  static let largestArchive: Int64 = 20 << 30
  private static let mostProblems = 200

  private func names(_ principal: Principal) -> (out: String, back: String) {
    ("export-\(principal.user)", "import-\(principal.user)")
  }

  func transferPage(_ context: StudioContext) throws -> WebAnswer {
    let principal = try shell.principal(context, may: .editLocations)
    let words = PlacesWords(context.language)
    let names = names(principal)
    return pages(
      context, title: words[.transfer],
      """
      <p><a class="way" href="/places">\(words[.backToList])</a></p>
      <h1>\(words[.transfer])</h1>
      <div class="card"><h2>\(words[.exportTitle])</h2>
      <p>\(words[.exportHelp])</p>
      \(work(names.out, words))\(exported(names.out, words))
      <form method="post" action="/places/transfer/export">\(shell.token(context))<button>\(words[.makeExport])</button></form></div>
      <div class="card"><h2>\(words[.importTitle])</h2>
      <p>\(words[.importHelp])</p>
      \(work(names.back, words))\(imported(names.back, words))
      <form class="form" method="post" action="/places/transfer/import" enctype="multipart/form-data" data-send>\(shell.token(context))
      <label for="archive">\(words[.importFile])</label>
      <input id="archive" name="archive" type="file" accept=".zip,application/zip" required data-missing="\(words[.importFile])">
      \(sending(words))
      <button>\(words[.startImport])</button></form></div>
      \(syncCard(context, principal))
      """)
  }

  private func exported(_ name: String, _ words: PlacesWords) -> HTML {
    guard case .done(.exported(let file))? = works.work(name) else { return .empty }
    let notes = file.notes.prefix(Self.mostProblems).map { note -> HTML in "<li>\(note)</li>\n" }
    let list: HTML? =
      notes.isEmpty
      ? nil : "<h3>\(words[.problems])</h3>\n<ul lang=\"en\" dir=\"ltr\" class=\"problems\">\(notes)</ul>\n"
    return """
      <div class="notice good"><p>\(words.filled(.exportDone, file.locations))</p></div>
      <p><a class="button" href="/places/transfer/export.zip" download>\(words.filled(.download, Self.megabytes(file.bytes)))</a></p>
      \(list)
      """
  }

  private func imported(_ name: String, _ words: PlacesWords) -> HTML {
    guard case .done(.imported(let outcome))? = works.work(name) else { return .empty }
    let mood: HTML = outcome.leftOut == 0 ? "good" : "bad"
    let rows = outcome.problems.prefix(Self.mostProblems).map { problem -> HTML in
      "<li>\(problem.isError ? "✕" : "!") \(problem.words)</li>\n"
    }
    let rest = outcome.problems.count - rows.count
    let more: HTML? = rest > 0 ? "<p>\(words.filled(.moreProblems, rest))</p>\n" : nil
    let list: HTML? =
      rows.isEmpty
      ? nil
      : "<h3>\(words[.problems])</h3>\n<ul lang=\"en\" dir=\"ltr\" class=\"problems\">\(rows)</ul>\n\(more)"
    let sums = words.filled(.importDone, "\(outcome.added)", "\(outcome.known)", "\(outcome.leftOut)")
    return "<div class=\"notice \(mood)\"><p>\(sums)</p></div>\n\(list)"
  }

  func beginExport(_ context: StudioContext) async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .editLocations)
    _ = try await shell.form(context)
    let places = places
    let isBegun = works.begin(names(principal).out, PlaceWork.Progress(.exporting, 0, 0)) { report in
      .exported(try await places.export { report(PlaceWork.Progress(.exporting, $0, $1)) })
    }
    return begun(context, isBegun, on: "/places/transfer")
  }

  func archive(_ context: StudioContext) throws -> WebAnswer {
    let principal = try shell.principal(context, may: .editLocations)
    guard case .done(.exported(let exported))? = works.work(names(principal).out) else { throw PlaceError.notFound }
    return Self.file(exported.file, named: "\(ExportTables.folder).zip").with([.cacheControl: "no-store"])
  }

  /// `POST /places/transfer/import`: a form with the archive.
  func beginImport(_ context: StudioContext) async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .editLocations)
    let words = PlacesWords(context.language)
    if let refusal = tooLarge(context, words, limit: Self.largestArchive) { return refusal }
    return try await shell.fileForm(context, upTo: Self.largestArchive) { _, file in
      try await beginImport(context, file, principal, words)
    }
  }

  private func beginImport(
    _ context: StudioContext, _ parts: MultipartForm, _ principal: Principal, _ words: PlacesWords
  ) async throws -> WebAnswer {
    let path = "/places/transfer"
    do throws(PlaceError) {
      let file = try await places.receive(Self.pieces(parts), upTo: Self.largestArchive)
      let places = places
      let isBegun = works.begin(names(principal).back, PlaceWork.Progress(.importing, 0)) { report in
        .imported(try await places.bringIn(file) { report(PlaceWork.Progress(.importing, $0)) })
      }
      if !isBegun { say(words[.busy], isGood: false, to: context, on: path) }
      return context.wantsPart ? .json(.members(["to": .string(path)])) : StudioShell.redirect(path)
    } catch {
      let (text, detail) = try Self.words(error, words, limit: Self.largestArchive)
      if context.wantsPart { return Self.complaint(text, detail).closing() }
      say(detail.map { "\(text) \($0)" } ?? text, isGood: false, to: context, on: path)
      return StudioShell.redirect(path).closing()
    }
  }
}
