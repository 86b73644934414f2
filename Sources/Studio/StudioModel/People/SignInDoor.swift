/// Accounts of an organisation that are kept elsewhere, with which people may sign in here.
public struct SignInDoor: Sendable, Equatable, Identifiable {
  /// Stands in forms: letters, digits, hyphens.
  public var id: String
  /// What the organisation is called.
  public var name: String

  public init(id: String, name: String) {
    self.id = id
    self.name = name
  }
}

/// Why an account of an organisation elsewhere cannot be had, or changed, here.
public enum ElsewhereTrouble: String, Sendable, Equatable, CaseIterable {
  /// Its service does not answer for now.
  case unreachable
  /// The account is right, and no member of an organisation.
  case noMember
  /// Its service answers, and what is set here of it is not right, or its rules forbid what is needed.
  case notSetUp
  /// Its people, their roles and their passwords are kept there.
  case keptThere
}

extension AccountStore {
  /// None: everybody signs in with an account of this store.
  public var doors: [SignInDoor] { [] }

  /// There is no such door.
  public func signIn(
    at door: String, name: String, password: String, from origin: SignInOrigin, at now: Double
  ) async throws(AccountError) -> OpenedPlace {
    throw .wrong
  }

  /// All of them.
  public func keeps(_ organisation: OrganisationID) -> Bool { true }
}
