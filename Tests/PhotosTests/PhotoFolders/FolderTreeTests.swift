import BoothTesting
import Glibc
import PhotoModel
import Testing

@testable import PhotoSources

/// With the kernel's own events.
@Suite struct FolderTreeTests {
  private func tree(_ folder: TemporaryFolder, most: Int = .max) throws -> FolderTree {
    try #require(FolderTree(Array(folder.path.utf8), most: most))
  }

  /// What is heard, once something is; ends with a failed expectation after a minute.
  private func heard(_ tree: FolderTree) -> FolderTree.News {
    var waiting = pollfd(fd: tree.descriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&waiting, 1, 60_000) == 1)
    return tree.take()
  }

  /// Whether nothing was said so far: events are there before the call that causes them returns.
  private func isSilent(_ tree: FolderTree) -> Bool { tree.take() == FolderTree.News() }

  @Test func `nothing in the folder is held open, so that its disk can be ejected`() throws {
    let folder = try TemporaryFolder()
    try folder.put("a/b/old.jpg", [1])
    let tree = try tree(folder)
    let root = try #require(realpath(folder.path, nil))
    defer { free(root) }
    for descriptor in 0..<1024 {
      var link = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
      guard readlink("/proc/self/fd/\(descriptor)", &link, Int(PATH_MAX)) > 0 else { continue }
      #expect(strncmp(link, root, strlen(root)) != 0)
    }
    #expect(tree.count == 3 && tree.isStill(Array(folder.path.utf8)))
  }

  @Test func `pictures that come, change, move and go are heard of, at any depth`() throws {
    let folder = try TemporaryFolder()
    try folder.put("a/b/old.jpg", [1])
    let tree = try tree(folder)
    #expect(tree.count == 3 && tree.trouble == nil)
    try folder.put("a/b/new.jpg", [1, 2])
    #expect(heard(tree) == FolderTree.News(isChanged: true))
    rename(folder.path("a/b/new.jpg"), folder.path("a/newer.jpg"))
    #expect(heard(tree).isChanged)
    unlink(folder.path("a/newer.jpg"))
    #expect(heard(tree).isChanged)
    link(folder.path("a/b/old.jpg"), folder.path("second.jpg"))
    #expect(heard(tree).isChanged)
    // A film may be a part of a photo.
    try folder.put("a/b/old.mov", [1])
    #expect(heard(tree).isChanged)
    rename(folder.path("a/b/old.mov"), folder.path("a/b/film.MP4"))
    #expect(heard(tree).isChanged)
    // What lies beside a photo may speak of it.
    try folder.put("a/b/old.XMP", [1])
    #expect(heard(tree).isChanged)
    try folder.put("a/b/old.jpg.json", [1])
    #expect(heard(tree).isChanged)
  }

  @Test func `what is no photo of ours is silent`() throws {
    let folder = try TemporaryFolder()
    try folder.put("Library.photoslibrary/x.jpg", [1])
    try folder.put(".booth-bin/x.jpg", [1])
    let tree = try tree(folder)
    #expect(tree.count == 1)
    try folder.put("notes.txt", [1])
    try folder.put(".hidden.jpg", [1])
    try folder.put("Library.photoslibrary/y.jpg", [1])
    try folder.put(".booth-bin/y.jpg", [1])
    mkdir(folder.path("Other.app"), 0o700)
    #expect(isSilent(tree))
  }

  @Test func `folders that come are watched with all below them, and those that leave no longer`() throws {
    let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
    try other.put("trip/day/one.jpg", [1])
    let tree = try tree(folder)
    mkdir(folder.path("new"), 0o700)
    #expect(heard(tree).isChanged && tree.count == 2)
    rename(other.path("trip"), folder.path("new/trip"))
    #expect(heard(tree).isChanged && tree.count == 4)
    try folder.put("new/trip/day/two.jpg", [1])
    #expect(heard(tree).isChanged)
    // Moved within: the same folders by other names.
    rename(folder.path("new/trip"), folder.path("trip"))
    #expect(heard(tree).isChanged && tree.count == 4)
    try folder.put("trip/day/three.jpg", [1])
    #expect(heard(tree).isChanged)
    rename(folder.path("trip"), other.path("gone"))
    #expect(heard(tree).isChanged)
    _ = tree.take()
    #expect(tree.count == 2)
    try other.put("gone/day/four.jpg", [1])
    #expect(isSilent(tree))
  }

  @Test func `where the system watches no more folders that is said, and the others are heard of`() throws {
    let folder = try TemporaryFolder()
    for number in 0..<8 { mkdir(folder.path("\(number)"), 0o700) }
    let tree = try tree(folder, most: 4)
    #expect(tree.count == 4)
    #expect(tree.trouble?.contains("fs.inotify.max_user_watches is ") == true, "\(tree.trouble ?? "")")
    try folder.put("here.jpg", [1])
    #expect(heard(tree).isChanged)
  }

  @Test func `events that were lost, and a root that is gone, are told apart`() throws {
    let folder = try TemporaryFolder()
    mkdir(folder.path("root"), 0o700)
    let tree = try #require(FolderTree(Array(folder.path("root").utf8)))
    var event = inotify_event()
    (event.wd, event.mask) = (-1, UInt32(IN_Q_OVERFLOW))
    var news = FolderTree.News()
    withUnsafeBytes(of: &event) { tree.take($0, &news) }
    #expect(news == FolderTree.News(isChanged: true, hasOverflown: true))
    #expect(tree.isStill(Array(folder.path("root").utf8)))
    rename(folder.path("root"), folder.path("elsewhere"))
    #expect(heard(tree).isLost && !tree.isStill(Array(folder.path("root").utf8)))
  }

  @Test func `a folder is heard of as long as somebody listens, also when it comes back`() async throws {
    let folder = try TemporaryFolder()
    mkdir(folder.path("root"), 0o700)
    let photos = FolderPhotos(PhotoSourceID("test")!, root: folder.path("root"))
    var steps = photos.changes().makeAsyncIterator()
    #expect(await steps.next() == .hearing)
    try folder.put("root/a.jpg", [1])
    #expect(await steps.next() == .changed)
    rename(folder.path("root"), folder.path("away"))
    while await steps.next() == .changed {
      // Perhaps twice: it left, and it is not there.
      if access(folder.path("root"), F_OK) != 0 { rename(folder.path("away"), folder.path("root")) }
    }
    // It is heard again: that ended the loop.
    try folder.put("root/b.jpg", [1])
    #expect(await steps.next() == .changed)
  }

  @Test func `somebody who listens hears of the limit`() async throws {
    let folder = try TemporaryFolder()
    mkdir(folder.path("below"), 0o700)
    var steps = FolderPhotos(PhotoSourceID("test")!, root: folder.path).changes(most: 1).makeAsyncIterator()
    #expect(await steps.next() == .hearing)
    guard case .deaf(let words) = await steps.next() else {
      Issue.record("the limit is not said")
      return
    }
    #expect(words.hasPrefix("the system watches no more folders"))
  }
}
