import FoundationEssentials
import Glibc

extension DurableFile {
  /// What is found below a folder.
  package struct Found {
    /// The path, from the folder on.
    package let path: String
    /// The file's own name.
    package let name: String
    /// When its bytes were last written, or it was touched, in seconds since 1970.
    package let touchedAt: Double
  }

  /// Calls for each ordinary file in a folder and in those below it; follows no links. What goes meanwhile is none. Blocks.
  /// - Returns: folders that cannot be read, with why.
  @discardableResult package static func walk(_ folder: String, _ body: (Found) -> Void) -> [String] {
    var waiting = [""]
    var unread: [String] = []
    while let place = waiting.popLast() {
      let full = place.isEmpty ? folder : "\(folder)/\(place)"
      let names: [String]
      do { names = try FileManager.default.contentsOfDirectory(atPath: full) } catch {
        if access(full, F_OK) == 0 { unread.append("\(full): \(error)") }
        continue
      }
      for name in names {
        var facts = stat()
        guard lstat("\(full)/\(name)", &facts) == 0 else { continue }
        let path = place.isEmpty ? name : "\(place)/\(name)"
        switch facts.st_mode & S_IFMT {
        case S_IFDIR: waiting.append(path)
        case S_IFREG: body(Found(path: path, name: name, touchedAt: Double(facts.st_mtim.tv_sec)))
        default: break
        }
      }
    }
    return unread
  }

  /// Takes away what kills have left half made in a folder and below it: writing a small file does not take so long.
  /// Blocks.
  /// - Parameters:
  ///   - moment: in seconds since 1970; what was touched since is in use.
  ///   - endings: of other files that are only on their way.
  /// - Returns: what could not be done, in words.
  package static func sweep(_ folder: String, untouchedSince moment: Double, endings: [String] = []) -> [String] {
    var left: [String] = []
    var faults = walk(folder) { found in
      if found.touchedAt < moment, isDraft(found.name) || endings.contains(where: found.name.hasSuffix) {
        left.append("\(folder)/\(found.path)")
      }
    }
    for path in left {
      do throws(Fault) { try remove(path) } catch { faults.append("\(path): \(error.words)") }
    }
    return faults
  }
}
