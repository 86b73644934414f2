import Documents
import GRDB
import StudioModel

/// Devices from which an account signed in before. Their secrets do not open the studio: a password is asked for as
/// ever, and only floods of strangers' tries are kept away from who has one.
extension SQLiteAccountStore {
  /// The longest that a device is known without being used, in seconds: what browsers keep a cookie for.
  static let deviceSeconds: Double = 400 * 86_400
  /// Of one account; and accounts of one device. Those used last stay.
  private static let mostDevices = (ofAccount: 16, ofDevice: 32)

  /// What is kept of a device's secret, where this account signed in from it before; else nil.
  func known(_ device: String?, _ key: String, at now: Double) async throws(AccountError) -> String? {
    guard let device else { return nil }
    let kept = StudioSecret.kept(device)
    return try await read { db in
      let statement = try db.cachedStatement(
        sql: "SELECT secret FROM device WHERE secret = ? AND key = ? AND usedAt > ?")
      return try String.fetchOne(statement, arguments: [kept, key, now - Self.deviceSeconds])
    }
  }

  /// Gives the device another secret, with all the accounts that signed in from it, and this one among them.
  /// - Parameter key: what its tries are counted as.
  /// - Returns: the secret.
  static func know(
    _ db: Database, _ device: String?, _ user: UserID, _ key: String, _ now: Double
  ) throws -> String {
    let secret = StudioSecret.make()
    let kept = StudioSecret.kept(secret)
    if let device {
      try db.execute(
        sql: "UPDATE device SET secret = ? WHERE secret = ?", arguments: [kept, StudioSecret.kept(device)])
    }
    try db.execute(
      sql: """
        INSERT INTO device (secret, key, account, usedAt) VALUES (?, ?, ?, ?)
        ON CONFLICT (secret, key) DO UPDATE SET account = excluded.account, usedAt = excluded.usedAt
        """, arguments: [kept, key, user.text, now])
    try db.execute(sql: "DELETE FROM device WHERE usedAt < ?", arguments: [now - deviceSeconds])
    for (column, value, most) in [
      ("account", user.text, mostDevices.ofAccount), ("secret", kept, mostDevices.ofDevice),
    ] {
      try db.execute(
        sql: """
          DELETE FROM device WHERE \(column) = ? AND rowid NOT IN
          (SELECT rowid FROM device WHERE \(column) = ? ORDER BY usedAt DESC, rowid DESC LIMIT ?)
          """, arguments: [value, value, most])
    }
    return secret
  }

  /// No device is known for this account any more.
  static func forgetDevices(_ db: Database, of user: UserID) throws {
    try db.execute(sql: "DELETE FROM device WHERE account = ?", arguments: [user.text])
  }
}
