import Documents
import GRDB
public import StudioModel

/// What was chosen for pages.
extension SQLiteAccountStore: PreferenceStore {
  /// By one index.
  public func preferences(of owner: String) async throws(AccountError) -> StudioPreferences {
    try await read { db in
      let rows = try Row.fetchAll(db, sql: "SELECT name, value FROM preference WHERE owner = ?", arguments: [owner])
      return StudioPreferences(Dictionary(rows.map { ($0["name"], $0["value"]) }) { first, _ in first })
    }
  }

  /// In one transaction.
  public func set(_ preferences: [StudioPreference: String?], of owner: String) async throws(AccountError) {
    try await write { db in
      for (preference, value) in preferences {
        if let value {
          try db.execute(
            sql: "INSERT OR REPLACE INTO preference (owner, name, value) VALUES (?, ?, ?)",
            arguments: [owner, preference.rawValue, value])
        } else {
          try db.execute(
            sql: "DELETE FROM preference WHERE owner = ? AND name = ?", arguments: [owner, preference.rawValue])
        }
      }
    }
  }

  /// Without white space at both ends; an empty one becomes the name that is signed in with.
  public func setDisplayName(_ name: String, of user: UserID) async throws(AccountError) {
    if let complaint = AccountRules.complaint(displayName: name) { throw .refused(complaint) }
    let shown = AccountRules.trimmed(name)
    try await write { db in
      try db.execute(
        sql: "UPDATE account SET displayName = CASE WHEN ? = '' THEN name ELSE ? END WHERE id = ?",
        arguments: [shown, shown, user.text])
    }
  }
}
