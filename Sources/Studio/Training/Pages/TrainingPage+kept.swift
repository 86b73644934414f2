import Documents
import HTTPTypes
import StudioModel
import StudioServer
import WebSupport

/// What is there without a network, and what may not be any more.
extension TrainingPage {
  /// How many are there without a network, whatever was looked at.
  static let mostKept = 100

  /// `GET /training/newest`: the newest of all kinds, for the time without a network.
  func newest() async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .seeCritiques)
    let page = try await page(
      of: principal.user, in: principal.organisation, CritiqueView(), after: nil, upTo: Self.mostKept)
    let new = try await unseen(page.critiques, by: principal.user)
    let unread = try await unreadAnswers(by: principal)
    let cards = page.critiques.map { critique in
      card(critique, isNew: new.contains(critique.id), answers: unread.count(where: { $0.critique == critique.id }))
    }
    return StudioShell.kept(picture: shell.html(context, .ok, "<ol>\(cards)</ol>"))
  }

  /// `GET /training/kept?ids=A,B,…`: which of the critiques that a browser has kept it may not show any more.
  func kept() async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .seeCritiques)
    var (ids, paths) = ([String](), [DocumentPath]())
    for id in (context.call.query["ids"] ?? "").split(separator: ",").prefix(Self.mostKept).map(String.init) {
      // What can be no document's name is none's.
      do { paths.append(try Critique.path(id)) } catch { continue }
      ids.append(id)
    }
    let found = paths.isEmpty ? [] : try await documents.documents(at: paths)
    let gone = zip(ids, found).filter { !isShown($1, to: principal) }.map { JSONDocument.string($0.0) }
    return WebAnswer.json(.members(["gone": .array(gone)])).with([.cacheControl: "no-store"])
  }

  private func isShown(_ document: StoredDocument?, to principal: Principal) -> Bool {
    guard let document, Critique.isPublished(document) else { return false }
    do { return principal.may(.seeCritiques, on: try Critique(document).subject) } catch { return false }
  }
}
