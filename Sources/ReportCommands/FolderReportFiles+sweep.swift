package import DailyReports
import FoundationEssentials
import Glibc

/// Files that nobody has asked for in a long time. When a file was touched is when it was last changed, as its folder has it.
extension FolderReportFiles {
  /// Somebody has sent it, or asks for it: once a day is noted.
  func touch(_ path: String) {
    guard let at = Self.touched(path), Double(time(nil)) - at > 86_400 else { return }
    // One that cannot be touched may go sooner, and is sent again then.
    utimensat(AT_FDCWD, path, nil, 0)
  }

  /// Seconds since 1970; nil for what is no file.
  private static func touched(_ path: String) -> Double? {
    var facts = stat()
    guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    return Double(facts.st_mtim.tv_sec)
  }

  private static func names(in folder: String) -> [String] {
    // What is not there holds nothing.
    do { return try FileManager.default.contentsOfDirectory(atPath: folder) } catch { return [] }
  }

  package func untouched(since moment: Double, in organisation: String) async throws(ReportFilesError) -> [String] {
    let own = "\(folder)/\(organisation)"
    return Self.names(in: own).filter { $0.utf8.count == 2 }.flatMap { part in
      Self.names(in: "\(own)/\(part)").filter { name in
        guard path(name, organisation) == "\(own)/\(part)/\(name)" else { return false }
        return Self.touched("\(own)/\(part)/\(name)").map { $0 < moment } ?? false
      }
    }
  }

  package func remove(
    _ sha256: String, in organisation: String, untouchedSince moment: Double
  ) async throws(ReportFilesError) {
    guard let path = path(sha256, organisation), let at = Self.touched(path), at < moment else { return }
    guard unlink(path) == 0 || errno == ENOENT else {
      throw .unavailable("\(path): \(String(cString: strerror(errno)))")
    }
    let parent = String(path.dropLast(65))
    for name in Self.names(in: parent) where name.hasPrefix("\(sha256)-") { unlink("\(parent)/\(name)") }
    let senders = "\(folder)/\(organisation)/senders"
    for person in Self.names(in: senders) { unlink("\(senders)/\(person)/\(sha256)") }
  }
}
