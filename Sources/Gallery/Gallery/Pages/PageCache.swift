import BoothCore
import Synchronization
import WebSupport

/// Session pages as they were rendered last, with what they were rendered from: a page that many look at, or one that
/// looks again by itself, is rendered once.
///
/// The caller looks first at what the store has now; nothing here is ever older than that. Where the store can tell
/// that nothing has changed, that one look is all; see ``Finished``.
final class PageCache: Sendable {
  /// All that a page's bytes depend on, beside the configuration.
  struct Key: Hashable, Sendable {
    var session: String
    var language: String
    var manifest: String
    /// The objects that are there.
    var there: Set<String>
    var coming: SessionComing?
    var leadsToEvent: Bool
    var hasPreview: Bool
    var prints: GuestPrintOffer?
  }

  /// What a finished page is given for: the id as it was asked for, and the languages as the browser wrote them.
  struct Asked: Hashable, Sendable {
    var session: SessionName
    var languages: String
  }

  /// What a page was made of, for the store to say whether that has changed.
  struct Sources: Sendable, Equatable {
    var objects: [ObjectKey]
    /// Where its pictures lie.
    var folder: ObjectKey
  }

  /// A page that changes only with its sources, and their mark from before it was made.
  struct Finished: Sendable {
    var sources: Sources
    var mark: ObjectsMark?
    var answer: WebAnswer
  }

  /// Some megabytes at most.
  private static let most = 256
  private let state = Mutex(State())

  private struct State {
    var pages: [Key: WebAnswer] = [:]
    var manifests: [SessionName: (tag: String, manifest: SessionManifest)] = [:]
    var finished: [Asked: Finished] = [:]
    /// The versions of the events' indexes in which nothing is left of erased sessions.
    var looked: [EventID: String] = [:]
    var access: [EventID: (tag: String, access: Event.GalleryAccess?)] = [:]
  }

  func page(_ key: Key, _ render: () -> WebAnswer) -> WebAnswer {
    if let known = state.withLock({ $0.pages[key] }) { return known }
    let page = render().tagged()
    state.withLock { state in
      // What is asked for now comes again at once.
      if state.pages.count >= Self.most { state.pages = [:] }
      state.pages[key] = page
    }
    return page
  }

  func finished(_ asked: Asked) -> Finished? { state.withLock { $0.finished[asked] } }

  func keep(_ finished: Finished?, for asked: Asked) {
    // What a stranger writes there takes no room.
    guard asked.languages.utf8.count <= 200 else { return }
    state.withLock { state in
      if state.finished.count >= Self.most { state.finished = [:] }
      state.finished[asked] = finished
    }
  }

  func manifest(_ session: SessionName, tag: String) -> SessionManifest? {
    state.withLock { $0.manifests[session].flatMap { $0.tag == tag ? $0.manifest : nil } }
  }

  func keep(_ manifest: SessionManifest, of session: SessionName, tag: String) {
    state.withLock { state in
      if state.manifests.count >= Self.most { state.manifests = [:] }
      state.manifests[session] = (tag, manifest)
    }
  }

  /// What a booth has said of an event in the version `tag` of its index; nil where that version was not read yet.
  func access(_ event: EventID, tag: String) -> Event.GalleryAccess?? {
    state.withLock { $0.access[event].flatMap { $0.tag == tag ? .some($0.access) : nil } }
  }

  func keep(_ access: Event.GalleryAccess?, of event: EventID, tag: String) {
    state.withLock { state in
      if state.access.count >= Self.most { state.access = [:] }
      state.access[event] = (tag, access)
    }
  }

  func hasLookedThrough(_ event: EventID, tag: String) -> Bool { state.withLock { $0.looked[event] == tag } }

  func lookedThrough(_ event: EventID, tag: String) {
    state.withLock { state in
      if state.looked.count >= Self.most { state.looked = [:] }
      state.looked[event] = tag
    }
  }
}
