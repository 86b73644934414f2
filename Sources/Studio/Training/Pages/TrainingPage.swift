import BoothCore
import Documents
import HTTPTypes
import StudioModel
import StudioServer
import WebSupport

/// One request to the training, with who makes it.
struct TrainingPage {
  let feature: TrainingFeature
  let context: StudioContext
  let shell: StudioShell

  var words: TrainingFeature.Words { TrainingFeature.Words(context.language) }
  /// The requester's own.
  var documents: any DocumentStore { feature.documents.store(for: context.requester) }
  var pictures: any StudioPictures { feature.pictures.store(for: context.requester) }

  func answer(_ route: TrainingRoute) async throws -> WebAnswer? {
    switch route {
    case .list: try await list()
    case .newest: try await newest()
    case .kept: try await kept()
    case .events: try await events()
    case .team: try await team()
    case .teamOf(let user): try await team(of: UserID(user))
    case .new: try await newPage()
    case .publish: try await publish()
    case .upload(let key): try await upload(key)
    case .critique(let id): try await critique(id)
    case .edit(let id): try await editPage(id)
    case .change(let id): try await change(id)
    case .delete(let id): try await delete(id)
    case .marks(let id): try await changeMarks(id)
    case .answer(let id): try await answer(id)
    case .unread: try await unread()
    case .picture(let album, let name): try await picture(album, name)
    case .wrongMethod(let allowed): WebAnswer.text(.methodNotAllowed, "Not this way").with([.allow: allowed])
    }
  }

  func page(
    _ status: HTTPResponse.Status = .ok, title: String, scripts: [String] = [], _ main: HTML
  ) -> WebAnswer {
    // Lists load what shows a critique when one is opened.
    let isLight = scripts.isEmpty || scripts == ["training/list.js"] || scripts == ["training/team.js"]
    // Shown by a script where the browser has pictures that were chosen and not shared.
    let isPublishing = scripts.contains("training/publish.js")
    let mayPublish = context.person?.principal.may(.publishCritique) == true
    let unshared: HTML? =
      isPublishing || !mayPublish
      ? nil
      : """
      <p class="notice quiet" id="training-unshared" hidden><a href="/training/new">\(words[.unshared])</a></p>

      """
    let held: HTML? =
      mayPublish
      ? """
      <div class="notice quiet" id="training-held" role="status" hidden><p>\(words[.held])</p><button type="button" class="plain">\(words[.takeBack])</button></div>

      """ : nil
    // Asked by a script before something unsaved is left.
    let leaving: HTML? =
      scripts.isEmpty
      ? nil
      : """
      <template id="leaving"><dialog class="sheet" aria-labelledby="leaving-title"><form method="dialog"><h2 id="leaving-title">\(words[.leaveUnsaved])</h2>
      <p>\(words[.leaveUnsavedText])</p>
      <div class="row"><button value="stay">\(words[.keepEditing])</button><button class="plain danger" value="leave">\(words[.leaveNow])</button></div></form></dialog></template>

      """
    return shell.page(
      context, status, title: title, section: TrainingFeature.section,
      extras: .init(styles: ["training/training.css"] + (isLight ? [] : ["training/viewer.css"]), modules: scripts),
      "\(held)\(unshared)\(main)\(leaving)")
  }

  // MARK: Finding

  /// A critique that the one who asks may see. Whether there is one elsewhere is not told.
  func found(_ id: String, may action: StudioAction = .seeCritiques) async throws -> (Critique, Principal) {
    let principal = try shell.principal(context, may: .seeCritiques)
    guard let document = try await document(id), Critique.isPublished(document) else { throw StudioFault.notFound }
    let critique: Critique
    do throws(UnreadableCritiqueFault) { critique = try Critique(document) } catch { throw StudioFault.notFound }
    guard principal.may(.seeCritiques, on: critique.subject) else { throw StudioFault.notFound }
    guard principal.may(action, on: critique.subject) else { throw StudioFault.forbidden }
    return (critique, principal)
  }

  private func document(_ id: String) async throws(DocumentStoreError) -> StoredDocument? {
    let path: DocumentPath
    // What can be no document's name is none's.
    do { path = try Critique.path(id) } catch { return nil }
    return try await documents.document(at: path)
  }

  // MARK: Pieces

  static func address(_ critique: Critique) -> String {
    "/training/critiques/" + PercentEncoding.component(critique.id)
  }

  /// A picture's address as pages may load it: one of our own, in no other album than its critique's. Nil for all others:
  /// nothing is loaded from elsewhere, and no address becomes a link.
  static func shown(_ address: String, of critique: Critique) -> String? {
    guard let start = address.firstRange(of: "/training/pictures/") else { return nil }
    let origin = address[..<start.lowerBound]
    guard origin.isEmpty || WebOrigin(of: origin)?.text == origin.lowercased() else { return nil }
    let parts = address[start.upperBound...].split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, parts[0] == critique.id, CritiqueDraft.isID(parts[0]), KeptPicture.isName(parts[1]) else {
      return nil
    }
    return "/training/pictures/\(parts[0])/\(parts[1])"
  }

  func badge(_ kind: Critique.Kind) -> HTML {
    kind == .example
      ? "<span class=\"kind good\">\(words[.goodExample])</span>"
      : "<span class=\"kind improvement\">\(words[.needsImprovement])</span>"
  }

  /// The same in a list, where it has little room.
  private func shortBadge(_ kind: Critique.Kind) -> HTML {
    kind == .example
      ? "<span class=\"kind good\">\(words[.good])</span>"
      : "<span class=\"kind improvement\">\(words[.toImprove])</span>"
  }

  /// How a script writes a time.
  enum TimeStyle: String {
    /// `29 Nov 2026, 19:31`.
    case full
    /// `29 Nov`, with the year if it is another one.
    case short
    /// `2 minutes ago`.
    case ago
  }

  /// In words, in UTC; a script shows the reader's own time instead.
  func time(_ time: DocumentTimestamp?, _ look: HTML = .empty, _ style: TimeStyle = .full) -> HTML {
    guard let time else { return "<span class=\"quiet \(look)\">\(words[.justNow])</span>" }
    let exact = DocumentTimestamp(microseconds: time.microseconds / 1_000_000 * 1_000_000).description
    let day = LongDate.day(String(exact.prefix(10)), in: context.language)
    let asked: HTML? = style == .full ? nil : " data-style=\"\(style.rawValue)\""
    return
      "<time class=\"\(look)\" datetime=\"\(exact)\"\(asked)>\(day), \(exact.dropFirst(11).prefix(5)) UTC</time>"
  }

  func count(_ number: Int) -> String {
    number == 1 ? words[.onePhoto] : words.filled(.photos, number)
  }

  /// A critique in a list.
  func card(_ critique: Critique, isNew: Bool, state: TrainingText? = nil, answers: Int = 0) -> HTML {
    let thumbnail = critique.pictures.first.flatMap { Self.shown($0.thumbnail, of: critique) }
    let picture: HTML =
      thumbnail.map { "<img src=\"\($0)\" alt=\"\" width=\"300\" height=\"200\" decoding=\"async\">" }
      ?? "<span class=\"gone\">\(words[critique.pictures.isEmpty ? .noPicture : .unavailable])</span>"
    // Few nodes: a screen of cards has some hundred of them.
    let many: HTML? =
      critique.pictures.count > 1
      ? "<span class=\"many\" role=\"img\" aria-label=\"\(count(critique.pictures.count))\">\(critique.pictures.count)</span>"
      : nil
    let new: HTML? =
      isNew
      ? "<span class=\"new dot\" role=\"img\" aria-label=\"\(words[.isNew])\" title=\"\(words[.isNew])\"></span>" : nil
    let said: HTML =
      newAnswers(answers).map { "<span class=\"new by\">\($0)</span>" }
      ?? "<span class=\"by\" dir=\"auto\">\(state.map { words[$0] } ?? critique.submitterName)</span>"
    return """
      <li data-id="\(critique.id)" data-cursor="\(CritiqueCursor.text(critique))"><a class="card" href="\(Self.address(critique))">\(picture)\(shortBadge(critique.kind))\(many)\(new)<span class="text" dir="auto">\(critique.preview())</span>\(said)\(time(critique.createdAt, "by", .short))</a></li>

      """
  }

  /// Which of them the photographer has not opened yet.
  func unseen(_ critiques: [Critique], by user: UserID) async throws(DocumentStoreError) -> Set<String> {
    var paths: [DocumentPath] = []
    for critique in critiques { paths.append(try CritiqueSeen.path(critique.id, by: user)) }
    guard !paths.isEmpty else { return [] }
    let seen = try await documents.documents(at: paths)
    return Set(zip(critiques, seen).filter { $1 == nil }.map(\.0.id))
  }
}
