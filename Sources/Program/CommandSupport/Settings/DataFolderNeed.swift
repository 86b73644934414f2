package import BoothSystem
import FoundationEssentials
import Glibc

/// What a command needs of the data folder that it is given.
package enum DataFolderNeed: Equatable, Sendable {
  /// Begins one: a folder that is not there yet is made, an empty one is taken.
  case begins
  /// Writes into one that is there, perhaps still empty.
  case takes
  /// Asks or changes what is kept in one.
  case ours
  /// Reads settings, events and profiles, or asks a running booth, and writes nothing there: it says itself what it misses.
  case nothing
}

/// What a folder is, by the names in it.
package enum DataFolderState: Equatable, Sendable {
  case missing
  case noFolder
  case empty
  case ours
  /// Things of others lie in it, and nothing of ours.
  case foreign(String)
  /// It cannot be looked into: the command finds out why.
  case unknown

  /// Each of these is written by this program alone.
  private static let marks = [
    "booth.sqlite", "booth.lock", "booth.open", "booth.json", "booth-mark", "booth.log", "gallery-secrets.json",
    "gallery.place", "gallery.address",
    "locations.sqlite", "locations.lock", "location-sync.account", "location-sync.lock", "events.place",
    "control.place", "control.sock", "calibrations.json", "features.weights", "studio.begun", "studio/studio.sqlite",
    "studio/documents.sqlite", "studio/studio.lock", "photos/sources.json", "photos/sources.lock",
  ]
  /// These have everyday names: they are ours where nothing else lies beside them.
  private static let usual: Set<Substring> = [
    "sessions", "gallery", "events", "devices", "studio", "photos", "journal", "locations", "raw", "emails", "scratch",
    "unasked", "decisions", "exports", "webhooks", "rest.json",
  ]
  /// What a new file system brings along.
  private static let ignored: Set<String> = ["lost+found", "System Volume Information", "$RECYCLE.BIN"]

  package static func of(_ folder: String) -> DataFolderState {
    var facts = stat()
    guard stat(folder, &facts) == 0 else {
      return errno == ENOENT ? .missing : errno == ENOTDIR ? .noFolder : .unknown
    }
    guard facts.st_mode & S_IFMT == S_IFDIR else { return .noFolder }
    let names: [String]
    do { names = try FileManager.default.contentsOfDirectory(atPath: folder) } catch { return .unknown }
    return of(names: names) { access("\(folder)/\($0)", F_OK) == 0 }
  }

  /// - Parameter holds: whether something lies at a path below the folder.
  package static func of(names: [String], holds: (String) -> Bool) -> DataFolderState {
    let shown = names.filter { !$0.hasPrefix(".") && !ignored.contains($0) }.sorted()
    // A file that was set aside as damaged keeps its name, with more behind it.
    let isMarked = marks.contains { mark in
      mark.contains("/")
        ? holds(mark) : shown.contains { $0 == mark || $0.hasPrefix(mark + ".") || $0.hasPrefix(mark + "-") }
    }
    if isMarked { return .ours }
    let stranger = shown.first { !usual.contains($0.prefix { $0 != "." }) }
    if let stranger { return .foreign(stranger) }
    return shown.isEmpty ? .empty : .ours
  }
}

extension DataFolderNeed {
  /// Why a command does not begin with this folder, in words; nil where it may.
  package func refusal(_ state: DataFolderState, of folder: Settings.Value, at path: String) -> CommandText? {
    let source = " (\(folder.source))"
    let named: CommandText = "name the folder of the booth with --data, or begin one there with `booth run`"
    switch (state, self) {
    case (.missing, .takes), (.missing, .ours):
      return "\(path)\(source) is not there: \(named)"
    case (.noFolder, .begins), (.noFolder, .takes), (.noFolder, .ours), (.noFolder, .nothing):
      return "\(path)\(source) is no folder: expected one for photos, clips and the database; name it with --data"
    case (.empty, .ours):
      return "\(path)\(source) is empty, and no booth's data folder: \(named)"
    case (.foreign(let name), .begins), (.foreign(let name), .takes):
      return
        "\(path)\(source) holds things of others (\(name)) and no data of a booth: name an empty or a new folder with --data"
    case (.foreign(let name), .ours):
      return "\(path)\(source) is no booth's data folder (it holds \(name)): name the booth's with --data"
    case (.missing, .begins), (.empty, _), (.ours, _), (.unknown, _), (.missing, .nothing),
      (.foreign, .nothing):
      return nil
    }
  }
}

extension Settings {
  /// Refuses a data folder that does not fit what a command does with it, before anything is written.
  /// - Parameter saysItself: the command has a line of its own for a folder that is none.
  package func checkData(_ need: DataFolderNeed, saysItself: Bool = false) throws(CommandError) {
    guard let value = values[.data] else { return }
    if !saysItself, let words = need.refusal(.of(data), of: value, at: data) {
      throw CommandError(words, code: CommandError.noInput)
    }
    let state = DataFolderState.of(data)
    guard need == .begins, state == .missing || state == .empty, let point = ExpectedDisk.missing(for: data) else {
      return
    }
    // It may come a little later, so a service manager tries again.
    throw CommandError(
      "\(data) (\(value.source)) has no data, and the disk that belongs to \(point) by /etc/fstab is not mounted: mount it, or name "
        + "another folder with --data", code: CommandError.unavailable)
  }
}
