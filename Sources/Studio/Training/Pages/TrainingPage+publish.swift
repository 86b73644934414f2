import BoothCore
import Documents
import HTTPTypes
import StudioModel
import StudioServer
import WebSupport

/// Publishing: pictures first, each by itself; then what is said of them, once.
extension TrainingPage {
  /// `GET /training/new`.
  func newPage() async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .seeCritiques)
    guard principal.may(.publishCritique) else { return whoShares(principal) }
    let people = try await feature.accounts.people(of: principal.organisation, for: context.requester)
    let photographers = CritiqueDraft.photographers(of: people).filter { $0.id != principal.user }
    let chosen = context.call.query["photographer"]
    let options = photographers.map { person -> HTML in
      let selected: HTML = person.id.text == chosen ? " selected" : .empty
      return "<option value=\"\(person.id.text)\"\(selected)>\(person.displayName)</option>"
    }
    guard !photographers.isEmpty else {
      let why: TrainingText = principal.standing.isPhotographer ? .onlyPhotographer : .noPhotographers
      return page(title: words[.publish], "<h1>\(words[.publish])</h1>\n\(noPhotographers(principal, why))")
    }
    let lent = try await lent(to: principal)
    return page(
      title: words[.publish], scripts: ["training/publish.js"],
      """
      <h1>\(words[.publish])</h1>
      <noscript><p class="notice bad">\(words[.needsScripts])</p></noscript>
      <form class="card publish" id="publish" data-deliberate data-key="\(Self.newID())" data-token="\(context.token)" data-most="\(CritiqueDraft.mostPictures)" data-largest="\(CritiqueDraft.largestPicture)" data-waits="\(words[.waiting])" data-sending="\(words[.sending])" data-ready="\(words[.ready])" data-large="\(words[.fileTooLarge])" data-many="\(words[.tooManyPictures])" data-none="\(words[.noPictures])" data-failed="\(words[.notSent])" data-still="\(words[.lineStill])" data-remove="\(words[.remove])" data-mark="\(words[.markPicture])" data-forbidden="\(words[.mayNot])" data-wrong="\(words[.removeWrong])" data-unread="\(words[.fileUnread])" data-full="\(words[.deviceFull])" data-held="\(words[.held])" data-taken-back="\(words[.takenBack])" data-photos="\(lent)">
      <div class="composing-side">
      <div class="adding"><label class="button secondary" for="files">\(shell.icon(.images))\(words[.addPictures])</label><input class="unseen" id="files" type="file" accept="image/*,.heic,.heif" multiple aria-describedby="files-help">
      <label class="button secondary touch" for="camera">\(shell.icon(.camera))\(words[.takePhoto])</label><input class="unseen touch" id="camera" type="file" aria-label="\(words[.takePhoto])" accept="image/*" capture="environment">
      <p class="quiet" id="files-help">\(words.filled(.picturesHelp, CritiqueDraft.mostPictures)) <span class="desk">\(words[.dropHelp])</span></p></div>
      <div class="composing" hidden>
      <div class="gallery"><div class="stage" dir="ltr"><img alt="" hidden><canvas hidden></canvas></div>
      <div class="drawing">
      \(drawing())
      <p class="quiet">\(words[.drawHelp])</p></div></div></div>
      <ul class="files" id="picked" aria-label="\(words[.pictures])"></ul>
      </div>
      <div class="saying">
      \(marksAside(canDraw: true))<p class="field"><label for="photographer">\(words[.photographer]) \(required)</label>
      <select id="photographer" required><option value="">\(words[.choosePhotographer])</option>\(options)</select></p>
      <fieldset><legend>\(words[.kind]) \(required)</legend>
      <label class="choice"><input type="radio" name="kind" value="example" required> <span>\(badge(.example))</span></label>
      <label class="choice"><input type="radio" name="kind" value="improvement" required> <span>\(badge(.improvement))</span></label></fieldset>
      <p class="field"><label for="notes">\(words[.trainingNotes]) \(required)</label>
      <textarea id="notes" rows="6" maxlength="\(CritiqueDraft.longestNotes)" required dir="auto"></textarea></p>
      <div class="sending"><p id="complaint" class="complaint" role="alert"></p>
      <p id="publish-state" class="quiet" role="status"></p>
      <p id="publish-back" hidden><button type="button" class="plain">\(words[.takeBack])<span aria-hidden="true"></span></button></p>
      <button id="send">\(words[.publishNow])</button></div>
      </div></form>
      """)
  }

  private var required: HTML { "<span class=\"quiet required\">\(words[.required])</span>" }

  /// Who may not share any reads who does, and how they get there.
  private func whoShares(_ principal: Principal) -> WebAnswer {
    let mayInvite = principal.may(.managePeople)
    let way: HTML? =
      mayInvite
      ? "<p><a class=\"button\" href=\"/people\">\(StudioSection.people.title(context.language))</a></p>\n" : nil
    return page(
      .forbidden, title: words[.publish],
      """
      <h1>\(words[.publish])</h1>
      <p class="card">\(words[mayInvite ? .administratorShares : .roleShares])</p>
      \(way)
      """)
  }

  /// 20 letters and digits by chance, as Firestore makes them.
  static func newID() -> String {
    let signs = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
    return String((0..<20).map { _ in signs[Int.random(in: 0..<signs.count)] })
  }

  /// `?photos=ID,ID`: photos that the studio has already, as the page's script takes them.
  private func lent(to principal: Principal) async throws(StudioPictureError) -> String {
    var photos: [JSONDocument] = []
    for id in (context.call.query["photos"] ?? "").split(separator: ",").prefix(CritiqueDraft.mostPictures) {
      guard let name = try await feature.lender?.name(of: String(id), for: principal) else { continue }
      photos.append(.members(["photo": .string(String(id)), "name": .string(name)]))
    }
    return String(decoding: JSONDocument.array(photos).bytes, as: UTF8.self)
  }

  /// `POST /training/uploads/KEY`: one picture, its bytes alone; with `?photo=ID` one that the studio has already, and no bytes.
  func upload(_ key: String) async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .publishCritique)
    try shell.checkToken(context)
    guard CritiqueDraft.isID(key) else { throw StudioFault.notFound }
    guard feature.drafts.hold(key) else { return notNow }
    defer { feature.drafts.release(key) }
    // What is published keeps the pictures that it was published with.
    guard try await documents.known(at: try Critique.path(key)) == nil else { return refuse(.alreadyPublished) }
    let album = PictureAlbum(organisation: principal.organisation.text, name: key)
    // On a full disk nothing is one person's fault: the first picture of each has room beside this.
    try shell.checkRoom(for: 2 * DraftQuota.pictureBytes)
    guard
      try await feature.takesOne(
        for: key, from: principal, left: shell.roomLeft, as: context.requester, now: context.now)
    else {
      return WebAnswer.error(
        HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage"), words[.tooMuchWaiting]
      ).closing()
    }
    do {
      let kept: KeptPicture
      try await self.pictures.note(album, isDraft: true, of: principal.user.text)
      if let id = context.call.query["photo"] {
        try shell.checkRoom(for: Int64(CritiqueDraft.largestPicture))
        let lent = try await feature.lender?.lend(id, for: principal) {
          (file) async throws(StudioPictureError) in try await self.pictures.keep(file: file, in: album)
        }
        guard let lent else { return refuse(.photoGone) }
        kept = lent
      } else {
        kept = try await shell.receive(context, upTo: Int64(CritiqueDraft.largestPicture)) { file in
          try await self.pictures.keep(file: file.path, in: album)
        }
      }
      return WebAnswer.json(.members(["picture": .string(kept.name), "thumbnail": .string(kept.thumbnail)]))
    } catch is TooLargeFault {
      return WebAnswer.error(.contentTooLarge, words[.fileTooLarge]).closing()
    } catch StudioPictureError.refused(let refusal) {
      return WebAnswer.error(.unprocessableContent, Self.words(of: refusal, words))
    }
  }

  /// What was left for a day is just being removed.
  private var notNow: WebAnswer { WebAnswer.error(.serviceUnavailable, words[.notSent]).with([.retryAfter: "2"]) }

  /// `POST /training/publish`: what was sent twice is published once.
  func publish() async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .publishCritique)
    try shell.checkToken(context)
    guard let sent = try await json(upTo: 1 << 20), let key = sent["key"]?.string, CritiqueDraft.isID(key) else {
      return refuse(.notSent)
    }
    guard feature.drafts.hold(key) else { return notNow }
    defer { feature.drafts.release(key) }
    let album = PictureAlbum(organisation: principal.organisation.text, name: key)
    let notes = CritiqueDraft.tidied(sent["notes"]?.string ?? "")
    let people = try await feature.accounts.people(of: principal.organisation, for: context.requester)
    let photographer = CritiqueDraft.photographers(of: people).first { $0.id.text == sent["photographer"]?.string }
    let named = sent["pictures"]?.array ?? []
    if let complaint = CritiqueDraft.complaint(pictures: named.count, photographer: photographer, notes: notes) {
      return refuse(TrainingText(complaint))
    }
    guard let photographer, let kind = sent["kind"]?.string.flatMap(Critique.Kind.init(rawValue:)) else {
      return refuse(.noPhotographer)
    }
    var pictures: [Critique.Picture] = []
    var missing: [String] = []
    for picture in named {
      guard let name = picture["picture"]?.string, let thumbnail = picture["thumbnail"]?.string,
        KeptPicture.isName(name), KeptPicture.isName(thumbnail)
      else { return refuse(.noPictures) }
      guard let marks = picture["marks"].map({ Self.marks($0) }) ?? [] else { return refuse(.tooMuchDrawn) }
      guard try await self.pictures.jpeg(name, in: album) != nil,
        try await self.pictures.jpeg(thumbnail, in: album) != nil
      else {
        missing.append(name)
        continue
      }
      let place = "/training/pictures/\(key)/"
      pictures.append(
        .init(
          address: (shell.configuration.publicBaseURL ?? "") + place + name,
          thumbnail: (shell.configuration.publicBaseURL ?? "") + place + thumbnail,
          name: Self.fileName(picture["name"]?.string ?? ""), marks: marks))
    }
    // They were removed meanwhile: the page has them, and sends them again.
    guard missing.isEmpty else {
      return WebAnswer.json(
        .members(["error": .string(words[.noPictures]), "missing": .array(missing.map { .string($0) })]),
        .unprocessableContent)
    }
    let sender = context.person
    let critique = Critique(
      id: key, organisation: principal.organisation, submitter: principal.user,
      submitterName: sender?.displayName ?? "", submitterEmail: sender?.name ?? "", photographer: photographer.id,
      photographerName: photographer.displayName, pictures: pictures, notes: notes, kind: kind, createdAt: nil,
      version: DocumentTimestamp(microseconds: 0))
    do throws(DocumentStoreError) {
      _ = try await documents.commitBatch([try critique.publishing()])
    } catch {
      if error.kind == .tooLarge { return refuse(.tooMuchDrawn) }
      guard error.kind == .alreadyExists else { throw error }
      let (there, _) = try await found(key)
      guard there.wasPublished(as: critique) else { return WebAnswer.error(.conflict, words[.alreadyPublished]) }
    }
    do throws(StudioPictureError) {
      try await self.pictures.note(album, isDraft: false, of: principal.user.text)
    } catch {}  // it is found to be published when it is counted
    if let document = try await documents.document(at: try critique.path()) {
      await feature.counts.hear(document, in: principal.organisation)
    }
    return WebAnswer.json(.members(["to": .string(Self.address(critique))]))
  }

  /// What is wrong with a picture, and what helps.
  static func words(of refusal: PictureRefusal, _ words: TrainingFeature.Words) -> String {
    switch refusal {
    case .heic: words[.fileHEIC]
    case .noLibrary: words[.fileNoLibrary]
    case .cut(let percent?): words.filled(.fileCut, percent)
    case .cut(nil), .damaged: words[.fileDamaged]
    case .tooLarge: words[.fileTooLarge]
    case .tooLong: words[.fileTooLong]
    case .rare: words[.fileRare]
    case .unknown: words[.fileUnknown]
    case .ofGuests: words[.photoOfGuests]
    }
  }

  /// A file's own name as far as it can be one everywhere; nil for none. Its ending is what the picture has become.
  static func fileName(_ name: String) -> String? {
    let last = name.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
    let stem = last.lastIndex(of: ".").map { String(last[..<$0]) } ?? last
    let kept = stem.unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
      default: !"<>:\"|?*".unicodeScalars.contains(scalar)
      }
    }.prefix(80)
    let text = AccountRules.trimmed(String(String.UnicodeScalarView(kept)))
    return text.isEmpty || text.allSatisfy({ $0 == "." }) ? nil : text + ".jpg"
  }
}

extension TrainingText {
  init(_ complaint: CritiqueDraft.Complaint) {
    self =
      switch complaint {
      case .noPictures: .noPictures
      case .tooManyPictures: .tooManyPictures
      case .noPhotographer: .noPhotographer
      case .noNotes: .noNotes
      case .notesTooLong: .notesTooLong
      }
  }
}
