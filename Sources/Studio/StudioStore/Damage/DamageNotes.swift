import BoothSystem
import FoundationEssentials
import Glibc

/// What stands beside a database about its damage: that it is to be looked at before it is opened, and the files that were set aside.
struct DamageNotes {
  /// Of the database.
  let path: String
  static let endings = ["-wal", "-shm", ""]
  private static let said = ".txt"

  private var suspicion: String { path + ".suspect" }
  /// A whole new file whose turn it is: those that it replaces are set aside already.
  var saved: String { path + ".saved" }
  /// A new file that is being filled.
  var saving: String { path + ".saving" }

  private static func text(_ path: String) -> String? {
    OrdinaryFile.bytes(path).map { String(decoding: $0, as: UTF8.self) }
  }

  // MARK: A suspicion

  /// What was found while it was in use; the next start looks at all of it before it is used again.
  var suspected: String? { Self.text(suspicion).map { String($0.prefix { $0 != "\n" }) } }

  /// Best effort: what cannot be noted is found again.
  func suspect(_ words: String) {
    do throws(DurableFile.Fault) { try DurableFile.replace(suspicion, with: Array((words + "\n").utf8)) } catch {
      // A disk that takes nothing more is said by itself.
    }
  }

  // MARK: Its log

  private var boot: String { path + ".boot" }

  /// Whether its log's index was last written since this computer was started.
  var isOfThisBoot: Bool {
    guard let now = LogLoss.thisBoot else { return false }
    return Self.text(boot).map { $0.prefix { $0 != "\n" } == now } ?? false
  }

  /// Best effort: without it less is known after a kill.
  func noteBoot() {
    guard !isOfThisBoot, let now = LogLoss.thisBoot else { return }
    do throws(DurableFile.Fault) { try DurableFile.replace(boot, with: Array((now + "\n").utf8)) } catch {
      // A disk that takes nothing says so by itself.
    }
  }

  private var lossNoted: String { path + ".log-noted" }

  /// Whether the process that ended has noted itself what its log had lost; true once.
  func takeLossNoted() -> Bool {
    guard access(lossNoted, F_OK) == 0 else { return false }
    unlink(lossNoted)
    return true
  }

  /// The next start does not find it a second time.
  func noteLossNoted() {
    do throws(DurableFile.Fault) { try DurableFile.replace(lossNoted, with: []) } catch {
      // The next start reports the loss once more.
    }
  }

  /// Keeps the log as it is beside the database, and what is known to be lost with it, until a person has seen it.
  /// - Parameter how: how it was found, behind the file's name.
  /// - Returns: the same in words.
  func keep(_ loss: LogLoss, _ how: String) -> String {
    let aside = asidePath
    let pages = loss.pages == 1 ? "1 page" : "\(loss.pages) pages"
    let words =
      "\(path)-wal \(how): \(pages) of what was written last can no longer be read, so what was confirmed last may be missing; "
      + "see whether the newest reports and changes are there, look at the health of the disk, then move "
      + "\(aside) away, which is that log as it was found"
    do {
      if access(path + "-wal", F_OK) == 0 {
        try FileManager.default.copyItem(atPath: path + "-wal", toPath: aside)
      } else {
        try DurableFile.replace(aside, with: [])
      }
    } catch {
      // The words matter more than the evidence; they stand beside a file of that name.
      do throws(DurableFile.Fault) { try DurableFile.replace(aside, with: []) } catch {
        // The caller still logs the words.
      }
    }
    do throws(DurableFile.Fault) { try DamageNotes.say(words, of: aside) } catch {
      // The caller still logs the words.
    }
    return words
  }

  /// It was looked at.
  func clear() { if access(suspicion, F_OK) == 0 { unlink(suspicion) } }

  // MARK: Files set aside

  /// Part of what is written down where all could be read.
  static let nothingLost = "nothing is lost"

  /// The first name that is free for it and for what belongs to it.
  var asidePath: String {
    var number = 1
    while (Self.endings + [Self.said]).contains(where: { access("\(path).damaged-\(number)\($0)", F_OK) == 0 }) {
      number += 1
    }
    return "\(path).damaged-\(number)"
  }

  /// Writes down what is known of a file that is set aside.
  static func say(_ words: String, of aside: String) throws(DurableFile.Fault) {
    try DurableFile.replace(aside + said, with: Array((words + "\n").utf8))
  }

  /// Of each file that was set aside and is still there what is known of it, in the order of their names.
  var asides: [String] { asideFiles.map(\.words) }

  /// The same with the files' names.
  var asideFiles: [StudioDamage.Aside] {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard let name = parts.last, let stream = opendir(parts.dropLast().joined(separator: "/") + "/") else { return [] }
    defer { closedir(stream) }
    var found: [String] = []
    while let entry = readdir(stream) {
      let file = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if file.hasPrefix(name + ".damaged-"), file.split(separator: "-").last?.allSatisfy(\.isNumber) == true {
        found.append(file)
      }
    }
    return found.sorted().map { file in
      let aside = path.dropLast(name.count) + file
      // The first line is for people: the names of what is lost stand behind it.
      let words =
        Self.text(aside + Self.said).map { String($0.prefix { $0 != "\n" }) }
        ?? "\(aside) was damaged and is set aside; what became of it was not written down"
      return StudioDamage.Aside(name: file, words: words, isWhole: words.contains(Self.nothingLost))
    }
  }
}
