import BoothCore

/// The name of a session's file: `photo_0.jpg`, `video_2.mp4`, `strip_photo.jpg`, `boomerang.gif`; and `photo_0.2.jpg` for the second
/// try of strip 0. A name says enough to find the file's place in its session again when the database is lost.
struct AssetName: Sendable, Equatable {
  var kind: AssetKind
  /// From 0; -1 for composites.
  var strip: Int
  /// From 1.
  var attempt: Int

  init(kind: AssetKind, strip: Int, attempt: Int) {
    self.kind = kind
    self.strip = kind.isComposite ? -1 : strip
    self.attempt = attempt
  }

  /// Reads a name (or the last part of a path); nil for what no session's file is called.
  init?(_ path: String) {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3 else { return nil }
    let attempt = parts.count == 3 ? Self.number(parts[1]) : 1
    guard let attempt, attempt >= 1 else { return nil }
    for kind in AssetKind.allCases where parts[parts.count - 1] == kind.fileExtension {
      if kind.isComposite {
        if parts[0] == kind.baseName { self.init(kind: kind, strip: -1, attempt: attempt) } else { continue }
      } else {
        guard parts[0].hasPrefix(kind.baseName + "_"),
          let strip = Self.number(parts[0].dropFirst(kind.baseName.count + 1))
        else { continue }
        self.init(kind: kind, strip: strip, attempt: attempt)
      }
      guard text == name else { return nil }
      return
    }
    return nil
  }

  var text: String {
    let base = kind.isComposite ? kind.baseName : "\(kind.baseName)_\(strip)"
    return (attempt == 1 ? base : "\(base).\(attempt)") + "." + kind.fileExtension
  }

  private static func number(_ digits: Substring) -> Int? {
    digits.utf8.allSatisfy { (0x30...0x39).contains($0) } && digits.utf8.count <= 4 ? Int(digits) : nil
  }
}
