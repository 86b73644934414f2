import BoothCore
import Synchronization

@testable import GalleryClient

/// A booth whose calls go to the galleries of a fleet by turns, as a load balancer sends them, and which asks again, as booths do, where
/// none of them can answer.
struct SpreadClient: GalleryClient {
  private let clients: [HTTPGalleryClient]
  private let turn = Turn()

  private final class Turn: Sendable {
    private let count = Mutex(0)
    func next(of size: Int) -> Int {
      count.withLock { count in
        count += 1
        return count % size
      }
    }
  }

  /// Files go through the galleries: a bucket knows no erased sessions.
  init(_ labs: [GalleryLab]) {
    clients = labs.map { HTTPGalleryClient(base: $0.base, token: GalleryLab.token) }
    for client in clients {
      client.straight.ended(with: GalleryError(.unreachable, subject: "the bucket", detail: "not to be used"))
    }
  }

  func shutdown() async throws { for client in clients { try await client.shutdown() } }

  private func asked<Value: Sendable>(
    _ call: (HTTPGalleryClient) async throws(GalleryError) -> Value
  ) async throws(GalleryError) -> Value {
    var left = 50
    while true {
      do throws(GalleryError) { return try await call(clients[turn.next(of: clients.count)]) } catch {
        left -= 1
        guard left > 0, error.code == .busy || error.code == .unreachable else { throw error }
      }
    }
  }

  func presign(
    event: EventID, session: SessionID, files: [UploadFile], access: Event.GalleryAccess?
  ) async throws(GalleryError) -> [UploadTarget] {
    try await asked { client throws(GalleryError) in
      try await client.presign(event: event, session: session, files: files, access: access)
    }
  }

  func upload(_ body: UploadBody, as file: UploadFile, to target: UploadTarget) async throws(GalleryError) {
    try await asked { client throws(GalleryError) in try await client.upload(body, as: file, to: target) }
  }

  func complete(
    event: EventID, session: SessionID, manifestPath: String, access: Event.GalleryAccess?
  ) async throws(GalleryError) {
    try await asked { client throws(GalleryError) in
      try await client.complete(event: event, session: session, manifestPath: manifestPath, access: access)
    }
  }

  func uploadEmails(_ bytes: [UInt8], event: EventID) async throws(GalleryError) {
    try await asked { client throws(GalleryError) in try await client.uploadEmails(bytes, event: event) }
  }

  func erase(event: EventID, session: SessionID) async throws(GalleryError) {
    try await asked { client throws(GalleryError) in try await client.erase(event: event, session: session) }
  }

  func size(of path: String, expecting expected: Int64) async throws(GalleryError) -> Int64? {
    try await asked { client throws(GalleryError) in try await client.size(of: path, expecting: expected) }
  }

  func health() async throws(GalleryError) {
    try await asked { client throws(GalleryError) in try await client.health() }
  }
}
