import BoothCore
import BoothTesting
import Documents
import Firebase
import FoundationEssentials
import GalleryClient
import Locations
import S3Storage
import StudioModel
import Synchronization
import Testing
import booth

@testable import StudioServer

/// What stands before many servers refuses clients that do not say what they are.
@Suite(.timeLimit(.minutes(15))) struct `Every request of ours` {
  /// The heads of all requests that one client sends, to a server that has nothing.
  private func heads(_ calls: (_ base: String) async throws -> Void) async throws -> [[String: String]] {
    let seen = Mutex<[[String: String]]>([])
    let server = try RawServer { exchange in
      var head: [String: String] = ["": exchange.target]
      for line in exchange.head.split(separator: "\r\n").dropFirst() {
        let parts = line.split(separator: ":", maxSplits: 1)
        head[parts[0].lowercased()] = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
      }
      seen.withLock { $0.append(head) }
      let body = #"{"error":{"code":404,"message":"none"}}"#
      return exchange.send(
        "HTTP/1.1 404 Not Found\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }
    defer { server.stop() }
    try await calls("http://127.0.0.1:\(server.port)")
    return seen.withLock { $0 }
  }

  /// Whatever comes of it: what was asked is what counts.
  private func attempt<Value>(_ call: () async throws -> Value) async {
    do { _ = try await call() } catch {}
  }

  @Test func `says which program asks, and what it can read`() async throws {
    let session = SessionID(randomBytes: Array(1...16))
    let file = UploadFile(path: "events/7/sessions/X/photo_0.jpg", contentType: "image/jpeg", sizeBytes: 1)
    let all: [(String, Int, (String) async throws -> Void)] = [
      (
        "gallery", 10,
        { base in
          let client = HTTPGalleryClient(base: base, booth: "b", token: "token")
          await self.attempt { try await client.health() }
          await self.attempt { try await client.presign(event: 7, session: session, files: [file]) }
          await self.attempt {
            try await client.upload(
              .bytes([1]), as: file, to: UploadTarget(path: file.path, method: "PUT", url: base + "/u"))
          }
          await self.attempt { try await client.complete(event: 7, session: session, manifestPath: "m") }
          await self.attempt { try await client.uploadEmails([1], event: 7) }
          await self.attempt { try await client.erase(event: 7, session: session) }
          await self.attempt { try await client.size(of: file.path, expecting: 1) }
          await self.attempt { try await client.eventLink(7) }
          await self.attempt { try await client.opensWithoutKey(7) }
          await self.attempt { try await client.opensForPhones() }
          await self.attempt { try await client.sessionsWithoutKey(7) }
          try await client.shutdown()
        }
      ),
      (
        "weather", 1,
        { base in
          let place = try #require(Coordinate(latitude: 31.7, longitude: 35.2))
          await self.attempt { try await OpenMeteo(base: base).weather(at: place) }
        }
      ),
      (
        "bucket", 5,
        { base in
          let settings = try S3Settings(bucket: "photos", endpoint: base)
          for keys in [nil, S3Credentials(accessKey: "A", secretKey: "S")] {
            let bucket = S3Bucket(settings, credentials: keys)
            await self.attempt { try await bucket.head("a") }
            await self.attempt { try await bucket.get("a", limit: 10) }
            await self.attempt { try await bucket.page(prefix: "a") }
            await self.attempt { try await bucket.delete("a") }
            try await bucket.shutdown()
          }
        }
      ),
      (
        "documents", 4,
        { base in
          let host = String(base.dropFirst("http://".count))
          let documents = FirestoreDocumentStore(
            FirestoreSettings(emulator: host, project: "p"), tokens: FixedToken("owner"))
          await self.attempt { try await documents.documents(at: [try DocumentPath("locations/a")]) }
          try await documents.shutdown()
          var storage = FirebaseStorage.Settings(bucket: "b")
          storage.base = base
          let pictures = FirebaseStorage(storage, tokens: FixedToken("owner"))
          await self.attempt { try await pictures.look(at: "a") }
          await self.attempt { try await pictures.upload([1], as: "a") }
          await self.attempt { try await pictures.download(base + "/v0/b/b/o/a") }
          try await pictures.shutdown()
        }
      ),
      (
        "another studio", 2,
        { base in
          let lines = StudioLines(allowsThisMachine: true)
          for question in [StudioQuestion.get("/"), .form("/press", ["a": "b"])] {
            await self.attempt {
              try await StudioQuestion.send(question, to: base, secret: "s", over: lines, .seconds(20))
            }
          }
        }
      ),
    ]
    let name = "booth/\(ProgramVersion.text) (Linux)"
    for (client, least, calls) in all {
      let heads = try await heads(calls)
      #expect(heads.count >= least, "\(client): \(heads.count)")
      for head in heads {
        let agent = head["user-agent"] ?? ""
        // Pages are asked for as phones ask for them.
        let isPage = ["/e/", "/s/"].contains { head[""]?.hasPrefix($0) == true }
        #expect(isPage ? agent.hasPrefix("Mozilla/5.0 ") && agent.hasSuffix(name) : agent == name, "\(client): \(head)")
        #expect(head["accept"]?.isEmpty == false, "\(client): \(head)")
        #expect(isPage == (head["accept"]?.hasPrefix("text/html") == true), "\(client): \(head)")
        #expect(!isPage || head["x-fotox-key"] == nil, "\(client): \(head)")
      }
    }
  }

  @Test func `is made in the one place that gives it a name`() throws {
    let sources = SourceTree.root.appending(path: "Sources")
    let names = try FileManager.default.subpathsOfDirectory(atPath: sources.path()).filter { $0.hasSuffix(".swift") }
    #expect(names.count > 500)
    var makers: [String] = []
    for name in names {
      let text = String(decoding: try Data(contentsOf: sources.appending(path: name)), as: UTF8.self)
      let isMaker = ["HTTPClientRequest(url:", "HTTPClient.Request(", "URLRequest("].contains { text.contains($0) }
      if isMaker { makers.append(name) }
    }
    #expect(makers == [])
  }
}
