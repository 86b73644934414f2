/// A person's account, as pages show it.
public struct Person: Sendable, Equatable, Identifiable {
  /// Who it is.
  public var id: UserID
  /// Whose they are.
  public var organisation: OrganisationID
  /// What they sign in with; unique, see ``AccountRules/key(_:)``.
  public var name: String
  /// What others call them.
  public var displayName: String
  /// What they are.
  public var standing: Standing
  /// When the account was made, in seconds since 1970.
  public var createdAt: Double
  /// When it was ended, in seconds since 1970; nil while they may sign in.
  public var endedAt: Double?
  /// The language of their pages, as a code; nil for what their browser asks for.
  public var language: String?

  public init(
    id: UserID, organisation: OrganisationID, name: String, displayName: String, standing: Standing, createdAt: Double,
    endedAt: Double? = nil, language: String? = nil
  ) {
    self.id = id
    self.organisation = organisation
    self.name = name
    self.displayName = displayName
    self.standing = standing
    self.createdAt = createdAt
    self.endedAt = endedAt
    self.language = language
  }

  /// Who asks, when they do.
  public var principal: Principal { Principal(user: id, organisation: organisation, standing: standing) }
}

/// One place where a person is signed in.
public struct SignedInPlace: Sendable, Equatable, Identifiable {
  /// Not what the cookie holds: it may be shown.
  public var id: String
  /// Whose it is.
  public var user: UserID
  /// What the browser calls itself.
  public var agent: String
  /// When they signed in, in seconds since 1970.
  public var createdAt: Double
  /// When it was last used, in seconds since 1970; some minutes behind.
  public var seenAt: Double

  public init(id: String, user: UserID, agent: String, createdAt: Double, seenAt: Double) {
    self.id = id
    self.user = user
    self.agent = agent
    self.createdAt = createdAt
    self.seenAt = seenAt
  }
}

/// A one-time link's meaning.
public struct Invitation: Sendable, Equatable {
  /// What it is for.
  public enum Purpose: Sendable, Equatable {
    /// A new account, with the name that was thought of for it, if any.
    case join(Standing, name: String?)
    /// A new password for a person.
    case password(UserID, name: String)

    /// Whether one takes the place of the other: both are for the same name, or for the same person's password. Of links without a
    /// name nothing is known.
    public func isForSame(as other: Purpose) -> Bool {
      switch (self, other) {
      case (.join(_, let name?), .join(_, let other?)): AccountRules.key(name) == AccountRules.key(other)
      case (.password(let user, _), .password(let other, _)): user == other
      case (.join, _), (.password, _): false
      }
    }
  }

  /// What it is for.
  public var purpose: Purpose
  /// Where.
  public var organisation: OrganisationID
  /// Until when, in seconds since 1970.
  public var expiresAt: Double

  public init(_ purpose: Purpose, organisation: OrganisationID, expiresAt: Double) {
    self.purpose = purpose
    self.organisation = organisation
    self.expiresAt = expiresAt
  }
}

/// A one-time link that was not used yet, without its secret.
public struct OpenInvitation: Sendable, Equatable, Identifiable {
  /// Not the secret: it may be shown.
  public var id: String
  /// What it is for.
  public var purpose: Invitation.Purpose
  /// Until when, in seconds since 1970.
  public var expiresAt: Double

  public init(id: String, purpose: Invitation.Purpose, expiresAt: Double) {
    self.id = id
    self.purpose = purpose
    self.expiresAt = expiresAt
  }
}

/// Why an account could not be had or changed.
public enum AccountError: Error, Sendable, Equatable {
  /// Name or password are wrong, or the account is ended: never said which.
  case wrong
  /// Too many tries; after so many seconds again.
  case wait(seconds: Int)
  /// The link is used, too old, or none of ours.
  case noInvitation
  /// There is no such account, or place, in this organisation.
  case notFound
  /// What was asked for cannot be had.
  case refused(AccountRules.Complaint)
  /// The last administrator stays one.
  case lastAdmin
  /// The account is an organisation's own, kept elsewhere.
  case elsewhere(ElsewhereTrouble)
  /// The disk or the network refused; in words.
  case unavailable(String)
}

/// Who is it, and what may they: fulfilled by a database of the studio's own, and by an organisation's.
///
/// Every secret goes in as a text and is kept as a hash. Times are seconds since 1970. From any thread.
public protocol AccountStore: Sendable {
  /// Who is signed in with this cookie's secret, and where; nil for none.
  func signedIn(_ secret: String, at now: Double) async throws(AccountError) -> (Person, SignedInPlace)?
  /// Checks a password, slowly, and signs in.
  func signIn(name: String, password: String, from origin: SignInOrigin, at now: Double)
    async throws(AccountError) -> OpenedPlace
  /// Organisations whose own accounts sign in here, in addition to those of this store.
  var doors: [SignInDoor] { get }
  /// The same with the account that a person has at one of the ``doors``.
  func signIn(at door: String, name: String, password: String, from origin: SignInOrigin, at now: Double)
    async throws(AccountError) -> OpenedPlace
  /// Whether an organisation's accounts are made, changed and ended in this store.
  func keeps(_ organisation: OrganisationID) -> Bool
  /// What a one-time link's secret means; throws ``AccountError/noInvitation``.
  func invitation(_ secret: String, at now: Double) async throws(AccountError) -> Invitation
  /// Uses a one-time link up: makes the account, or gives it a new password and ends its other places. Signs in.
  func accept(
    _ secret: String, name: String, displayName: String, password: String, from origin: SignInOrigin, at now: Double
  ) async throws(AccountError) -> OpenedPlace
  /// Signs out there.
  func end(place id: String, of user: UserID) async throws(AccountError)
  /// Where a person is signed in, the newest first.
  func places(of user: UserID, at now: Double) async throws(AccountError) -> [SignedInPlace]
  /// Gives a new password to who knows the old one, and ends all places but one. No device is known any more.
  func changePassword(of user: UserID, old: String, new: String, keeping place: String, address: String, at now: Double)
    async throws(AccountError)
  /// Pages in another language, as a code; nil for what the browser asks for.
  func setLanguage(_ code: String?, of user: UserID) async throws(AccountError)
  /// Everybody of an organisation, by name; who was ended comes last.
  func people(of organisation: OrganisationID, for requester: Requester) async throws(AccountError) -> [Person]
  /// Makes a one-time link. It is over when who made it may no longer make any, and when another one is made for the same: of two
  /// links to one name, or for one person's password, the newest is good.
  /// - Parameter user: who makes it; nil for the operator's console.
  /// - Returns: its secret.
  func invite(_ purpose: Invitation.Purpose, to organisation: OrganisationID, by user: UserID?, at now: Double)
    async throws(AccountError) -> String
  /// The links that are open, the next to end first.
  func invitations(to organisation: OrganisationID, at now: Double) async throws(AccountError) -> [OpenInvitation]
  /// Takes a link back.
  func withdraw(invitation id: String, to organisation: OrganisationID) async throws(AccountError)
  /// Makes a person something else; the last administrator stays one.
  func setStanding(_ standing: Standing, of user: UserID, in organisation: OrganisationID) async throws(AccountError)
  /// Ends an account and signs it out everywhere; what it made stays.
  func end(_ user: UserID, in organisation: OrganisationID, at now: Double) async throws(AccountError)
}
