import Documents
import GRDB
public import StudioModel

/// One-time links.
extension SQLiteAccountStore {
  /// Not used up by looking.
  public func invitation(_ secret: String, at now: Double) async throws(AccountError) -> Invitation {
    try await read { db in try Self.invitation(db, secret, now) }
  }

  static func invitation(_ db: Database, _ secret: String, _ now: Double) throws -> Invitation {
    guard
      let row = try Row.fetchOne(
        db, sql: "SELECT * FROM invitation WHERE secret = ?", arguments: [StudioSecret.kept(secret)]),
      now <= row["expiresAt"] as Double
    else { throw AccountError.noInvitation }
    guard let purpose = try purpose(db, row) else { throw AccountError.noInvitation }
    return Invitation(purpose, organisation: OrganisationID(row["organisation"]), expiresAt: row["expiresAt"])
  }

  private static func purpose(_ db: Database, _ row: Row) throws -> Invitation.Purpose? {
    if let account: String = row["account"] {
      guard let person = try person(db, UserID(account)), person.endedAt == nil else { return nil }
      return .password(person.id, name: person.name)
    }
    guard let role = (row["role"] as String?).flatMap(StudioRole.init) else { return nil }
    return .join(Standing(role, isPhotographer: row["isPhotographer"] ?? false), name: row["name"])
  }

  /// In one transaction: of two who use a link at once, one is told that it is used.
  public func accept(
    _ secret: String, name: String, displayName: String, password: String, from origin: SignInOrigin, at now: Double
  ) async throws(AccountError) -> OpenedPlace {
    _ = try await invitation(secret, at: now)
    let hash = try await hash(password, for: "link " + StudioSecret.kept(secret))
    let shown = AccountRules.trimmed(displayName)
    let name = AccountRules.trimmed(name)
    return try await write { db in
      let invitation = try Self.invitation(db, secret, now)
      try db.execute(sql: "DELETE FROM invitation WHERE secret = ?", arguments: [StudioSecret.kept(secret)])
      switch invitation.purpose {
      case .password(let user, _):
        try db.execute(sql: "UPDATE account SET hash = ? WHERE id = ?", arguments: [hash, user.text])
        try db.execute(sql: "DELETE FROM place WHERE account = ?", arguments: [user.text])
        try db.execute(sql: "DELETE FROM invitation WHERE account = ?", arguments: [user.text])
        try Self.forgetDevices(db, of: user)
        let key = try String.fetchOne(db, sql: "SELECT key FROM account WHERE id = ?", arguments: [user.text])
        return try Self.openPlace(db, user, origin, key ?? "", now)
      case .join(let standing, _):
        let key = AccountRules.key(name)
        guard try Self.account(db, key) == nil else { throw AccountError.refused(.nameTaken) }
        if standing.role == .admin { try db.execute(sql: "DELETE FROM invitation WHERE isFirst") }
        let user = UserID(StudioSecret.make(12))
        try db.execute(
          sql: """
            INSERT INTO account (id, organisation, name, key, displayName, role, isPhotographer, hash, createdAt)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
          arguments: [
            user.text, invitation.organisation.text, name, key, shown.isEmpty ? name : shown, standing.role.rawValue,
            standing.isPhotographer, hash, now,
          ])
        return try Self.openPlace(db, user, origin, key, now)
      }
    }
  }

  /// Those that are over are cleared away at the same time.
  public func invite(
    _ purpose: Invitation.Purpose, to organisation: OrganisationID, by user: UserID?, at now: Double
  ) async throws(AccountError) -> String {
    try await write { db in try Self.invite(db, purpose, organisation, user, isFirst: false, now) }
  }

  /// The link that makes the first administrator; the one before is over. Nil where a person can let others in already.
  public func inviteFirst(at now: Double) async throws(AccountError) -> String? {
    try await write { [organisation] db in
      try db.execute(sql: "DELETE FROM invitation WHERE isFirst")
      guard try Self.admins(db, organisation: nil).isEmpty else { return nil }
      return try Self.invite(db, .join(Standing(.admin), name: nil), organisation, nil, isFirst: true, now)
    }
  }

  static func invite(
    _ db: Database, _ purpose: Invitation.Purpose, _ organisation: OrganisationID, _ user: UserID?, isFirst: Bool,
    _ now: Double
  ) throws -> String {
    let secret = StudioSecret.make()
    try db.execute(sql: "DELETE FROM invitation WHERE expiresAt < ?", arguments: [now])
    var (standing, name, account): (Standing?, String?, String?)
    switch purpose {
    case .join(let wanted, let proposed):
      (standing, name) = (wanted, proposed.map(AccountRules.trimmed))
      if let name {
        if let complaint = AccountRules.complaint(name: name) { throw AccountError.refused(complaint) }
        guard try Self.account(db, AccountRules.key(name)) == nil else { throw AccountError.refused(.nameTaken) }
      }
    case .password(let user, _):
      guard let person = try Self.person(db, user), person.organisation == organisation, person.endedAt == nil else {
        throw AccountError.notFound
      }
      account = user.text
    }
    // Of several links the newest is good: one that went astray is over as soon as another one is made.
    for row in try Row.fetchAll(
      db, sql: "SELECT * FROM invitation WHERE organisation = ?", arguments: [organisation.text])
    where try Self.purpose(db, row)?.isForSame(as: purpose) == true {
      try db.execute(sql: "DELETE FROM invitation WHERE secret = ?", arguments: [row["secret"] as String?])
    }
    try db.execute(
      sql: """
        INSERT INTO invitation
        (secret, id, madeBy, isFirst, organisation, role, isPhotographer, name, account, createdAt, expiresAt)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        StudioSecret.kept(secret), StudioSecret.make(9), user?.text, isFirst, organisation.text,
        standing?.role.rawValue,
        standing?.isPhotographer, name, account, now, now + AccountRules.invitationSeconds,
      ])
    return secret
  }

  /// Without those that are over.
  public func invitations(
    to organisation: OrganisationID, at now: Double
  ) async throws(AccountError) -> [OpenInvitation] {
    try await read { db in
      let statement = try db.cachedStatement(
        sql: "SELECT * FROM invitation WHERE organisation = ? AND expiresAt >= ? ORDER BY expiresAt, id")
      let rows = try Row.fetchAll(statement, arguments: [organisation.text, now])
      return try rows.compactMap { row in
        try Self.purpose(db, row).map { OpenInvitation(id: row["id"], purpose: $0, expiresAt: row["expiresAt"]) }
      }
    }
  }

  /// Nothing happens where there is no such link there.
  public func withdraw(invitation id: String, to organisation: OrganisationID) async throws(AccountError) {
    try await write(isNeeded: true) { db in
      try db.execute(
        sql: "DELETE FROM invitation WHERE id = ? AND organisation = ?", arguments: [id, organisation.text])
    }
  }
}
