import BoothCore
import BoothSystem
import FoundationEssentials
import Glibc
import Synchronization

/// The folders in which our own gallery keeps its objects. No link is followed there and no file can be one, so what stands in the place
/// of a folder keeps uploads from arriving.
struct GalleryFolders: Sendable {
  /// Of the folder of objects.
  let path: String

  /// Those that every gallery may have, outermost first.
  private static let fixed = [
    ".booth", ".booth/drafts", ".booth/locks", ".booth/types", "events", "sessions", "private", "private/emails",
    "private/damaged", "private/damaged/events", "private/damaged/emails",
  ]

  /// What stands in the place of a folder, outermost first: its path within, and what it is. Nothing below a thing that is no folder
  /// itself.
  func odd() -> [(name: String, kind: String)] {
    var found: [(name: String, kind: String)] = []
    func look(_ name: String) {
      var facts = stat()
      guard lstat("\(path)/\(name)", &facts) == 0 else { return }
      switch facts.st_mode & S_IFMT {
      case S_IFDIR: return
      case S_IFREG: found.append((name, "a file"))
      case S_IFLNK: found.append((name, "a link"))
      case S_IFIFO: found.append((name, "a pipe"))
      case S_IFSOCK: found.append((name, "a socket"))
      default: found.append((name, "a device"))
      }
    }
    func isFolder(_ name: String) -> Bool {
      var facts = stat()
      return lstat("\(path)/\(name)", &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
    }
    // Below a link would be what is elsewhere.
    for name in Self.fixed {
      let above = name.split(separator: "/").dropLast().joined(separator: "/")
      if above.isEmpty || isFolder(above) { look(name) }
    }
    func lookAtSessions(in folder: String) {
      guard isFolder(folder) else { return }
      for name in names(in: folder) where SessionID(name) != nil { look("\(folder)/\(name)") }
    }
    lookAtSessions(in: "sessions")
    guard isFolder("events") else { return found }
    for event in names(in: "events") where Int(event) != nil {
      look("events/\(event)")
      guard isFolder("events/\(event)") else { continue }
      look("events/\(event)/sessions")
      lookAtSessions(in: "events/\(event)/sessions")
    }
    return found
  }

  private func names(in folder: String) -> [String] {
    // What cannot be listed cannot be written either, and is said where it is.
    do { return try FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)").sorted() } catch { return [] }
  }

  /// In words, with the paths.
  func words() -> [String] { odd().map { "\(path)/\($0.name) is \($0.kind), no folder" } }

  /// Moves them aside, so that the gallery makes folders there.
  /// - Returns: a sentence for each, and whether any was moved.
  func setAside() -> (words: [String], isAny: Bool) {
    var (words, isAny): ([String], Bool) = ([], false)
    for (name, kind) in odd() {
      var facts = stat()
      let place = "\(path)/\(name)"
      guard let number = (1...).first(where: { lstat("\(place).aside-\($0)", &facts) != 0 }) else { continue }
      if rename(place, "\(place).aside-\(number)") == 0 {
        isAny = true
        words.append("\(place) was \(kind), no folder; it is set aside as \(name).aside-\(number)")
      } else {
        words.append("\(place) is \(kind), no folder, and stays (\(SystemWords.of(errno))): move it away")
      }
    }
    return (words, isAny)
  }
}

/// What the booth's own gallery has set aside since the start.
final class GalleryAsides: Sendable {
  private let state = Mutex((words: [String](), isNew: false))

  var words: [String] { state.withLock { $0.words } }

  func add(_ words: [String], isAny: Bool) {
    state.withLock { state in
      for line in words where !state.words.contains(line) { state.words.append(line) }
      state.isNew = state.isNew || isAny
    }
  }

  /// Whether something was set aside since this was asked last: what was published may be missing.
  func takeNew() -> Bool {
    state.withLock { state in
      defer { state.isNew = false }
      return state.isNew
    }
  }
}
