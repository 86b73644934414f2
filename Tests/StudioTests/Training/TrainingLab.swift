import AsyncHTTPClient
import BoothCore
import BoothTesting
import Documents
import Firebase
import FoundationEssentials
import Logging
import NIOCore
import NIOHTTP1
import StudioModel
import StudioTesting

@testable import StudioServer
@testable import StudioStore
@testable import Training
@testable import WebSupport

/// A studio with the training alone, on a free port of the loopback, over documents of its own.
struct TrainingLab: Sendable {
  let accounts: SQLiteAccountStore
  let documents: any DocumentStore
  let pictures: KeptPictures
  let feature: TrainingFeature
  let port: Int

  var base: String { "http://127.0.0.1:\(port)" }
  var organisation: OrganisationID { accounts.organisation }

  static func run(
    _ store: LabStore = .memory, _ body: @Sendable @escaping (TrainingLab) async throws -> Void
  ) async throws {
    try await store.with { standIn in
      var settings = FirestoreSettings(emulator: standIn.host, project: StandInFirestore.project)
      // News are asked for again whenever that may be, instead of once a minute.
      settings.polling = .milliseconds(1)
      return FirestoreDocumentStore(settings, tokens: FixedToken("owner"))
    } shutdown: {
      try await $0.shutdown()
    } _: {
      try await run(over: $0, body)
    }
  }

  private static func run(
    over documents: any DocumentStore, _ body: @Sendable @escaping (TrainingLab) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    let accounts = try SQLiteAccountStore(
      path: folder.path + "/studio.sqlite", clock: 0, cost: .init(rounds: 2, blockSize: 1, parallelism: 1)
    ) { Instant(nanoseconds: 0) }
    let pictures = KeptPictures()
    let feature = TrainingFeature(
      documents: PerRequester(same: documents), pictures: PerRequester(same: pictures), accounts: accounts,
      lender: OneLentPhoto(folder: folder.path))
    let server = StudioServer(
      configuration: StudioConfiguration(version: "0"), accounts: accounts, booth: NoBooth(),
      features: [feature], uploads: UploadReceiver(folder: folder.path + "/coming"),
      logger: Logger(label: "studio") { _ in SwiftLogNoOpLogHandler() }, address: "127.0.0.1", port: 0
    ) { 1000 }
    try await server.serving { port in
      try await body(
        TrainingLab(accounts: accounts, documents: documents, pictures: pictures, feature: feature, port: port))
    }
    _ = folder
  }

  /// A person with an account, signed in.
  func join(_ name: String, _ standing: Standing) async throws -> Guest {
    let secret = try await accounts.invite(.join(standing, name: nil), to: organisation, by: nil, at: 1000)
    let cookie = try await accounts.accept(
      secret, name: name, displayName: name, password: "a long password", agent: "Chrome/1 Linux", at: 1000)
    guard let (person, _) = try await accounts.signedIn(cookie, at: 1000) else { throw CancellationError() }
    return Guest(person: person, cookie: cookie)
  }

  struct Guest: Sendable {
    var person: Person
    var cookie: String
  }

  func send(
    _ method: HTTPMethod, _ path: String, as guest: Guest?, _ headers: [(String, String)] = [], body: [UInt8]? = nil
  ) async throws -> Reply {
    var request = HTTPClientRequest(url: base + path)
    request.method = method
    if let guest { request.headers.add(name: "Cookie", value: "\(StudioContext.cookie)=\(guest.cookie)") }
    for (name, value) in headers { request.headers.replaceOrAdd(name: name, value: value) }
    if let body { request.body = .bytes(ByteBuffer(bytes: body)) }
    let response = try await Self.client.execute(request, timeout: .minutes(10))
    let bytes = try await response.body.collect(upTo: 8 << 20)
    return Reply(
      status: Int(response.status.code), headers: response.headers, text: String(answer: bytes.readableBytesView))
  }

  /// A page's news, read as they come.
  func events(_ path: String, as guest: Guest) async throws -> Events {
    var request = HTTPClientRequest(url: base + path)
    request.headers.add(name: "Cookie", value: "\(StudioContext.cookie)=\(guest.cookie)")
    return Events(body: try await Self.client.execute(request, timeout: .minutes(10)).body.makeAsyncIterator())
  }

  /// The states that an event stream tells.
  final class Events {
    private var body: HTTPClientResponse.Body.AsyncIterator
    private var waiting = 0

    init(body: HTTPClientResponse.Body.AsyncIterator) { self.body = body }

    /// Waits until so many more have come; throws where the stream ends before.
    func next(_ count: Int) async throws {
      while waiting < count {
        guard let bytes = try await body.next() else { throw CancellationError() }
        waiting += String(answer: bytes.readableBytesView).split(separator: "event: state").count - 1
      }
      waiting -= count
    }
  }

  func get(_ path: String, as guest: Guest?) async throws -> Reply { try await send(.GET, path, as: guest) }

  /// What a script of ours sends.
  func script(_ path: String, as guest: Guest, _ body: String) async throws -> Reply {
    try await send(
      .POST, path, as: guest, [("Origin", base), ("X-Booth-Token", FormGuard.token(guest.cookie))],
      body: Array(body.utf8))
  }

  /// A form as a page of the studio's sends it.
  func form(_ path: String, as guest: Guest, _ fields: [String: String] = [:]) async throws -> Reply {
    let all = fields.merging([FormGuard.field: FormGuard.token(guest.cookie)]) { $1 }
    let text = all.map { "\(PercentEncoding.component($0.key))=\(PercentEncoding.component($0.value))" }
    return try await send(
      .POST, path, as: guest, [("Origin", base), ("Content-Type", "application/x-www-form-urlencoded")],
      body: Array(text.joined(separator: "&").utf8))
  }

  /// One critique, put where it is kept.
  @discardableResult func put(
    _ id: String, from sender: Guest?, to photographer: Guest, organisation other: String? = nil,
    _ more: DocumentFields = [:]
  ) async throws -> String {
    var fields = Critique(
      id: id, organisation: other.map { OrganisationID($0) } ?? organisation,
      submitter: sender?.person.id ?? UserID("gone"), submitterName: "Mia", submitterEmail: "",
      photographer: photographer.person.id, photographerName: "Dana",
      pictures: [.init(address: "/training/pictures/\(id)/a.jpg", thumbnail: "/training/pictures/\(id)/b.jpg")],
      notes: "Notes of \(id)", kind: .example, createdAt: nil, version: DocumentTimestamp(microseconds: 0)
    ).fields
    var times: [DocumentFieldPath] = ["createdAt", "updatedAt"]
    for field in more {
      fields[field.name] = field.value
      times.removeAll { $0 == DocumentFieldPath(field: field.name) }
    }
    _ = try await documents.commitBatch([.set(try Critique.path(id), fields, serverTimes: times)])
    return "/training/critiques/\(id)"
  }

  /// Follows no redirects, as what they say is looked at.
  static let client = HTTPClient(
    eventLoopGroupProvider: .singleton, configuration: .init(redirectConfiguration: .disallow))
}

struct Reply: Sendable {
  var status: Int
  var headers: HTTPHeaders
  var text: String
}

/// Pictures in memory; what begins with `heic`, `vips` or `cut` is refused.
actor KeptPictures: StudioPictures {
  private(set) var albums: [PictureAlbum: [String: [UInt8]]] = [:]

  func keep(file: String, in album: PictureAlbum) async throws(StudioPictureError) -> KeptPicture {
    guard let upload = FileManager.default.contents(atPath: file).map({ Array($0) }) else {
      throw .unavailable(file)
    }
    if upload.starts(with: "heic".utf8) { throw .refused(.heic) }
    if upload.starts(with: "vips".utf8) { throw .refused(.noLibrary) }
    if upload.starts(with: "cut".utf8) { throw .refused(.cut(percent: 60)) }
    let name = "p\(upload.count)"
    albums[album, default: [:]][name + ".jpg"] = upload
    albums[album, default: [:]][name + "-small.jpg"] = upload
    return KeptPicture(name: name + ".jpg", thumbnail: name + "-small.jpg")
  }
  func jpeg(_ name: String, in album: PictureAlbum) async throws(StudioPictureError) -> [UInt8]? {
    albums[album]?[name]
  }
  /// All were put there at 1000.
  func albums(untouchedSince moment: Double) async throws(StudioPictureError) -> [PictureAlbum] {
    moment > 1000 ? Array(albums.keys) : []
  }
  func remove(_ album: PictureAlbum) async throws(StudioPictureError) {
    albums[album] = nil
    for user in noted.keys { noted[user]?.removeAll { $0.album == album } }
  }

  /// What each person is said to have there.
  private(set) var noted: [String: [DraftAlbum]] = [:]
  func note(_ drafts: [DraftAlbum], of user: String) { noted[user] = drafts }
  func note(_ album: PictureAlbum, isDraft: Bool, of user: String) async throws(StudioPictureError) {
    noted[user, default: []].removeAll { $0.album == album && !isDraft }
  }
  func drafts(of user: String, in organisation: String) async throws(StudioPictureError) -> [DraftAlbum] {
    noted[user] ?? []
  }
}

/// Has one photo, for who may see the critiques, and one of guests, which it does not lend.
struct OneLentPhoto: PhotoLender {
  let folder: String
  func name(of id: String, for principal: Principal) async throws(StudioPictureError) -> String? {
    guard principal.standing.role != .employee else { return nil }
    return ["folder:1": "IMG <1>.jpg", "guests:1": "photo_0.jpg"][id]
  }
  func lend(
    _ id: String, for principal: Principal,
    _ use: @Sendable (_ file: String) async throws(StudioPictureError) -> KeptPicture
  ) async throws(StudioPictureError) -> KeptPicture? {
    guard try await name(of: id, for: principal) != nil else { return nil }
    guard id != "guests:1" else { throw .refused(.ofGuests) }
    let path = folder + "/lent"
    guard FileManager.default.createFile(atPath: path, contents: Data("lent".utf8)) else { throw .unavailable(path) }
    return try await use(path)
  }
}

/// A booth that does not run.
struct NoBooth: OperatedBooth {
  func report() async throws(OperatedBoothError) -> BoothReport { throw OperatedBoothError(.notRunning, "none") }
  func perform(_ order: BoothOrder) async throws(OperatedBoothError) -> String { "" }
  func sessions(limit: Int) async throws(OperatedBoothError) -> [GuestSession] { [] }
  func examination() async throws(OperatedBoothError) -> [BoothReport.Part] { [] }
  func log(lines: Int) async throws(OperatedBoothError) -> [String]? { nil }
  func invitation(toEvent slug: String) async throws(OperatedBoothError) -> [UInt8]? { nil }
  func screen(after number: Int) async throws(OperatedBoothError) -> GuestsScreen? { nil }
}
