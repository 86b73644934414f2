import Documents
package import StudioModel
import StudioStore

/// The studio's accounts, and beside them those of organisations that keep their own: each signs in where their account is.
package struct FirebaseAccounts: AccountStore {
  private let own: SQLiteAccountStore
  private let house: FirebaseHouse

  /// - Parameter house: which knows the store of the studio's own accounts, too.
  package init(_ house: FirebaseHouse) {
    own = house.accounts
    self.house = house
  }

  package var doors: [SignInDoor] { house.organisations.map { SignInDoor(id: $0.id, name: $0.name) } }
  package func keeps(_ organisation: OrganisationID) -> Bool { house.isOwn(organisation) }

  // MARK: In and out

  /// The organisation is asked now and then whether the account is still good, and what it is.
  package func signedIn(_ secret: String, at now: Double) async throws(AccountError) -> (Person, SignedInPlace)? {
    guard let (person, place) = try await own.signedIn(secret, at: now) else { return nil }
    guard !house.isOwn(person.organisation) else { return (person, place) }
    guard await house.verdict(person, place.id, at: now) == .good else { return nil }
    // As the organisation has just said, where it was asked.
    return try await own.signedIn(secret, at: now)
  }

  /// An account of the studio's own.
  package func signIn(
    name: String, password: String, from origin: SignInOrigin, at now: Double
  ) async throws(AccountError) -> OpenedPlace {
    try await own.signIn(name: name, password: password, from: origin, at: now)
  }

  /// An organisation's account, within the same limits. Who is no member of an organisation there is none here.
  package func signIn(
    at door: String, name: String, password: String, from origin: SignInOrigin, at now: Double
  ) async throws(AccountError) -> OpenedPlace {
    guard let organisation = house.organisations.first(where: { $0.id == door }) else { throw .wrong }
    let email = AccountRules.trimmed(name)
    guard !email.isEmpty, email.utf8.count <= 4 * AccountRules.longestName,
      password.utf8.count <= AccountRules.longestPassword
    else { throw .wrong }
    let key = "\(door) \(AccountRules.key(email))"
    return try await own.trying(key, from: origin, elsewhere: true, at: now) { () async throws(AccountError) in
      try await self.signIn(organisation, email, password, as: key, origin, now)
    }
  }

  /// - Returns: nil where name or password are wrong.
  private func signIn(
    _ organisation: FirebaseOrganisation, _ email: String, _ password: String, as key: String,
    _ origin: SignInOrigin, _ now: Double
  ) async throws(AccountError) -> OpenedPlace? {
    let identity = IdentityToolkit(organisation.accounts)
    let user: String
    let found: StoredDocument?
    do {
      user = try await identity.signIn(email: email, password: password)
      let firestore = FirestoreDocumentStore(organisation.firestore, tokens: identity)
      found = try await firestore.document(at: try FirebaseMember.path(user))
    } catch {
      switch error.kind {
      case .unauthenticated where error.subject == "sign-in": return nil
      case .exhausted: throw .wait(seconds: Int(error.retryAfter?.components.seconds ?? 60))
      case .damaged, .unavailable, .inDoubt, .cancelled:
        house.note(FirebaseTrouble.words(error, organisation))
        throw .elsewhere(.unreachable)
      case .notFound, .alreadyExists, .preconditionFailed, .permissionDenied, .unauthenticated, .missingIndex, .invalid,
        .tooLarge:
        house.note(FirebaseTrouble.words(error, organisation))
        throw .elsewhere(.notSetUp)
      }
    }
    guard let person = found.flatMap({ FirebaseMember.person($0, email: email) }), person.endedAt == nil else {
      throw .elsewhere(.noMember)
    }
    guard !house.isOwn(person.organisation) else { throw .elsewhere(.notSetUp) }
    guard let refresh = await identity.refreshToken else { throw .elsewhere(.notSetUp) }
    let sealed = try house.seal.seal(refresh, for: "\(organisation.project) \(person.id)")
    let opened: OpenedPlace
    do {
      opened = try await own.admit(
        person, of: organisation.project, sealed: sealed, as: key, from: origin, at: now)
    } catch {
      if case .unavailable(let words) = error { house.note(words) }
      throw error
    }
    if let (_, place) = try await own.signedIn(opened.secret, at: now) {
      try await house.open(person, organisation, place.id, identity)
    }
    return opened
  }

  /// Here and there: nothing goes on with the place's pass.
  package func end(place id: String, of user: UserID) async throws(AccountError) {
    try await own.end(place: id, of: user)
    await house.drop(id, of: user, forgetting: false)
  }

  package func places(of user: UserID, at now: Double) async throws(AccountError) -> [SignedInPlace] {
    try await own.places(of: user, at: now)
  }

  package func setLanguage(_ code: String?, of user: UserID) async throws(AccountError) {
    try await own.setLanguage(code, of: user)
  }

  /// Passwords of an organisation's accounts are changed there.
  package func changePassword(
    of user: UserID, old: String, new: String, keeping place: String, address: String, at now: Double
  ) async throws(AccountError) {
    if let person = try await own.person(user), !house.isOwn(person.organisation) { throw .elsewhere(.keptThere) }
    try await own.changePassword(of: user, old: old, new: new, keeping: place, address: address, at: now)
  }

  // MARK: People

  /// Of an organisation elsewhere, as its apps have them, with the rights of who asks.
  package func people(
    of organisation: OrganisationID, for requester: Requester
  ) async throws(AccountError) -> [Person] {
    if house.isOwn(organisation) { return try await own.people(of: organisation) }
    guard case .person(let acting) = requester, acting.principal.organisation == organisation,
      let session = house.session(of: acting.principal.user)
    else { return [] }
    var people: [Person] = []
    do {
      var query = try FirebaseMember.query(organisation)
      repeat {
        let page = try await session.documents(for: acting).page(query)
        people += page.documents.compactMap { FirebaseMember.person($0) }
        query.after = page.next
      } while query.after != nil
    } catch {
      throw .unavailable(FirebaseTrouble.words(error, session.organisation))
    }
    return people.sorted {
      ($0.endedAt == nil ? 0 : 1, $0.displayName.lowercased(), $0.id.text)
        < ($1.endedAt == nil ? 0 : 1, $1.displayName.lowercased(), $1.id.text)
    }
  }

  private func own(_ organisation: OrganisationID) throws(AccountError) {
    guard house.isOwn(organisation) else { throw .elsewhere(.keptThere) }
  }

  package func invitation(_ secret: String, at now: Double) async throws(AccountError) -> Invitation {
    try await own.invitation(secret, at: now)
  }

  package func accept(
    _ secret: String, name: String, displayName: String, password: String, from origin: SignInOrigin, at now: Double
  ) async throws(AccountError) -> OpenedPlace {
    try await own.accept(secret, name: name, displayName: displayName, password: password, from: origin, at: now)
  }

  package func invite(
    _ purpose: Invitation.Purpose, to organisation: OrganisationID, by user: UserID?, at now: Double
  ) async throws(AccountError) -> String {
    try own(organisation)
    return try await own.invite(purpose, to: organisation, by: user, at: now)
  }

  package func invitations(
    to organisation: OrganisationID, at now: Double
  ) async throws(AccountError) -> [OpenInvitation] {
    house.isOwn(organisation) ? try await own.invitations(to: organisation, at: now) : []
  }

  package func withdraw(invitation id: String, to organisation: OrganisationID) async throws(AccountError) {
    try own(organisation)
    try await own.withdraw(invitation: id, to: organisation)
  }

  package func setStanding(
    _ standing: Standing, of user: UserID, in organisation: OrganisationID
  ) async throws(AccountError) {
    try own(organisation)
    try await own.setStanding(standing, of: user, in: organisation)
  }

  package func end(_ user: UserID, in organisation: OrganisationID, at now: Double) async throws(AccountError) {
    try own(organisation)
    try await own.end(user, in: organisation, at: now)
  }
}
