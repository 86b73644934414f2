package import Documents
import HTTPTypes
import Hummingbird
package import StudioModel
package import StudioServer
package import WebSupport

/// Training: what photographers are sent to learn from, and what they are sent it with.
package struct TrainingFeature: StudioFeature {
  typealias Words = WordTable<TrainingText>

  let documents: PerRequester<any DocumentStore>
  let pictures: PerRequester<any StudioPictures>
  let accounts: any AccountStore
  let lender: (any PhotoLender)?
  let counts = CritiqueCountCache()
  let news = TrainingNews()
  let drafts = HeldDrafts()

  /// - Parameters:
  ///   - documents: where critiques are kept.
  ///   - pictures: where their pictures are.
  ///   - accounts: who may be sent some.
  ///   - lender: who has photos that can be shared without being sent, at `/training/new?photos=ID,ID`; nil for no
  ///   person.
  package init(
    documents: PerRequester<any DocumentStore>, pictures: PerRequester<any StudioPictures>,
    accounts: any AccountStore, lender: (any PhotoLender)? = nil
  ) {
    self.documents = documents
    self.pictures = pictures
    self.accounts = accounts
    self.lender = lender
  }

  static let section = StudioSection("/training", .seeCritiques, (.mortarboard, .mortarboardFill)) {
    Words($0)[.training]
  }

  package var sections: [StudioSection] { [Self.section] }
  package var carrier: String? { "training/carrier.js" }

  package func end() async { await news.end() }

  /// Counts an organisation's critiques before anybody asks; it is no failure where that cannot be.
  package func prepare(for organisation: OrganisationID) async {
    do { _ = try await counts.everybody(in: organisation, from: documents.store(for: .studio)) } catch {
      // Who asks first counts, and hears why not.
    }
  }

  /// Removes pictures that were sent and never published.
  package func tend(at now: Double) async {
    do { try await removeAbandoned(at: now) } catch {
      // The next time finds them again.
    }
  }

  func removeAbandoned(at now: Double) async throws {
    let (pictures, documents) = (pictures.store(for: .studio), documents.store(for: .studio))
    for album in try await pictures.albums(untouchedSince: now - CritiqueDraft.keptSeconds)
    where CritiqueDraft.isID(album.name) && drafts.take(album.name) {
      defer { drafts.giveBack(album.name) }
      let isPublished = try await documents.document(at: try Critique.path(album.name)) != nil
      if !isPublished { try await pictures.remove(album) }
    }
  }

  package func answer(_ context: StudioContext, _ shell: StudioShell) async throws -> WebAnswer? {
    guard let route = TrainingRoute(method: context.call.request.method, path: context.call.path) else { return nil }
    let page = TrainingPage(feature: self, context: context, shell: shell)
    do {
      return try await page.answer(route)
    } catch let error as DocumentStoreError {
      switch error.kind {
      case .notFound, .invalid: throw StudioFault.notFound
      case .permissionDenied: throw StudioFault.forbidden
      case .alreadyExists, .preconditionFailed, .unauthenticated, .missingIndex, .tooLarge, .exhausted,
        .damaged, .unavailable, .inDoubt, .cancelled:
        throw StudioFault.unavailable("\(error)")
      }
    } catch StudioPictureError.unavailable(let words) {
      throw StudioFault.unavailable(words)
    }
  }
}

/// What a request is about.
enum TrainingRoute: Equatable {
  case list, newest, kept, events, team, new, publish
  case teamOf(String)
  case critique(String)
  case edit(String)
  case change(String)
  case delete(String)
  case picture(album: String, name: String)
  case upload(String)
  case marks(String)
  case answer(String)
  case unread
  case wrongMethod(allowed: String)

  /// Nil for what is no path of the training's.
  init?(method: HTTPRequest.Method, path: String) {
    let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
      .map { PercentEncoding.decodeQuery($0) }
    guard parts.first == "training" else { return nil }
    let (read, write) = (Self.read(parts), Self.write(parts))
    switch method {
    case .get, .head:
      guard let route = read ?? write.map({ _ in TrainingRoute.wrongMethod(allowed: "POST") }) else { return nil }
      self = route
    case .post:
      guard let route = write ?? read.map({ _ in TrainingRoute.wrongMethod(allowed: "GET, HEAD") }) else { return nil }
      self = route
    default:
      guard read != nil || write != nil else { return nil }
      self = .wrongMethod(allowed: write == nil ? "GET, HEAD" : read == nil ? "POST" : "GET, HEAD, POST")
    }
  }

  private static func read(_ parts: [String]) -> TrainingRoute? {
    switch (parts.count, parts.dropFirst().first) {
    case (1, _): .list
    case (2, "events"): .events
    case (2, "newest"): .newest
    case (2, "unread"): .unread
    case (2, "kept"): .kept
    case (2, "team"): .team
    case (2, "new"): .new
    case (3, "team"): .teamOf(parts[2])
    case (3, "critiques"): .critique(parts[2])
    case (4, "critiques") where parts[3] == "edit": .edit(parts[2])
    case (4, "pictures"): .picture(album: parts[2], name: parts[3])
    default: nil
    }
  }

  private static func write(_ parts: [String]) -> TrainingRoute? {
    switch (parts.count, parts.dropFirst().first) {
    case (2, "publish"): .publish
    case (3, "uploads"): .upload(parts[2])
    case (4, "critiques") where parts[3] == "edit": .change(parts[2])
    case (4, "critiques") where parts[3] == "delete": .delete(parts[2])
    case (4, "critiques") where parts[3] == "marks": .marks(parts[2])
    case (4, "critiques") where parts[3] == "answers": .answer(parts[2])
    default: nil
    }
  }
}
