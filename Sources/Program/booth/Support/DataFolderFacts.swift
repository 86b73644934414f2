import FoundationEssentials
import Glibc

/// What lies in a data folder: how much of what, by the names that the program itself gives.
struct DataFolderFacts: Encodable {
  struct Entry: Encodable {
    var name: String
    /// `file`, `folder`, `link` or `other`.
    var kind: String
    /// Of a file.
    var bytes: Int64?
    /// Of a folder: how much lies in it, not counting what lies deeper; at most ``mostNames``.
    var entries: Int?
    /// Its rights, as numbers: `700`.
    var rights: String
  }

  private static let mostNames = 100_000
  /// With what may stand behind them: `-wal`, `.damaged-1`, `.aside-1`.
  private static let known = [
    "booth.sqlite", "booth.lock", "booth.open", "booth.json", "booth-mark", "booth.log", "gallery-secrets.json",
    "gallery.place", "gallery.address", "locations.sqlite", "locations.lock", "events.place", "control.place",
    "control.sock", "calibrations.json", "features.weights", "rest.json", "sessions", "gallery", "events", "devices",
    "studio", "photos", "journal", "locations", "raw", "emails", "scratch", "unasked", "decisions", "exports",
    "webhooks", "fleet.json", "opened-until",
  ]

  var entries: [Entry] = []
  /// How many have other names.
  var others = 0
  /// Why it cannot be looked into.
  var trouble: String?

  init(_ folder: String) {
    let names: [String]
    do { names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted() } catch {
      trouble = access(folder, F_OK) == 0 ? "it cannot be looked into" : "it is not there"
      return
    }
    for name in names {
      guard Self.isKnown(name) else {
        others += 1
        continue
      }
      var facts = stat()
      guard lstat("\(folder)/\(name)", &facts) == 0 else { continue }
      let kind = facts.st_mode & S_IFMT
      entries.append(
        Entry(
          name: name,
          kind: kind == S_IFREG ? "file" : kind == S_IFDIR ? "folder" : kind == S_IFLNK ? "link" : "other",
          bytes: kind == S_IFREG ? Int64(facts.st_size) : nil,
          entries: kind == S_IFDIR ? Self.count("\(folder)/\(name)") : nil,
          rights: String(facts.st_mode & 0o7777, radix: 8)))
    }
  }

  private static func isKnown(_ name: String) -> Bool {
    let begins = known.contains { name == $0 || name.hasPrefix($0 + ".") || name.hasPrefix($0 + "-") }
    return begins && name.utf8.count <= 60
      && name.utf8.allSatisfy { Redaction.isWordByte($0) || "._-".utf8.contains($0) }
  }

  private static func count(_ folder: String) -> Int? {
    guard let open = opendir(folder) else { return nil }
    defer { closedir(open) }
    var count = 0
    while count < mostNames + 2, readdir(open) != nil { count += 1 }
    return max(0, count - 2)
  }
}
