import BoothArchives
import BoothCore
import BoothStore
import BoothSystem
import CommandSupport
import FoundationEssentials
import Glibc
import LocationLibrary
import Locations

/// A folder or a ZIP archive that is imported from: names, and the bytes below them. Nothing is written to it.
struct ImportSource {
  /// As it was given.
  let path: String
  /// Of all files, relative, with slashes, sorted.
  let names: [String]
  private let reader: @Sendable (String) throws(ImportFault) -> [UInt8]
  private let byFoldedName: [String: [String]]
  private let byLastName: [String: [String]]

  /// Deeper folders are not looked at.
  private static let deepest = 8
  /// Of a folder, as of an archive.
  private static let mostFiles = 200_000

  init(_ path: String) throws(CommandError) {
    self.path = path
    var facts = stat()
    guard stat(path, &facts) == 0 else {
      throw CommandError(
        "\(path) cannot be read: \(SystemWords.of(errno)); expected a folder or a ZIP archive",
        code: CommandError.usage)
    }
    if facts.st_mode & S_IFMT == S_IFDIR {
      names = try Self.files(in: path).sorted()
      reader = { name throws(ImportFault) in try Self.bytes("\(path)/\(name)") }
    } else {
      let archive = try Self.archive(path, UInt64(max(facts.st_size, 0)))
      let entries = Dictionary(archive.entries.map { ($0.name, $0) }) { first, _ in first }
      names = entries.keys.filter { $0.split(separator: "/").allSatisfy(Self.isTaken) }.sorted()
      nonisolated(unsafe) let zip = archive
      reader = { name throws(ImportFault) in
        guard let entry = entries[name] else { throw ImportFault(expected: "a file in the archive", found: "none") }
        do throws(ArchiveFault) { return try zip.read(entry) } catch {
          throw ImportFault(expected: "a whole file", found: "one that \(error.words)")
        }
      }
    }
    byFoldedName = Dictionary(grouping: names) { FoldedText.of($0) }
    byLastName = Dictionary(grouping: names) { FoldedText.of(String($0.split(separator: "/").last ?? "")) }
  }

  func bytes(_ name: String) throws(ImportFault) -> [UInt8] { try reader(name) }

  /// The file that a table means: by its path from the table's folder or from the top, whatever the case of its letters,
  /// else by its last name where only one file has it.
  func find(_ text: String, from folder: String) throws(ImportFault) -> String {
    let path = text.split(separator: "\\").joined(separator: "/")
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).filter { $0 != "." }
    guard !parts.isEmpty, parts.allSatisfy({ !$0.isEmpty && $0 != ".." }) else {
      throw ImportFault(expected: "the path of a file in the folder that is imported", found: "\"\(text)\"")
    }
    let name = parts.joined(separator: "/")
    for candidate in [folder.isEmpty ? name : "\(folder)/\(name)", name] {
      if let exact = byFoldedName[FoldedText.of(candidate)] {
        if exact.contains(candidate) { return candidate }
        if exact.count == 1 { return exact[0] }
      }
    }
    let last = byLastName[FoldedText.of(String(parts[parts.count - 1]))] ?? []
    if last.count == 1 { return last[0] }
    throw ImportFault(
      expected: "a file that is there",
      found: last.isEmpty ? "\"\(text)\", which is not" : "\"\(text)\", which \(last.count) are")
  }

  /// The same for a path that need not be there.
  func has(_ name: String) -> Bool { byFoldedName[FoldedText.of(name)]?.contains(name) == true }

  static func bytes(_ path: String) throws(ImportFault) -> [UInt8] {
    do throws(StoreError) { return try OutsideFile.read(path, limit: ZIPReader.Limit.file) } catch {
      throw ImportFault(expected: "a file that can be read", found: "one that is not: \(error.detail)")
    }
  }

  /// Whether a file or folder is one of the user's own. A Mac writes what its file system knows of `x.jpg` as `._x.jpg`, in archives
  /// below `__MACOSX`; those have the names of pictures and tables, and are neither.
  private static func isTaken(_ name: Substring) -> Bool { !name.hasPrefix(".") && name != "__MACOSX" }

  private static func files(in root: String) throws(CommandError) -> [String] {
    var (found, folders): ([String], [(path: String, depth: Int)]) = ([], [("", 0)])
    while let (folder, depth) = folders.popLast() {
      let full = folder.isEmpty ? root : "\(root)/\(folder)"
      let names: [String]
      do { names = try FileManager.default.contentsOfDirectory(atPath: full) } catch {
        throw CommandError("\(full) cannot be read: \(error)")
      }
      for name in names where isTaken(name[...]) {
        let path = folder.isEmpty ? name : "\(folder)/\(name)"
        var facts = stat()
        guard lstat("\(root)/\(path)", &facts) == 0 else { continue }
        switch facts.st_mode & S_IFMT {
        case S_IFDIR where depth < deepest: folders.append((path, depth + 1))
        case S_IFREG: found.append(path)
        // A link to a file is the user's own; one to a folder may lead in circles.
        case S_IFLNK where stat("\(root)/\(path)", &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG: found.append(path)
        default: continue
        }
        guard found.count <= mostFiles else {
          throw CommandError("\(root) has more than \(mostFiles) files; import it in parts", code: CommandError.usage)
        }
      }
    }
    return found
  }

  private static func archive(_ path: String, _ size: UInt64) throws(CommandError) -> ZIPReader {
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw CommandError("\(path) cannot be read: \(SystemWords.of(errno))") }
    let handle = ArchiveHandle(file)
    do throws(ArchiveFault) {
      return try ZIPReader(sizeBytes: size) { offset, count throws(ArchiveFault) in try handle.read(offset, count) }
    } catch {
      throw CommandError("\(path) \(error.words)", code: CommandError.usage)
    }
  }
}

/// An open archive, closed after the last reader.
private final class ArchiveHandle: Sendable {
  private let file: Int32

  init(_ file: Int32) { self.file = file }

  deinit { close(file) }

  func read(_ offset: UInt64, _ count: Int) throws(ArchiveFault) -> [UInt8] {
    var failure = false
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let got = pread(file, buffer.baseAddress! + filled, count - filled, off_t(offset) + off_t(filled))
        if got < 0, errno == EINTR { continue }
        guard got > 0 else {
          failure = true
          return
        }
        filled += got
      }
    }
    if failure { throw ArchiveFault("cannot be read to its end; copy it again") }
    return bytes
  }
}
