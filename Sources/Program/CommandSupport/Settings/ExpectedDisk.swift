import FoundationEssentials
import Glibc

/// A disk that the system is told to mount (`/etc/fstab`) and that is not there: what is begun in its folder lies below it, and is out
/// of sight when it comes.
package enum ExpectedDisk {
  /// Where the disk of a folder is to be mounted, and is not; nil where none is missing.
  /// - Parameters:
  ///   - path: of the folder, which need not be there.
  ///   - table: as `/etc/fstab` has it.
  ///   - mounted: as `/proc/self/mountinfo` has it.
  package static func missing(for path: String, table: String, mounted: String) -> String? {
    guard path.hasPrefix("/") else { return nil }
    let present = Set(
      mounted.split(separator: "\n").compactMap { line in
        let fields = line.split(separator: " ")
        return fields.count > 4 ? plain(fields[4]) : nil
      })
    let expected = table.split(separator: "\n").compactMap { line -> String? in
      let fields = line.split { $0 == " " || $0 == "\t" }
      guard fields.count > 3, !fields[0].hasPrefix("#"), fields[1].hasPrefix("/") else { return nil }
      // Skip disks that are mounted by hand: their absence is no fault.
      guard !fields[3].split(separator: ",").contains("noauto") else { return nil }
      let point = plain(fields[1])
      return point.count > 1 && point.hasSuffix("/") ? String(point.dropLast()) : point
    }
    // The innermost counts.
    let own = expected.filter { $0 != "/" && (path == $0 || path.hasPrefix($0 + "/")) }.max { $0.count < $1.count }
    return own.flatMap { present.contains($0) ? nil : $0 }
  }

  /// The same on this machine.
  package static func missing(for path: String) -> String? {
    func read(_ path: String) -> String? {
      FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }
    guard let table = read("/etc/fstab"), let mounted = read("/proc/self/mountinfo") else { return nil }
    return missing(for: path, table: table, mounted: mounted)
  }

  /// Blanks and the like are written as octal numbers (fstab(5)).
  private static func plain(_ field: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(field.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(3)
      if byte == UInt8(ascii: "\\"), digits.count == 3, digits.allSatisfy({ (0x30...0x37).contains($0) }) {
        bytes.append(UInt8(truncatingIfNeeded: digits.reduce(0) { $0 * 8 + Int($1 - 0x30) }))
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
