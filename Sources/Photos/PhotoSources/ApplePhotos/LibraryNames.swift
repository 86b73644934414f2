import Glibc
import Synchronization

/// What lies in folders, by names as a Mac's disk compares them: in any case, and in any Unicode normalisation (Apple File System
/// Reference, "Directory Records"). A copy on another disk has the bytes that the file was made with, a database those that it was
/// asked for with.
final class LibraryNames: Sendable {
  private struct Listing {
    /// By the lower-case name without its ending.
    var names: [String: [String]] = [:]
  }

  private let folders = Mutex<[String: Listing]>([:])
  /// Folders that are remembered: those of one scan.
  private static let most = 256

  private static func stem(_ name: String) -> String {
    guard let dot = name.utf8.lastIndex(of: 0x2E), dot > name.startIndex else { return name.lowercased() }
    return name[..<dot].lowercased()
  }

  private func listing(_ folder: String) -> Listing {
    if let known = folders.withLock({ $0[folder] }) { return known }
    var listing = Listing()
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if descriptor >= 0, let stream = fdopendir(descriptor) {
      defer { closedir(stream) }
      while let entry = readdir(stream) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
          String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        if let name, name != ".", name != ".." { listing.names[Self.stem(name), default: []].append(name) }
      }
    } else if descriptor >= 0 {
      close(descriptor)
    }
    folders.withLock {
      if $0.count >= Self.most { $0 = [:] }
      $0[folder] = listing
    }
    return listing
  }

  /// How a name that is not there as it is written is written there; nil for none. Blocks.
  func name(_ wanted: String, in folder: String) -> String? {
    let lower = wanted.lowercased()
    return listing(folder).names[Self.stem(wanted)]?.first { $0.lowercased() == lower }
  }

  /// All of them, in order.
  func all(in folder: String) -> [String] { listing(folder).names.values.joined().sorted() }

  /// Those with this beginning before their ending, in the order of their endings.
  func names(stem: String, in folder: String) -> [String] {
    (listing(folder).names[stem.lowercased()] ?? []).sorted()
  }
}
