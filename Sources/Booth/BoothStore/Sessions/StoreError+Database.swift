import BoothCore
import BoothSystem
import GRDB

extension StoreError {
  /// What the operator need not do about a database that is damaged.
  static let damageAdvice =
    "; the booth's next start checks it, and sets it aside and writes it anew where it is damaged"

  /// Nor about one that was removed or replaced.
  static let replacedAdvice = "; the booth's next start writes it anew from the session folders"

  /// Tells any error of the database or the file system by what can be done about it.
  init(wrapping error: any Error, _ subject: String) {
    switch error {
    case let error as StoreError: self = error
    case let fault as HeldPlaces.Fault where fault == .overwritten(fault.path):
      self.init(.damaged, subject: fault.path, detail: "\(fault.words): what is written is lost\(Self.damageAdvice)")
    case HeldPlaces.Fault.unseen(let path, let number) where SystemWords.isExhausted(number):
      self.init(.noFiles, subject: path, detail: SystemWords.of(number))
    case let fault as HeldPlaces.Fault where DatabaseFiles.suffixes.contains { fault.path == subject + $0 }:
      self.init(.replaced, subject: fault.path, detail: "\(fault.words): what is written is lost\(Self.replacedAdvice)")
    case let fault as HeldPlaces.Fault:
      self.init(
        .moved, subject: fault.path, detail: "\(fault.words): what is written is lost; put back what belongs there")
    case let error as DatabaseRowFault:
      self.init(.damaged, subject: subject, detail: "the database is damaged: \(error.words)\(Self.damageAdvice)")
    case let error as DatabaseError:
      if [.SQLITE_CANTOPEN, .SQLITE_IOERR, .SQLITE_FULL, .SQLITE_READONLY].contains(error.resultCode),
        let words = SystemWords.exhaustion()
      {
        // SQLite says only that it could not open a file.
        self.init(.noFiles, subject: subject, detail: words)
        return
      }
      let code = Self.code(of: error.resultCode)
      let hint = code == .damaged ? Self.damageAdvice : ""
      self.init(code, subject: subject, detail: "database: \(error.message ?? "error \(error.resultCode)")\(hint)")
    default: self.init(.failed, subject: subject, detail: "\(error)")
    }
  }

  /// By the result codes of SQLite (sqlite.org/rescode.html). Our own statements are right, and run against our own
  /// tables: what SQLite does not understand of them (no such column, a constraint, a type), or of its own file, comes
  /// of bytes that are not what they were. A start that finds nothing wrong then leaves the database as they are.
  private static func code(of result: ResultCode) -> Code {
    switch result {
    case .SQLITE_FULL: .full
    case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_CANTOPEN: .readOnly
    case .SQLITE_NOTADB, .SQLITE_CORRUPT, .SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_SCHEMA,
      .SQLITE_RANGE, .SQLITE_INTERNAL, .SQLITE_FORMAT, .SQLITE_TOOBIG:
      .damaged
    default: .failed  // of codes without end: busy, locked, no memory, an input or output that failed
    }
  }
}
