import AsyncHTTPClient
import BoothCore
import BoothTesting
import Documents
import FoundationEssentials
import Logging
import NIOCore
import NIOHTTP1
import StudioModel
import StudioTesting
import Synchronization
import Training

@testable import Firebase
@testable import StudioServer
@testable import StudioStore
@testable import WebSupport

/// Where an organisation's things are: the same is tried with both.
enum Home: String, Sendable, CaseIterable { case here, firebase }

/// A studio with the training, on a free port of the loopback, with its own organisation and one whose Firebase is a stand-in
/// with the existing apps' rules.
final class FirebaseLab: Sendable {
  static let organisation = OrganisationID("org1")

  let folder: TemporaryFolder
  let standIn: StandInFirestore
  let accounts: SQLiteAccountStore
  let documents: SQLiteDocumentStore
  let studio: FirebaseStudio
  let port: Int
  let words: Words

  /// What was logged.
  final class Words: Sendable {
    let all = Mutex<[String]>([])
  }

  var base: String { "http://127.0.0.1:\(port)" }

  private init(
    _ folder: TemporaryFolder, _ standIn: StandInFirestore, _ accounts: SQLiteAccountStore,
    _ documents: SQLiteDocumentStore, _ studio: FirebaseStudio, _ words: Words, port: Int
  ) {
    (self.folder, self.standIn, self.accounts, self.documents) = (folder, standIn, accounts, documents)
    (self.studio, self.words, self.port) = (studio, words, port)
  }

  static func settings(_ host: String, project: String = StandInFirestore.project) -> FirebaseOrganisation {
    let base = "http://\(host)"
    return FirebaseOrganisation(
      id: "school", name: "The School", project: project, key: "key", bucket: "test-bucket",
      endpoints: .init(firestore: base, storage: base, accounts: base, tokens: base))
  }

  /// - Parameters:
  ///   - folder: of a studio that was there before.
  ///   - again: after how long an account is asked about again.
  static func run(
    in known: TemporaryFolder? = nil, at standIn: StandInFirestore? = nil, again: Duration = .zero,
    _ body: @Sendable @escaping (FirebaseLab) async throws -> Void
  ) async throws {
    let folder = try known ?? TemporaryFolder()
    let service = try standIn ?? StandInFirestore()
    if standIn == nil { service.setRules(true) }
    try OrganisationsFile(folder: folder.path).put(settings(service.host))
    let accounts = try SQLiteAccountStore(
      path: folder.path("studio.sqlite"), clock: 0, cost: .init(rounds: 2, blockSize: 1, parallelism: 1)
    ) { Instant(nanoseconds: 0) }
    let documents = try SQLiteDocumentStore(path: folder.path(SQLiteDocumentStore.name))
    let pictures = PictureFolder(path: folder.path("pictures")) { (path) async throws(StudioPictureError) in
      let bytes = Array(FileManager.default.contents(atPath: path) ?? Data())
      return PreparedPicture(jpeg: bytes, thumbnail: bytes)
    }
    let words = Words()
    let studio = try FirebaseStudio(
      folder: folder.path, accounts: accounts, documents: documents, pictures: pictures, origin: nil, again: again,
      report: { hash, _ in hash.hasPrefix("00") ? nil : Array("jpeg of \(hash.prefix(2))".utf8) },
      log: { text in words.all.withLock { $0.append(text) } })
    let server = StudioServer(
      configuration: StudioConfiguration(version: "0"), accounts: studio.accounts, booth: NoBooth(),
      features: [
        TrainingFeature(documents: studio.documents, pictures: studio.pictures, accounts: studio.accounts)
      ] + studio.features, uploads: UploadReceiver(folder: folder.path("coming")),
      logger: Logger(label: "studio") { _ in SwiftLogNoOpLogHandler() }, address: "127.0.0.1",
      port: 0
    ) { 1000 }
    try await server.serving { port in
      await studio.begin()
      try await body(FirebaseLab(folder, service, accounts, documents, studio, words, port: port))
    }
    await studio.end()
    if standIn == nil { service.stop() }
    withExtendedLifetime(folder) {}
  }

  // MARK: People

  struct Guest: Sendable {
    var person: Person
    var cookie: String
  }

  /// What features have of documents for them.
  func documents(as guest: Guest) -> any DocumentStore {
    studio.documents.store(for: .person(ActingPerson(guest.person.principal, place: "")))
  }

  /// A person as an administrator of the project would enter them.
  func enlist(_ name: String, _ standing: Standing, organisation: String = organisation.text) throws {
    standIn.enlist(name, email: "\(name)@example.org", password: "a long password")
    try standIn.write([
      .set(
        try DocumentPath("users/\(name)"),
        [
          "organizationID": .string(organisation), "role": .string(standing.role.rawValue),
          "isPhotographer": .boolean(standing.isPhotographer), "firstName": .string(name.capitalized),
          "lastName": "Doe",
          "email": .string("\(name)@example.org"),
        ])
    ])
  }

  /// A person with an account at home, signed in.
  func join(_ name: String, _ standing: Standing, at home: Home) async throws -> Guest {
    let cookie: String
    switch home {
    case .here:
      let secret = try await accounts.invite(
        .join(standing, name: nil), to: accounts.organisation, by: nil, at: 1000)
      cookie = try await accounts.accept(
        secret, name: name, displayName: name, password: "a long password", agent: "", at: 1000)
    case .firebase:
      try enlist(name, standing)
      cookie = try await signIn(name)
    }
    guard let (person, _) = try await studio.accounts.signedIn(cookie, at: 1000) else { throw CancellationError() }
    return Guest(person: person, cookie: cookie)
  }

  func signIn(_ name: String, password: String = "a long password") async throws(AccountError) -> String {
    try await studio.accounts.signIn(
      at: "school", name: "\(name)@example.org", password: password, address: "a", agent: "", at: 1000)
  }

  // MARK: HTTP

  struct Reply: Sendable {
    var status: Int
    var headers: HTTPHeaders
    var text: String
  }

  func send(
    _ method: HTTPMethod, _ path: String, _ cookie: String?, _ headers: [(String, String)] = [], body: String? = nil
  ) async throws -> Reply {
    var request = HTTPClientRequest(url: base + path)
    request.method = method
    if let cookie { request.headers.add(name: "Cookie", value: "\(StudioContext.cookie)=\(cookie)") }
    for (name, value) in headers { request.headers.replaceOrAdd(name: name, value: value) }
    if let body { request.body = .bytes(ByteBuffer(string: body)) }
    let response = try await Self.client.execute(request, timeout: .minutes(10))
    let bytes = try await response.body.collect(upTo: 8 << 20)
    return Reply(
      status: Int(response.status.code), headers: response.headers, text: String(answer: bytes.readableBytesView))
  }

  func get(_ path: String, as guest: Guest) async throws -> Reply { try await send(.GET, path, guest.cookie) }

  /// What a script of ours sends.
  func script(_ path: String, as guest: Guest, _ body: String) async throws -> Reply {
    try await send(
      .POST, path, guest.cookie, [("Origin", base), ("X-Booth-Token", FormGuard.token(guest.cookie))], body: body)
  }

  /// A form as a page of the studio's sends it.
  func form(_ path: String, _ cookie: String, _ fields: [String: String] = [:]) async throws -> Reply {
    let all = fields.merging([FormGuard.field: FormGuard.token(cookie)]) { $1 }
    let text = all.map { "\(PercentEncoding.component($0.key))=\(PercentEncoding.component($0.value))" }
    return try await send(
      .POST, path, cookie, [("Origin", base), ("Content-Type", "application/x-www-form-urlencoded")],
      body: text.joined(separator: "&"))
  }

  // MARK: Critiques

  /// Sends pictures and publishes.
  func publish(
    _ key: String, from sender: Guest, to photographer: Guest, notes: String = "Notes"
  ) async throws -> Reply {
    let sent = try await script("/training/uploads/\(key)", as: sender, "picture of \(key)")
    let answer = try JSONReader.read(Array(sent.text.utf8))
    guard let picture = answer["picture"]?.string, let thumbnail = answer["thumbnail"]?.string else { return sent }
    return try await script(
      "/training/publish", as: sender,
      """
      {"key":"\(key)","photographer":"\(photographer.person.id.text)","kind":"example","notes":"\(notes)",\
      "pictures":[{"picture":"\(picture)","thumbnail":"\(thumbnail)","name":"a.jpg"}]}
      """)
  }

  /// One critique where it is kept, by any sender.
  func put(
    _ id: String, at home: Home, from sender: Guest, to photographer: Guest, organisation: OrganisationID? = nil
  ) async throws {
    let own = home == .here ? accounts.organisation : Self.organisation
    let fields = Critique(
      id: id, organisation: organisation ?? own, submitter: sender.person.id, submitterName: "Mia", submitterEmail: "",
      photographer: photographer.person.id, photographerName: "Dana", pictures: [], notes: "Notes of \(id)",
      kind: .example, createdAt: nil, version: DocumentTimestamp(microseconds: 0)
    ).fields
    let write = DocumentWrite.set(try Critique.path(id), fields, serverTimes: ["createdAt", "updatedAt"])
    switch home {
    case .here: _ = try await documents.commit([write])
    case .firebase: try standIn.write([write])
    }
  }

  /// Waits until something is so.
  func until(_ isSo: () async throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(600)
    while try await !isSo() {
      guard ContinuousClock.now < end else { throw CancellationError() }
      await Task.moment()
    }
  }

  private static let client = HTTPClient(
    eventLoopGroupProvider: .singleton, configuration: .init(redirectConfiguration: .disallow))
}
