import CLinux
import Glibc

/// Files and folders that a program holds open, and whether each is still what stands at its path: not removed, not replaced, its
/// disk not taken away. What is written to one that is not is gone with the program.
///
/// From any thread; a check is one `stat` for each.
package final class HeldPlaces: Sendable {
  /// One that is not in its place any more.
  package enum Fault: Error, Sendable, Equatable {
    case gone(String)
    case replaced(String)
    /// It is the same file, and something else has written into it.
    case overwritten(String)
    /// It cannot be looked at; the number is the system's.
    case unseen(String, Int32)

    package var path: String {
      switch self {
      case .gone(let path), .replaced(let path), .overwritten(let path), .unseen(let path, _): path
      }
    }

    /// What is wrong with it.
    package var words: String {
      switch self {
      case .gone(let path): "\(path) is gone"
      case .replaced(let path): "\(path) is another one than at the start"
      case .overwritten(let path): "\(path) was written over by another program"
      case .unseen(let path, let number): "\(path) cannot be looked at (\(SystemWords.of(number)))"
      }
    }
  }

  private struct Place: Sendable {
    var path: String
    var device: UInt
    var inode: UInt
    /// Keeps the number of the file from being given to another.
    var descriptor: Int32
  }

  private let places: [Place]

  /// Holds what is there now.
  /// - Parameters:
  ///   - paths: of what has to be there. Outer folders come first: the first that is wrong is the one that is named.
  ///   - optional: of what is held where it is there.
  /// - Throws: ``Fault`` for one that is not there.
  package init(_ paths: [String], whereThere optional: [String] = []) throws(Fault) {
    var places: [Place] = []
    for (path, isNeeded) in paths.map({ ($0, true) }) + optional.map({ ($0, false) }) {
      // Such a descriptor can neither read nor write. To close an ordinary one of a database would give up SQLite's locks.
      let descriptor = clinux_hold(path)
      var facts = stat()
      guard descriptor >= 0, fstat(descriptor, &facts) == 0 else {
        let number = errno
        if descriptor >= 0 { close(descriptor) }
        guard isNeeded || number != ENOENT else { continue }
        for place in places { close(place.descriptor) }
        throw Self.missing(path, number)
      }
      places.append(
        Place(path: path, device: UInt(facts.st_dev), inode: UInt(facts.st_ino), descriptor: descriptor))
    }
    self.places = places
  }

  deinit { for place in places { close(place.descriptor) } }

  private static func missing(_ path: String, _ number: Int32) -> Fault {
    [ENOENT, ENOTDIR].contains(number) ? .gone(path) : .unseen(path, number)
  }

  /// The first that is not in its place any more; nil where all are.
  package func fault() -> Fault? {
    for place in places {
      var facts = stat()
      guard stat(place.path, &facts) == 0 else { return Self.missing(place.path, errno) }
      guard UInt(facts.st_dev) == place.device, UInt(facts.st_ino) == place.inode else {
        return .replaced(place.path)
      }
    }
    return nil
  }
}
