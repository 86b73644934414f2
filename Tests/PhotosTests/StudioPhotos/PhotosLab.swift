import AsyncHTTPClient
import BoothCore
import BoothTesting
import Documents
import Glibc
import HTTPTypes
import Imaging
import Logging
import NIOCore
import NIOHTTP1
import PhotoLibrary
import PhotoModel
import StudioModel
import StudioTesting
import Synchronization
import Testing

@testable import StudioPhotos
@testable import StudioServer
@testable import StudioStore
@testable import WebSupport

/// A studio with a folder of photographs, on a free port of the loopback.
struct PhotosLab: Sendable {
  let accounts: SQLiteAccountStore
  let photos: DataFolderPhotos
  let base: String
  let folder: TemporaryFolder
  /// What time the studio takes it for.
  let clock: LabClock
  /// The studio's own organisation has the photographs; no other has any.
  var libraries: SinglePhotoLibrary { SinglePhotoLibrary(photos, of: PhotoOwner(accounts.organisation)) }

  /// - Parameters:
  ///   - names: of pictures that lie in the folder; they are read before anybody asks.
  ///   - missing: why another organisation's photographs cannot be opened.
  ///   - prepare: is called before anything is in the folder.
  static func run(
    _ names: [String] = ["a.jpg", "b/c.jpg", "b/d.jpg"], missing: PhotoLibraryError? = nil,
    prepare: (TemporaryFolder) throws -> Void = { _ in },
    _ body: @Sendable @escaping (PhotosLab) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    try prepare(folder)
    for (number, name) in names.enumerated() {
      let colour = RGBColor(red: UInt8(40 * number % 256), green: 90, blue: 120)
      try folder.put(
        "pictures/" + name,
        try JPEGCodec().encode(Bitmap(size: PixelSize(width: 300 + number, height: 200), color: colour)))
    }
    let accounts = try SQLiteAccountStore(
      path: folder.path + "/studio.sqlite", clock: 0, cost: .init(rounds: 2, blockSize: 1, parallelism: 1)
    ) { Instant(nanoseconds: 0) }
    let photos = try DataFolderPhotos(data: folder.path("data"))
    if !names.isEmpty {
      _ = try await photos.scan(try await photos.addFolder(folder.path("pictures")))
    }
    let clock = LabClock()
    let server = StudioServer(
      configuration: StudioConfiguration(version: "0"), accounts: accounts, booth: NoBooth(),
      features: [
        PhotosFeature(SinglePhotoLibrary(photos, of: PhotoOwner(accounts.organisation), missing: missing))
      ],
      logger: Logger(label: "studio") { _ in SwiftLogNoOpLogHandler() },
      address: "127.0.0.1", port: 0
    ) { clock.now }
    try await server.serving { port in
      let base = "http://127.0.0.1:\(port)"
      try await body(PhotosLab(accounts: accounts, photos: photos, base: base, folder: folder, clock: clock))
    }
    await photos.close()
  }

  /// A person with an account, signed in: their cookie.
  func join(_ name: String, _ standing: Standing) async throws -> String {
    let secret = try await accounts.invite(.join(standing, name: nil), to: accounts.organisation, by: nil, at: 1000)
    return try await accounts.accept(
      secret, name: name, displayName: "", password: "a long password", agent: "Chrome/1 Linux", at: 1000)
  }

  func get(_ path: String, _ cookie: String?) async throws -> PhotosReply {
    try await send(.GET, path, cookie, [], nil)
  }

  /// A form as a page sends it.
  func post(
    _ path: String, _ cookie: String, _ fields: [String: String] = [:], token: String? = nil
  ) async throws -> PhotosReply {
    let all = fields.merging(["token": token ?? FormGuard.token(cookie)]) { $1 }
    let body = all.map { "\(PercentEncoding.component($0.key))=\(PercentEncoding.component($0.value))" }
    return try await send(
      .POST, path, cookie, [("Origin", base), ("Content-Type", "application/x-www-form-urlencoded")],
      Array(body.joined(separator: "&").utf8))
  }

  func send(
    _ method: HTTPMethod, _ path: String, _ cookie: String?, _ headers: [(String, String)], _ body: [UInt8]?
  ) async throws -> PhotosReply {
    var request = HTTPClientRequest(url: base + path)
    request.method = method
    if let cookie { request.headers.add(name: "Cookie", value: "\(StudioContext.cookie)=\(cookie)") }
    for (name, value) in headers { request.headers.replaceOrAdd(name: name, value: value) }
    if let body { request.body = .bytes(ByteBuffer(bytes: body)) }
    let response = try await Self.client.execute(request, timeout: .minutes(10))
    let bytes = try await response.body.collect(upTo: 8 << 20)
    return PhotosReply(
      status: Int(response.status.code), headers: response.headers, bytes: Array(bytes.readableBytesView))
  }

  private static let client = HTTPClient(
    eventLoopGroupProvider: .singleton, configuration: .init(redirectConfiguration: .disallow))
}

/// A clock that a test sets: seconds since 1970, 1000 at first.
final class LabClock: Sendable {
  private let seconds = Mutex(1000.0)
  var now: Double { seconds.withLock { $0 } }
  func advance(by more: Double) { seconds.withLock { $0 += more } }
}

/// Where there is one organisation alone.
struct SinglePhotoLibrary: PhotoLibraries {
  private let owner: PhotoOwner
  private let library: DataFolderPhotos
  private let fault: PhotoLibraryError?

  /// - Parameters:
  ///   - library: the only one.
  ///   - owner: whose it is; for everybody else there is nothing.
  ///   - fault: why another one cannot be opened.
  init(_ library: DataFolderPhotos, of owner: PhotoOwner, missing fault: PhotoLibraryError? = nil) {
    (self.library, self.owner, self.fault) = (library, owner, fault)
  }

  /// The only one.
  /// - Throws: ``PhotoLibraryError/notFound`` for another organisation.
  func library(of owner: PhotoOwner) async throws(PhotoLibraryError) -> DataFolderPhotos {
    guard owner == self.owner else { throw .notFound }
    return library
  }

  func opened() async -> [DataFolderPhotos] { [library] }
  func missing() async -> PhotoLibraryError? { fault }

  /// Nothing for another organisation.
  func remarks(for owner: PhotoOwner?) async -> [PhotosRemark] {
    owner == nil || owner == self.owner ? await library.remarks() : []
  }
}

struct PhotosReply: Sendable {
  var status: Int
  var headers: HTTPHeaders
  var bytes: [UInt8]
  var text: String { String(decoding: bytes, as: UTF8.self) }
}

private struct NoBooth: OperatedBooth {
  private static let away = OperatedBoothError(.notRunning, "no booth")
  func report() async throws(OperatedBoothError) -> BoothReport { throw Self.away }
  func perform(_ order: BoothOrder) async throws(OperatedBoothError) -> String { throw Self.away }
  func screen(after number: Int) async throws(OperatedBoothError) -> GuestsScreen? { throw Self.away }
  func sessions(limit: Int) async throws(OperatedBoothError) -> [GuestSession] { [] }
  func examination() async throws(OperatedBoothError) -> [BoothReport.Part] { [] }
  func log(lines: Int) async throws(OperatedBoothError) -> [String]? { nil }
  func invitation(toEvent slug: String) async throws(OperatedBoothError) -> [UInt8]? { nil }
}
