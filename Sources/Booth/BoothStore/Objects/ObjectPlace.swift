public import BoothCore
import Glibc
import Synchronization

/// Which folder a store was opened on, and whether the one that stands at its path still is that one: not removed, not replaced, its
/// disk not taken away. What is written to another folder is not where guests look, and what they look for is not there.
///
/// A disk that was mounted again may have other numbers. Then a mark in the folder tells, and what was written last: a copy from
/// before has the mark, and lacks that.
///
/// From any thread.
final class ObjectPlace: Sendable {
  private struct State {
    var place: StorePlace?
    /// What was written last, and when.
    var newest: (key: ObjectKey, modified: Int64)?
  }

  private static let name = "place"
  private static let markLength = 32
  private let state = Mutex(State())

  /// The folder that counts from now on; it gets a mark where it has none and takes one.
  func take(_ root: OpenFile) throws(SystemFault) {
    let facts = try root.status()
    let mark = Self.mark(in: root, making: true)
    state.withLock { $0 = State(place: StorePlace(facts, mark: mark), newest: nil) }
  }

  /// - Returns: the folder that counts.
  /// - Throws: ``SystemFault/misplaced`` where it is another one.
  @discardableResult
  func check(_ root: OpenFile) throws(SystemFault) -> StorePlace {
    let facts = try root.status()
    let known = state.withLock { $0 }
    guard let place = known.place else {
      // It was not said which: the first that is looked at.
      let first = StorePlace(facts, mark: nil)
      state.withLock { $0.place = $0.place ?? first }
      return first
    }
    if place.isFolder(facts) { return place }
    guard let mark = place.mark, Self.mark(in: root, making: false) == mark, Self.has(known.newest, root) else {
      throw SystemFault("the folder is another one than was opened", SystemFault.misplaced)
    }
    let again = StorePlace(facts, mark: mark)
    state.withLock { $0.place = again }
    return again
  }

  func wrote(_ key: ObjectKey, _ status: stat) { state.withLock { $0.newest = (key, status.modified) } }

  func deleted(_ key: ObjectKey) {
    state.withLock { state in
      if state.newest?.key == key { state.newest = nil }
    }
  }

  private static func has(_ newest: (key: ObjectKey, modified: Int64)?, _ root: OpenFile) -> Bool {
    guard let newest else { return true }
    do throws(SystemFault) {
      var folder = root
      for part in newest.key.parts.dropLast() {
        guard let next = try folder.folder(part) else { return false }
        folder = next
      }
      // FAT keeps the time to two seconds.
      return try folder.status(of: newest.key.name).map { $0.modified > newest.modified - 2_000_000_000 } ?? false
    } catch {
      return false
    }
  }

  /// The folder's mark. Nil where it has none, or takes none: then its numbers alone tell it from others.
  private static func mark(in root: OpenFile, making: Bool) -> String? {
    do throws(SystemFault) {
      let found = making ? try root.makeFolder(ObjectFolder.recordKeeping) : try root.folder(ObjectFolder.recordKeeping)
      guard let own = found else { return nil }
      if let mark = try read(own) { return mark }
      guard making else { return nil }
      // What is no mark is what a cut of the power left of one.
      unlinkat(own.descriptor, name, 0)
      let mark = UInt64.random(in: .min ... .max).hexadecimal + UInt64.random(in: .min ... .max).hexadecimal
      do throws(SystemFault) {
        let file = try own.open(name, O_WRONLY | O_CREAT | O_EXCL)
        let written = mark.withCString { Glibc.write(file.descriptor, $0, markLength) }
        guard written == markLength, fsync(file.descriptor) == 0, fsync(own.descriptor) == 0 else {
          unlinkat(own.descriptor, name, 0)
          return nil
        }
        return mark
      } catch let error where error.number == EEXIST {
        return try read(own)
      }
    } catch {
      return nil
    }
  }

  private static func read(_ own: OpenFile) throws(SystemFault) -> String? {
    do throws(SystemFault) {
      let bytes = try own.open(name, O_RDONLY | O_NONBLOCK).read(at: 0, count: markLength + 1)
      let digits = Array("0123456789abcdef".utf8)
      guard bytes.count == markLength, bytes.allSatisfy(digits.contains) else { return nil }
      return String(decoding: bytes, as: UTF8.self)
    } catch let error where error.number == ENOENT || error.number == ELOOP {
      return nil
    }
  }
}

extension StorePlace {
  fileprivate init(_ facts: stat, mark: String?) {
    self.init(mark: mark, device: UInt(facts.st_dev), inode: UInt(facts.st_ino))
  }

  fileprivate func isFolder(_ facts: stat) -> Bool { UInt(facts.st_dev) == device && UInt(facts.st_ino) == inode }
}

extension FolderObjectStore {
  /// Looks at the path on a thread that reads.
  public func place() async throws(ObjectStoreError) -> StorePlace? {
    try await readers.run { () throws(ObjectStoreError) in
      try about(folder.path) { () throws(SystemFault) in try folder.place.check(try folder.root()) }
    }
  }

  /// Goes on in the folder that stands at the path now, or makes one there, whatever was opened before. The folder above it is there.
  public func beginAnew() async throws(ObjectStoreError) {
    try await writers.run { () throws(ObjectStoreError) in
      try about(folder.path) { () throws(SystemFault) in
        if mkdir(folder.path, 0o770) != 0, errno != EEXIST { throw SystemFault("mkdir") }
        try folder.place.take(try OpenFile.folder(at: folder.path))
      }
    }
  }
}

extension UInt64 {
  /// Sixteen digits.
  fileprivate var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
