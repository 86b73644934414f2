import BoothCore
import BoothSystem
import Crypto
import Documents
import FoundationEssentials
import StudioModel
package import StudioStore
import Synchronization

/// All people of organisations elsewhere who are signed in here, with what they have open.
package actor FirebaseHouse {
  /// Whether a person may go on.
  enum Verdict: Sendable { case good, over }

  private struct Asked {
    /// When the organisation was asked last, by the monotonic clock.
    var at: ContinuousClock.Instant
    var running: Task<Verdict, Never>?
  }

  /// An account that was found good is asked about again after so long.
  package static let again = Duration.seconds(30)
  /// After so long nothing is answered before it was asked about.
  static let first = Duration.seconds(300)
  /// Without a word from the organisation no sign-in lasts longer, in seconds.
  package static let patience: Double = 3 * 86_400

  nonisolated let accounts: SQLiteAccountStore
  nonisolated let organisations: [FirebaseOrganisation]
  nonisolated let seal: SecretSeal
  private nonisolated let opened = Mutex<[UserID: FirebaseSession]>([:])
  private nonisolated let log: @Sendable (String) -> Void
  /// Why a person's own files cannot be opened.
  private nonisolated let unopened = Mutex<[UserID: String]>([:])
  private let folder: String
  private let sources: PictureSources
  private let again: Duration
  private var bells: [String: DocumentBell] = [:]
  private var asked: [String: Asked] = [:]

  /// - Parameters:
  ///   - folder: the studio's.
  ///   - organisations: whose people may sign in.
  ///   - accounts: where their places are kept.
  ///   - seal: for what lets them go on.
  ///   - sources: where pictures are that go to a bucket.
  ///   - again: after how long an account is asked about again.
  ///   - log: told of what went wrong, without names.
  package init(
    folder: String, organisations: [FirebaseOrganisation], accounts: SQLiteAccountStore, seal: SecretSeal,
    sources: PictureSources, again: Duration = FirebaseHouse.again, log: @escaping @Sendable (String) -> Void
  ) {
    self.folder = folder
    self.organisations = organisations
    self.accounts = accounts
    self.seal = seal
    self.sources = sources
    self.again = again
    self.log = log
  }

  /// Whether an organisation's people and documents are the studio's own.
  nonisolated func isOwn(_ organisation: OrganisationID) -> Bool { organisation == accounts.organisation }

  /// What a person has open; nil for who is not signed in.
  nonisolated func session(of user: UserID) -> FirebaseSession? { opened.withLock { $0[user] } }

  /// What is wrong with what waits to be sent, in words.
  nonisolated var damages: [String] {
    (unopened.withLock { Array($0.values) } + opened.withLock { $0.values.compactMap(\.damage) }).sorted()
  }

  nonisolated func note(_ words: String) { log(words) }

  // MARK: Opening

  /// Opens what a person has, with the pass of a place.
  /// - Returns: nil where the place has none that can be opened: it is over.
  private func open(_ person: Person, _ place: String) async throws(AccountError) -> FirebaseSession? {
    if let session = session(of: person.id), await session.tokens.identity(place) != nil {
      session.pictured.organisation = person.organisation
      return session
    }
    guard let pass = try await accounts.elsewhere(place: place),
      let organisation = organisations.first(where: { $0.project == pass.project }),
      let refresh = seal.open(pass.sealed, for: "\(pass.project) \(person.id)")
    else { return nil }
    let identity = IdentityToolkit(organisation.accounts, refresh: refresh, user: person.id.text)
    return try await open(person, organisation, place, identity)
  }

  /// A person has just signed in.
  @discardableResult func open(
    _ person: Person, _ organisation: FirebaseOrganisation, _ place: String, _ identity: IdentityToolkit
  ) async throws(AccountError) -> FirebaseSession {
    if let session = session(of: person.id) {
      await session.tokens.add(place, identity)
      session.pictured.organisation = person.organisation
      return session
    }
    let tokens = PersonTokens { [weak self] place in await self?.end(place, of: person.id) }
    await tokens.add(place, identity)
    let bell = bells[organisation.project] ?? DocumentBell()
    bells[organisation.project] = bell
    let made: FirebaseSession
    do {
      made = try FirebaseSession(
        person.id, of: organisation, tokens: tokens, bell: bell, files: try files(person.id, organisation),
        sources: sources, log: log)
      unopened.withLock { $0[person.id] = nil }
    } catch {
      unopened.withLock { $0[person.id] = "\(error)" }
      throw .unavailable("\(error)")
    }
    // Another request may have been quicker while the tokens were added.
    let session = opened.withLock { opened in
      if let there = opened[person.id] { return there }
      opened[person.id] = made
      return made
    }
    if session !== made { await session.tokens.add(place, identity) }
    session.pictured.organisation = person.organisation
    await session.documents.send()
    return session
  }

  private nonisolated func place(_ user: UserID, _ organisation: FirebaseOrganisation) -> FirebaseSessionFiles {
    FirebaseSessionFiles(folder: "\(folder)/elsewhere/\(organisation.project)/\(Self.folderName(user))")
  }

  /// Ids may hold any sign; names of folders not.
  static func folderName(_ user: UserID) -> String {
    PictureNames.hex(SHA256.hash(data: Array(user.text.utf8)).prefix(16))
  }

  private func files(
    _ user: UserID, _ organisation: FirebaseOrganisation
  ) throws(DocumentStoreError) -> FirebaseSessionFiles {
    let files = place(user, organisation)
    do throws(DurableFile.Fault) { try DurableFile.makeFolder(files.folder) } catch {
      throw DocumentStoreError(.unavailable, subject: files.folder, detail: "it cannot be made: \(error.words)")
    }
    return files
  }

  // MARK: Who may go on

  /// Whether a person is still who they were. The organisation is asked now and then: before the answer where that is
  /// long ago, else behind it.
  func verdict(_ person: Person, _ place: String, at now: Double) async -> Verdict {
    let session: FirebaseSession?
    do { session = try await open(person, place) } catch {
      log("what somebody has open cannot be opened: \(error)")
      return .over
    }
    guard let session else {
      await end(place, of: person.id)
      return .over
    }
    let last = asked[place]
    if let last, ContinuousClock.now - last.at < again { return .good }
    let isFirst = last.map { ContinuousClock.now - $0.at >= Self.first } ?? true
    let task = last?.running ?? Task { await self.ask(session, person, place, now) }
    asked[place] = Asked(at: last?.at ?? .now, running: task)
    return isFirst ? await task.value : .good
  }

  private func ask(_ session: FirebaseSession, _ person: Person, _ place: String, _ now: Double) async -> Verdict {
    let verdict = await answer(session, person, place, now)
    asked[place] = verdict == .good ? Asked(at: .now) : nil
    if verdict == .over { await end(place, of: person.id) }
    return verdict
  }

  private func answer(_ session: FirebaseSession, _ person: Person, _ place: String, _ now: Double) async -> Verdict {
    guard let identity = await session.tokens.identity(place) else { return .over }
    do {
      let account = try await identity.look()
      let found = try await session.firestore.document(at: try FirebaseMember.path(person.id.text))
      guard let member = found.flatMap({ FirebaseMember.person($0, email: account.email) }), member.endedAt == nil
      else {
        return .over
      }
      try await accounts.update(member, of: session.organisation.project, at: place, now: now)
      session.pictured.organisation = member.organisation
      await keep(identity, of: person.id, place, session.organisation.project)
      return .good
    } catch let error as DocumentStoreError {
      guard error.kind != .unauthenticated, error.kind != .permissionDenied else { return .over }
      log(FirebaseTrouble.words(error, session.organisation))
    } catch {
      log("what an organisation says of its people cannot be kept: \(error)")
    }
    // It is unknown; for some days what was known holds.
    do throws(AccountError) {
      guard let pass = try await accounts.elsewhere(place: place) else { return .over }
      return now - pass.checkedAt > Self.patience ? .over : .good
    } catch { return .good }
  }

  /// The service may have given another pass in place of the last one.
  private func keep(_ identity: IdentityToolkit, of user: UserID, _ place: String, _ project: String) async {
    guard let refresh = await identity.refreshToken else { return }
    do throws(AccountError) {
      guard let pass = try await accounts.elsewhere(place: place),
        seal.open(pass.sealed, for: "\(project) \(user)") != refresh
      else { return }
      try await accounts.keep(sealed: try seal.seal(refresh, for: "\(project) \(user)"), for: place)
    } catch {
      log("a pass cannot be kept: \(error)")
    }
  }

  // MARK: Ending

  /// Signs a place out: here, and what was copied for a person who has no other one.
  func end(_ place: String, of user: UserID) async {
    do throws(AccountError) { try await accounts.end(place: place, of: user) } catch {
      log("an ended account could not be signed out: \(error)")
    }
    await drop(place, of: user, forgetting: true)
  }

  /// A person has left a place.
  /// - Parameter isForgotten: whether nothing that was copied for them stays. What waits to be sent stays: it is their work.
  func drop(_ place: String, of user: UserID, forgetting isForgotten: Bool) async {
    asked[place] = nil
    guard let session = session(of: user) else { return }
    await session.tokens.drop(place)
    guard await session.tokens.isEmpty else { return }
    opened.withLock { $0[user] = nil }
    await session.close()
    guard isForgotten else { return }
    let copy = self.place(user, session.organisation).copy
    for file in [copy, copy + "-wal", copy + "-shm"] where FileManager.default.fileExists(atPath: file) {
      do throws(DurableFile.Fault) { try DurableFile.remove(file) } catch {
        log("\(file) cannot be removed: \(error.words)")
      }
    }
  }

  /// After a start: sends what people had entered before it, with the pass of a place where they are still signed in.
  package func resume() async {
    do throws(AccountError) {
      for pass in try await accounts.elsewherePlaces() {
        guard let organisation = organisations.first(where: { $0.project == pass.project }),
          FileManager.default.fileExists(atPath: place(pass.user, organisation).outbox),
          let person = try await accounts.person(pass.user)
        else { continue }
        _ = try await open(person, pass.place)
      }
    } catch {
      log("what waits to be sent could not be looked for: \(error)")
    }
  }

  /// Critiques that anybody has entered and that are not there yet, of people who have left, too.
  func waitingCritiques() async throws(DocumentStoreError) -> Set<String> {
    var found: Set<String> = []
    for organisation in organisations {
      let place = "\(folder)/elsewhere/\(organisation.project)"
      guard FileManager.default.fileExists(atPath: place) else { continue }
      let names: [String]
      do { names = try FileManager.default.contentsOfDirectory(atPath: place) } catch {
        throw DocumentStoreError(.unavailable, subject: place, detail: "it cannot be read: \(error)")
      }
      for name in names {
        let path = FirebaseSessionFiles(folder: "\(place)/\(name)").outbox
        guard FileManager.default.fileExists(atPath: path) else { continue }
        for waiting in try await SQLiteDocumentOutbox(path: path).all() {
          found.formUnion(waiting.writes.map(\.path).filter { $0.collection.description == "photoCritiques" }.map(\.id))
        }
      }
    }
    return found
  }

  /// The studio ends.
  package func close() async {
    let all = opened.withLock { opened in
      defer { opened = [:] }
      return opened
    }
    for session in all.values { await session.close() }
    // What is being asked is waited for: afterwards the database is not used.
    for one in asked.values { _ = await one.running?.value }
    asked = [:]
  }
}
