import BoothCore
import BoothWeb
import Synchronization

/// Session pages as they were rendered last, with what they were rendered from: a page that many look at, or one that
/// looks again by itself, is rendered once.
///
/// Whoever asks looks first at what the store has now; nothing here is ever older than that.
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
  }

  /// Some megabytes at most.
  private static let most = 256
  private let state = Mutex(State())

  private struct State {
    var pages: [Key: WebAnswer] = [:]
    var manifests: [SessionName: (tag: String, manifest: SessionManifest)] = [:]
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
}
