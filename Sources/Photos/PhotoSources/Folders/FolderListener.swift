import BoothSystem
import Glibc
public import PhotoModel
import Synchronization

/// Hears of changes in a folder and below it, on a thread of its own that sleeps meanwhile.
final class FolderListener: Sendable {
  /// How often it is looked whether the root is there, and still the same: no kernel tells that a folder above it was moved, or that
  /// a disk is back.
  private static let look: Int32 = 2000

  private let root: [UInt8]
  private let most: Int
  private let own: OwnFolders?
  private let say: @Sendable (PhotoWatchStep) -> Void
  private let alarm = Alarm()
  private let isOver = Atomic(false)

  /// - Parameters:
  ///   - own: folders of the booth's own, which are not watched.
  ///   - most: watches at most; fewer in tests alone.
  ///   - say: is told what is heard, on the thread.
  init(
    _ root: [UInt8], own: OwnFolders? = nil, most: Int = .max, say: @escaping @Sendable (PhotoWatchStep) -> Void
  ) {
    self.root = root
    self.own = own
    self.most = most
    self.say = say
  }

  func begin() {
    let code = OwnThread.start("photo watch", niceness: 5) { self.run() }
    if code != 0 { say(.deaf(OwnThread.refusal(code))) }
  }

  func end() {
    isOver.store(true, ordering: .releasing)
    alarm.ring()
  }

  private func run() {
    var wasThere = true
    while !isOver.load(ordering: .acquiring) {
      guard let tree = FolderTree(root, most: most, own: own?.now()) else {
        if wasThere { say(.changed) }
        wasThere = false
        sleep(-1)
        continue
      }
      wasThere = true
      follow(tree)
    }
  }

  /// Until the root is lost, or events were, and everything has to be watched anew.
  private func follow(_ tree: FolderTree) {
    say(.hearing)
    var said: String?
    while !isOver.load(ordering: .acquiring) {
      if tree.trouble != said {
        said = tree.trouble
        if let said { say(.deaf(said)) }
      }
      sleep(tree.descriptor)
      let news = tree.take()
      if news.isChanged { say(.changed) }
      if news.isLost || news.hasOverflown || !tree.isStill(root) { return }
    }
  }

  private func sleep(_ descriptor: Int32) {
    var waiting = [
      pollfd(fd: alarm.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
    ]
    poll(&waiting, 2, Self.look)
  }
}

extension FolderPhotos: PhotoWatched {
  /// Of the folder and all below it. Where the system watches no more folders, that is said, and the others are heard of.
  public func changes() -> AsyncStream<PhotoWatchStep> { changes(most: .max) }

  func changes(most: Int) -> AsyncStream<PhotoWatchStep> {
    AsyncStream { continuation in
      let watch = FolderListener(root, own: own, most: most) { continuation.yield($0) }
      continuation.onTermination = { _ in watch.end() }
      watch.begin()
    }
  }
}
