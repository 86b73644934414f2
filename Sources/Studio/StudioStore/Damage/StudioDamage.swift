import BoothSystem
import FoundationEssentials
import GRDB
import Glibc

/// What is wrong with the databases of a studio's folder, for who looks from outside.
public enum StudioDamage {
  /// What was found.
  public struct Remark: Sendable, Equatable {
    /// Which file, and what is wrong with it.
    public var words: String
    /// What to do.
    public var remedy: String
    /// Whether something cannot be used as it is.
    public var isBad: Bool
    /// The file that was set aside, where the remark is of one.
    public var aside: Aside?
  }

  /// The databases that are there, or were and have left something; in a studio's folder, and of those who keep theirs elsewhere.
  private static func databases(in folder: String) -> [(path: String, plan: DatabasePlan, without: String)] {
    let own = [
      (folder + "/" + SQLiteAccountStore.name, StudioSchema.plan, SQLiteAccountStore.without),
      (folder + "/" + SQLiteDocumentStore.name, DocumentPlan.plan, SQLiteDocumentStore.without),
    ]
    return own
      + names(folder + "/elsewhere").flatMap { project in
        names("\(folder)/elsewhere/\(project)").map {
          (
            "\(folder)/elsewhere/\(project)/\($0)/\(SQLiteDocumentOutbox.name)", SQLiteDocumentOutbox.plan,
            SQLiteDocumentOutbox.without
          )
        }
      }
  }

  private static func names(_ folder: String) -> [String] {
    // Organisations elsewhere are an exception.
    do { return try FileManager.default.contentsOfDirectory(atPath: folder).sorted() } catch { return [] }
  }

  /// What is known of those that were set aside and are still there, for people.
  public static func asides(in folder: String) -> [String] {
    databases(in: folder).flatMap { DamageNotes(path: $0.path).asides }
  }

  /// A damaged file that was set aside.
  public struct Aside: Sendable, Equatable {
    /// Without its folder: `documents.sqlite.damaged-1`. What became of what it held stands in a file of that name and `.txt`.
    public var name: String
    /// What is known of it, for people.
    public var words: String
    /// Whether all that it held could be read.
    public var isWhole: Bool
  }

  /// Those that are still there.
  public static func asideFiles(in folder: String) -> [Aside] {
    databases(in: folder).flatMap { DamageNotes(path: $0.path).asideFiles }
  }

  /// Looks at all of them, without changing anything; a file of more than some size is looked at by its beginning alone. Blocks.
  /// - Parameter longest: so many bytes are read of one.
  public static func remarks(in folder: String, longest: Int64 = 64 << 20) -> [Remark] {
    var remarks: [Remark] = []
    for (path, plan, without) in databases(in: folder) {
      let notes = DamageNotes(path: path)
      if isEmptied(path) {
        // Its start refuses it: there is nothing to save.
        let words = StudioDatabase.remedy(of: StudioDatabase.EmptiedFault(), without: without, isTried: false) ?? ""
        remarks.append(
          Remark(words: "\(path) \(words)", remedy: "the studio does not start before that is done", isBad: true))
      } else if isLeft(path), let loss = LogLoss(of: path, isSameBoot: notes.isOfThisBoot) {
        remarks.append(
          Remark(
            words:
              "\(path)-wal was cut off, written over or damaged: \(loss.pages) pages of what was written last cannot be read",
            remedy:
              "put the file back if you have it as it was; otherwise start the studio, which goes on without them and says so",
            isBad: true))
      } else if let words = notes.suspected ?? fault(path, plan, longest) {
        remarks.append(
          Remark(
            words: "\(path) is damaged: \(words)",
            remedy:
              "start the studio again: its start saves what can be read of it, and says what it could not; where it refuses, "
              + "put a copy of the file back",
            isBad: true))
      }
      remarks += notes.asideFiles.map {
        Remark(
          words: $0.words, remedy: "see that nothing is missing, then move the damaged file away", isBad: false,
          aside: $0)
      }
    }
    return remarks
  }

  private static func isEmptied(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG && facts.st_size == 0
  }

  /// Whether a process that had it open was killed, and none has it open now. Each one that has it open holds a lock on a byte of the
  /// log's index (`UNIX_SHM_DMS`, os_unix.c), which is only asked for here.
  private static func isLeft(_ path: String) -> Bool {
    let file = open(path + "-shm", O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return false }
    defer { close(file) }
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = 128
    lock.l_len = 1
    return fcntl(file, F_GETLK, &lock) == 0 && lock.l_type == Int16(F_UNLCK)
  }

  /// What is wrong with one; nil where nothing is, and where it is not there.
  private static func fault(_ path: String, _ plan: DatabasePlan, _ longest: Int64) -> String? {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    var configuration = DatabasePlan.configuration()
    configuration.label = "booth.look"
    configuration.readonly = true
    configuration.busyMode = .timeout(5)
    // Where no program has it open nothing is made beside it: such a file would belong to who looks.
    let isOpen = access(path + "-shm", F_OK) == 0
    let escaped = path.replacing("%", with: "%25").replacing("?", with: "%3f").replacing("#", with: "%23")
    do {
      let queue = try DatabaseQueue(path: isOpen ? path : "file:\(escaped)?immutable=1", configuration: configuration)
      let fault = try queue.read { db -> String? in
        if try DatabaseCheck.isNewer(db, plan.migrator) { return nil }
        guard Int64(facts.st_size) <= longest else { return nil }
        return try plan.migrator.hasCompletedMigrations(db) ? DatabaseCheck.fault(db, plan) : DatabaseCheck.pages(db)
      }
      try queue.close()
      return fault.map { StudioDatabase.DamagedFault(words: $0).words }
    } catch {
      guard DatabaseCheck.isDamageAtOpening(error) else { return "it cannot be read: \(error)" }
      return StudioDatabase.DamagedFault(error)?.words ?? "\(error)"
    }
  }
}
