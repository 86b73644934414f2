package import StudioModel
import Synchronization

/// What came of a form, said on the page that follows it; kept in memory, by the place that is signed in.
package final class StudioNotices: Sendable {
  package struct Notice: Sendable, Equatable {
    var words: String
    var isGood: Bool
    /// A link to be copied, shown once.
    var link: String?
    /// The person that the link is for, and their role.
    var receiver: Invitation.Purpose?
    /// The page on which it is said.
    var path = ""

    package init(words: String, isGood: Bool, link: String? = nil, for receiver: Invitation.Purpose? = nil) {
      self.words = words
      self.isGood = isGood
      self.link = link
      self.receiver = receiver
    }
  }

  private static let capacity = 200
  private let waiting = Mutex<[(place: String, notice: Notice)]>([])

  /// - Parameters:
  ///   - place: where the person is signed in.
  ///   - path: of the page on which it is said.
  package func put(_ notice: Notice, for place: String, on path: String) {
    var notice = notice
    notice.path = path
    waiting.withLock { waiting in
      waiting.removeAll { $0.place == place }
      waiting.append((place, notice))
      if waiting.count > Self.capacity { waiting.removeFirst() }
    }
  }

  func take(for place: String, on path: String) -> Notice? {
    waiting.withLock { waiting in
      guard let index = waiting.firstIndex(where: { $0.place == place && $0.notice.path == path }) else { return nil }
      return waiting.remove(at: index).notice
    }
  }
}
