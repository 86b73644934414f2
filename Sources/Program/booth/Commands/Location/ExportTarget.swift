import BoothArchives
import BoothCore
import BoothStore
import BoothSystem
import CommandSupport
import Locations

/// Where an export goes: a file or a folder, which gets its name when all is there.
final class ExportTarget {
  let path: String
  private let draft: OutsideDraft
  private let isArchive: Bool
  private var archive = ZIPArchive()
  private(set) var sizeBytes: Int64 = 0

  /// A name that ends in `.zip` is an archive; else a folder that is new, or empty.
  /// - Parameter mayReplace: an archive of that name may go.
  init(_ path: String, mayReplace: Bool) throws(CommandError) {
    self.path = path
    isArchive = path.lowercased().hasSuffix(".zip")
    do throws(StoreError) {
      draft = try OutsideDraft(path, isArchive ? .file : .folder, mayReplace: mayReplace)
    } catch { throw Self.failure(error, path, isArchive: isArchive) }
  }

  private static func failure(_ error: StoreError, _ path: String, isArchive: Bool) -> CommandError {
    guard error.code == .inUse, error.subject == path else {
      return CommandError("\(error)", code: CommandError.cannotCreate)
    }
    let advice = isArchive ? "--replace lets a file go for it" : "name a new folder, or a file that ends in .zip"
    return CommandError("\(path) is there already; \(advice)", code: CommandError.cannotCreate)
  }

  private func perform(_ body: () throws(StoreError) -> Void) throws(CommandError) {
    do throws(StoreError) { try body() } catch { throw Self.failure(error, path, isArchive: isArchive) }
  }

  func put(_ name: String, _ bytes: [UInt8], _ time: WallTime) throws(CommandError) {
    sizeBytes += Int64(bytes.count)
    guard isArchive else { return try perform { () throws(StoreError) in try draft.put(bytes, at: name) } }
    var checksum = CRC32()
    checksum.add(bytes)
    let head = archive.begin(
      ZIPArchive.File(
        name: "\(ExportTables.folder)/\(name)", sizeBytes: UInt64(bytes.count), checksum: checksum.value,
        made: CivilMoment(time.date, secondsFromUTC: time.secondsFromUTC)))
    try perform { () throws(StoreError) in
      try draft.write(head)
      try draft.write(bytes)
    }
  }

  /// Makes it last, and gives it its name.
  func finish() throws(CommandError) {
    try perform { () throws(StoreError) in
      if isArchive { for piece in archive.end() { try draft.write(piece) } }
      try draft.finish()
    }
  }

  /// Takes away what is not complete.
  func giveUp() { draft.giveUp() }
}
