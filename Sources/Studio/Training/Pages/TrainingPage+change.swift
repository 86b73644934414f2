import BoothCore
import Documents
import HTTPTypes
import Logging
import StudioModel
import StudioServer
import WebSupport

/// Changing and deleting what was published.
extension TrainingPage {
  /// `GET /training/critiques/ID/edit`.
  func editPage(_ id: String) async throws -> WebAnswer {
    let (critique, _) = try await found(id, may: .editCritique)
    return editPage(critique, notes: critique.notes, kind: critique.kind, complaint: nil)
  }

  private func editPage(
    _ critique: Critique, notes: String, kind: Critique.Kind, complaint: TrainingText?
  ) -> WebAnswer {
    func choice(_ value: Critique.Kind) -> HTML {
      let checked: HTML = value == kind ? " checked" : .empty
      return
        "<label class=\"choice\"><input type=\"radio\" name=\"kind\" value=\"\(value.rawValue)\"\(checked)> <span>\(badge(value))</span></label>\n"
    }
    let said: HTML? = complaint.map {
      "<p class=\"notice bad\" role=\"alert\" id=\"complaint\">\(words[$0])</p>\n"
    }
    return page(
      complaint == nil ? .ok : .unprocessableContent, title: words[.edit], scripts: ["training/edit.js"],
      """
      <h1>\(words[.edit])</h1>
      \(said)<form class="card publish" data-deliberate method="post" action="\(Self.address(critique))/edit">\(shell.token(context))
      <input type="hidden" name="version" value="\(critique.version.microseconds)">
      <p>\(words[.photographer]): <bdi>\(critique.photographerName)</bdi></p>
      <fieldset><legend>\(words[.kind])</legend>
      \(choice(.example))\(choice(.improvement))</fieldset>
      <p class="field"><label for="notes">\(words[.trainingNotes])</label>
      <textarea id="notes" name="notes" rows="8" required dir="auto">
      \(exact: notes)</textarea></p>
      <div class="row"><button>\(words[.saveChange])</button>
      <a class="button plain" href="\(Self.address(critique))">\(words[.cancel])</a></div></form>
      """)
  }

  /// `POST /training/critiques/ID/edit`.
  func change(_ id: String) async throws -> WebAnswer {
    let (critique, principal) = try await found(id, may: .editCritique)
    let form = try await shell.form(context)
    let notes = CritiqueDraft.tidied(form["notes"])
    let kind = Critique.Kind(rawValue: form["kind"]) ?? critique.kind
    if let complaint = CritiqueDraft.complaint(notes: notes) {
      return editPage(critique, notes: notes, kind: kind, complaint: TrainingText(complaint))
    }
    let version = Int64(form["version"]).map { DocumentTimestamp(microseconds: $0) } ?? critique.version
    do throws(DocumentStoreError) {
      _ = try await documents.commitBatch([
        try Critique.editing(critique.id, notes: notes, kind: kind, version: version)
      ])
    } catch {
      guard error.kind == .preconditionFailed else { throw error }
      return editPage(critique, notes: notes, kind: kind, complaint: .changedMeanwhile)
    }
    if let document = try await documents.document(at: try critique.path()) {
      await feature.counts.hear(document, in: principal.organisation)
    }
    return say(.changeSaved, on: Self.address(critique))
  }

  /// `POST /training/critiques/ID/delete`: pictures, document, and what others have said of it.
  func delete(_ id: String) async throws -> WebAnswer {
    let (critique, principal) = try await found(id, may: .deleteCritique)
    _ = try await shell.form(context)
    // The document first: none may be found without its pictures.
    var writes: [DocumentWrite] = [
      .delete(try critique.path()), .delete(try CritiqueSeen.path(critique.id, by: critique.photographer)),
    ]
    writes += try await feedback(on: critique)
    for name in [CritiqueAnswer.collectionName, CritiqueAnswer.unreadName] {
      writes += try await feedback(on: critique, in: name)
    }
    _ = try await documents.commit(writes)
    await feature.counts.forget(critique.id, in: principal.organisation)
    if CritiqueDraft.isID(critique.id) {
      do {
        try await self.pictures.remove(
          PictureAlbum(organisation: critique.organisation.text, name: critique.id))
      } catch {
        context.connection.logger.warning("the pictures of a deleted critique could not be removed")
      }
    }
    let list =
      principal.may(.overseeCritiques)
      ? "/training/team/" + PercentEncoding.component(critique.photographer.text) : "/training"
    return say(.deleted, on: list)
  }

  private func feedback(
    on critique: Critique, in collection: String = "critiqueFeedback"
  ) async throws(DocumentStoreError) -> [DocumentWrite] {
    var query = DocumentQuery(
      try DocumentCollection(collection), where: [.init("critiqueId", is: .string(critique.id))],
      limit: DocumentLimits.page)
    var writes: [DocumentWrite] = []
    repeat {
      let page = try await documents.page(query)
      writes += page.documents.map { .delete($0.path) }
      query.after = page.next
    } while query.after != nil
    return writes
  }

  private func say(_ text: TrainingText, on path: String) -> WebAnswer {
    if let place = context.place {
      shell.notices.put(.init(words: words[text], isGood: true), for: place.id, on: path)
    }
    return StudioShell.redirect(path)
  }
}
