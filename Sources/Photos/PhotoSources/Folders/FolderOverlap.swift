import BoothSystem
import Glibc
import PhotoModel

/// Whether folders share files: one is the other, lies in it, or is mounted there, by whatever links and spellings they are called.
public struct FolderOverlap: Sendable {
  private let mounts: MountTable

  /// As the machine's mounts are now.
  public init() {
    // Without such a list nothing is known to be mounted elsewhere.
    self.init(mounts: OrdinaryFile.bytes(MountTable.path) ?? [])
  }

  /// - Parameter mounts: the kernel's list of mounts.
  init(mounts: [UInt8]) { self.mounts = MountTable(mounts) }

  /// Whether two folders share files. Blocks for as long as the disks do.
  /// - Parameters:
  ///   - one: absolute, as ``NameBytes`` writes it; its last parts need not be there.
  ///   - other: the same.
  public func isThere(_ one: String, _ other: String) -> Bool { holds(one, other) || holds(other, one) }

  /// Whether a folder is another one, lies in it, or would, also by what of the other is mounted elsewhere.
  /// - Parameters:
  ///   - path: absolute; its last parts need not be there.
  ///   - root: which the other one is.
  public func holds(_ root: String, _ path: String) -> Bool {
    let (own, its) = (NameBytes.bytes(root), NameBytes.bytes(path))
    if Self.isIn(its, own) || Self.isIn(Self.real(its), Self.real(own)) || OwnFoldersNow.isPath(path, in: root) {
      return true
    }
    // Something of the one is seen in the other.
    return mounts.points(of: Self.real(its)).contains { Self.isIn($0, Self.real(own)) }
      || mounts.points(of: Self.real(own)).contains { Self.isIn(Self.real(its), $0) }
  }

  private static func isIn(_ path: [UInt8], _ root: [UInt8]) -> Bool {
    path.starts(with: root) && (path.count == root.count || path[root.count] == UInt8(ascii: "/"))
  }

  /// Without links, as far as it is there.
  private static func real(_ path: [UInt8]) -> [UInt8] {
    var (there, missing) = (path, [] as [UInt8])
    while there.count > 1 {
      if let found = FolderPath.withName(there, { realpath($0, nil) }) {
        defer { free(found) }
        return Array(UnsafeRawBufferPointer(start: found, count: strlen(found))) + missing
      }
      guard let slash = there.lastIndex(of: UInt8(ascii: "/")) else { break }
      missing = Array(there[slash...]) + missing
      there = Array(there[..<slash])
    }
    return path
  }
}
