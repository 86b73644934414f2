import BoothCore
import BoothTesting
import FoundationEssentials
import Glibc
import Synchronization
import Testing

@testable import BoothStore
@testable import Gallery

/// Requests by seed: 3,000 to a folder's gallery and 1,000 to a bucket's here, 50,000 to each with `BOOTH_FULL`; `BOOTH_REQUEST_SEED` sends one.
@Suite(.serialized, .timeLimit(.minutes(20))) struct HostileRequestTests {
  private static let clients = 8
  /// Must not be readable without the token.
  private static let closedSession = "CLOSED0SESSION0OF0SOMEBODY"
  private static let address = "somebody@example.org"
  /// Must not be readable at all.
  private static let outside = "outside the store"

  private static var seeds: [UInt64] {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["BOOTH_REQUEST_SEED"].flatMap({ UInt64($0) }) { return [seed] }
    return Array(1...(environment["BOOTH_FULL"] == nil ? 3000 : 50_000))
  }

  @Test func `hostile requests get an answer of the contract, and nothing that is not theirs`() async throws {
    let around = try TemporaryFolder()
    let root = around.path("store")
    try around.put("outside.txt", Array(Self.outside.utf8))
    try #require(mkdir(root, 0o700) == 0)
    let seen = Seen()
    try await GalleryLab.run(folder: around, path: root) { lab in
      try await lab.bring(event: 7, session: Self.closedSession, says: "link")
      try await lab.bring(event: 8)
      try around.put("store/private/emails/emails_7.json", Array(#"[{"email":"\#(Self.address)"}]"#.utf8))
      try #require(
        symlink(around.path, root + "/link") == 0 && symlink(around.path("outside.txt"), root + "/events/7/link") == 0)
      try #require(mkfifo(root + "/fifo", 0o600) == 0)
      await Self.send(Self.seeds, lab.port, seen)
      print(
        "hostile requests: \(Self.seeds.count); answers: \(seen.statuses.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" })"
      )
      // It is as it was for those who ask properly.
      #expect(try await lab.get("/health").status == 200)
      #expect(try await lab.get("/e/7").status == 403)
    }
    for fault in seen.faults { Issue.record("\(fault)") }
    #expect(try around.read("outside.txt") == Array(Self.outside.utf8))
    #expect(try around.files().filter { !$0.hasPrefix("store/") } == ["outside.txt"])
    #expect(try around.read("store/private/emails/emails_7.json") == Array(#"[{"email":"\#(Self.address)"}]"#.utf8))
  }

  @Test func `hostile requests get the same of a gallery over a bucket`() async throws {
    let isFull = ProcessInfo.processInfo.environment["BOOTH_FULL"] != nil
    let seeds = Array(Self.seeds.prefix(isFull ? .max : 1000))
    let emails = try objectKey("private/emails/emails_7.json")
    let addresses = Array(#"[{"email":"\#(Self.address)"}]"#.utf8)
    try await FleetLab.run(.bucket, galleries: 1) { fleet in
      let lab = fleet.one
      let seen = Seen()
      try await lab.bring(event: 7, session: Self.closedSession, says: "link")
      try await lab.bring(event: 8)
      _ = try await fleet.store.write(emails, contentType: "application/json", bytes: addresses)
      await Self.send(seeds, lab.port, seen)
      print(
        "hostile requests over a bucket: \(seeds.count); answers: \(seen.statuses.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" })"
      )
      for fault in seen.faults { Issue.record("\(fault)") }
      #expect(try await lab.get("/health").status == 200)
      #expect(try await lab.get("/e/7").status == 403)
      #expect(try await fleet.store.readAll(emails, limit: 1 << 20)?.1 == addresses)
    }
  }

  /// Sends requests by several clients at once.
  private static func send(_ seeds: [UInt64], _ port: Int, _ seen: Seen) async {
    let lane = BlockingLane(threads: clients)
    await withTaskGroup(of: Void.self) { group in
      for client in 0..<clients {
        group.addTask {
          await lane.run {
            let connection = HostileConnection(port: port)
            for seed in seeds where Int(seed) % clients == client {
              let request = HostileRequest(seed: seed, session: Sample.session)
              seen.note(seed, request, connection.answer(to: request))
            }
          }
        }
      }
    }
  }

  /// What came back, and what of it should not have.
  private final class Seen: Sendable {
    private let state = Mutex((statuses: [Int: Int](), faults: [String]()))
    var statuses: [Int: Int] { state.withLock { $0.statuses } }
    var faults: [String] { state.withLock { $0.faults } }

    func note(_ seed: UInt64, _ request: HostileRequest, _ answer: (status: Int, text: String)?) {
      state.withLock { state in
        guard let (status, text) = answer else {
          state.statuses[0, default: 0] += 1
          if request.isWhole { state.faults.append("seed \(seed): no answer") }
          return
        }
        state.statuses[status, default: 0] += 1
        if status >= 500, status != 503, status != 507 { state.faults.append("seed \(seed): status \(status)") }
        if text.contains(outside) { state.faults.append("seed \(seed): read what lies outside") }
        if !request.hasToken, text.contains(closedSession) || text.contains(address) {
          state.faults.append("seed \(seed): read what needs the token")
        }
      }
    }
  }
}

/// One client's connection, made anew whenever the gallery has closed it. Its calls block.
private final class HostileConnection {
  private let port: Int
  private var socket: OpenFile?

  init(port: Int) { self.port = port }

  private func connected() -> OpenFile? {
    if let socket { return socket }
    let new = OpenFile(Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0), "socket")
    var patience = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(new.descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    guard RawCall.reach(new.descriptor, port) else { return nil }
    socket = new
    return new
  }

  /// Nil where the connection ended without one.
  func answer(to request: HostileRequest) -> (status: Int, text: String)? {
    // A connection that was kept may have been closed while it was idle.
    for isLast in [false, true] {
      guard let open = connected() else { return nil }
      send(request.bytes, open)
      if !request.isWhole { shutdown(open.descriptor, Int32(SHUT_WR)) }
      let found = read(open, isHead: request.isHead)
      if found?.mayGoOn != true || !request.isWhole { socket = nil }
      if let found { return (found.status, found.text) }
      if isLast || !request.isWhole { return nil }
    }
    return nil
  }

  private func send(_ bytes: [UInt8], _ open: OpenFile) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(open.descriptor, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      // An early answer may have closed it; what it says can still be read.
      guard count > 0 else { return }
      sent += count
    }
  }

  private func read(_ open: OpenFile, isHead: Bool) -> (status: Int, text: String, mayGoOn: Bool)? {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65536)
    func more() -> Bool {
      let count = recv(open.descriptor, &piece, piece.count, 0)
      if count > 0 { bytes += piece.prefix(count) }
      return count > 0
    }
    while true {
      var end: Int?
      while end == nil {
        end = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound
        if end == nil, !more() { return nil }
      }
      guard let end else { return nil }
      let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
      guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else { return nil }
      bytes = Array(bytes[end...])
      if status == 100 { continue }
      let fields = lines.dropFirst().map { $0.lowercased() }
      let length = fields.first { $0.hasPrefix("content-length:") }.flatMap { Int($0.dropFirst(16)) } ?? 0
      let hasBody = !isHead && status != 204 && status != 304
      while hasBody, bytes.count < length { if !more() { break } }
      return (status, lines.joined() + String(decoding: bytes, as: UTF8.self), !fields.contains("connection: close"))
    }
  }
}
