import BoothCore
import GRDB

extension StoreError {
  /// Tells any error of the database or the file system by what can be done about it.
  init(wrapping error: any Error, _ subject: String) {
    if let error = error as? StoreError {
      self = error
    } else if let error = error as? DatabaseError {
      let code: Code =
        switch error.resultCode {
        case .SQLITE_FULL: .full
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_CANTOPEN: .readOnly
        case .SQLITE_NOTADB, .SQLITE_CORRUPT: .damaged
        default: .failed
        }
      let hint = code == .damaged ? "; the booth's next start sets it aside and writes it anew" : ""
      self.init(code, subject: subject, detail: "database: \(error.message ?? "error \(error.resultCode)")\(hint)")
    } else {
      self.init(.failed, subject: subject, detail: "\(error)")
    }
  }
}
