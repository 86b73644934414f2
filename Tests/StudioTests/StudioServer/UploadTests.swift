import AsyncHTTPClient
import BoothCore
import BoothTesting
import Documents
import FoundationEssentials
import Glibc
import HTTPTypes
import NIOCore
import NIOHTTP1
import StudioModel
import Synchronization
import Testing

@testable import StudioServer
@testable import WebSupport

/// Files that people send: to the disk, not too many at once, and not for ever.
@Suite(.timeLimit(.minutes(15))) struct UploadTests {
  /// Takes files, and says what it has got of them.
  final class UploadFeature: StudioFeature {
    let sections: [StudioSection] = []
    let seen = Mutex<[ReceivedUpload]>([])
    /// Holds what has come.
    let gate = Gate()

    func answer(_ context: StudioContext, _ shell: StudioShell) async throws -> WebAnswer? {
      guard context.call.path == "/shelf" else { return nil }
      return try await shell.receive(context, upTo: 3_000_000) { file in
        seen.withLock { $0.append(file) }
        await gate.pass()
        let there = FileManager.default.contents(atPath: file.path)?.count ?? -1
        return WebAnswer.text(.ok, "\(there) \(file.size) \(file.sha256)")
      }
    }
  }

  /// A body that comes as the test lets it.
  private final class Slow: Sendable {
    let stream: AsyncStream<ByteBuffer>
    let source: AsyncStream<ByteBuffer>.Continuation
    init() { (stream, source) = AsyncStream.makeStream() }
  }

  private static func send(
    _ lab: StudioLab, _ cookie: String, _ body: HTTPClientRequest.Body
  ) async throws -> (status: Int, text: String, again: String?) {
    var request = HTTPClientRequest(url: lab.base + "/shelf")
    request.method = .POST
    request.headers.add(name: "Cookie", value: "\(StudioContext.cookie)=\(cookie)")
    request.body = body
    let answer = try await StudioLab.client.execute(request, timeout: .seconds(120))
    let text = String(buffer: try await answer.body.collect(upTo: 1 << 20))
    return (Int(answer.status.code), text, answer.headers.first(name: "Retry-After"))
  }

  private static func coming(_ lab: StudioLab) throws -> [String] {
    let folder = lab.folder.path + "/coming"
    return FileManager.default.fileExists(atPath: folder)
      ? try FileManager.default.contentsOfDirectory(atPath: folder) : []
  }

  @Test func `a file comes whole, with the hash of its bytes, and goes with the request`() async throws {
    let uploads = UploadFeature()
    try await StudioLab.run(features: [uploads]) { lab in
      let anna = try await lab.join("anna", .photographer)
      let abc = try await Self.send(lab, anna, .bytes(ByteBuffer(string: "abc")))
      // FIPS 180-4, example B.1.
      #expect(abc.text == "3 3 ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
      let large = try await Self.send(lab, anna, .bytes(ByteBuffer(repeating: 7, count: 2_900_000)))
      #expect(large.status == 200 && large.text.hasPrefix("2900000 2900000 "))
      let tooLarge = try await Self.send(lab, anna, .bytes(ByteBuffer(repeating: 7, count: 3_000_001)))
      #expect(tooLarge.status == 413)
      #expect(try Self.coming(lab) == [])
    }
  }

  @Test func `one that nobody has promised a length for ends at the limit`() async throws {
    let uploads = UploadFeature()
    try await StudioLab.run(features: [uploads]) { lab in
      let anna = try await lab.join("anna", .photographer)
      let slow = Slow()
      for _ in 0..<60 { slow.source.yield(ByteBuffer(repeating: 7, count: 100_000)) }
      slow.source.finish()
      // The answer, or the connection's end: whichever the client sees first.
      let status = try? await Self.send(lab, anna, .stream(slow.stream, length: .unknown)).status
      #expect(status == nil || status == 413)
      #expect(uploads.seen.withLock { $0.isEmpty })
      try await eventually { try Self.coming(lab) == [] }
    }
  }

  @Test func `who stalls is ended, and leaves neither a file nor a place`() async throws {
    let uploads = UploadFeature()
    var limits = UploadReceiver.Limits()
    (limits.total, limits.patience) = (1, .milliseconds(300))
    try await StudioLab.run(features: [uploads], limits: limits) { lab in
      let anna = try await lab.join("anna", .photographer)
      let slow = Slow()
      slow.source.yield(ByteBuffer(repeating: 7, count: 50_000))
      await #expect(throws: (any Error).self) {
        try await Self.send(lab, anna, .stream(slow.stream, length: .known(Int64(2_000_000))))
      }
      slow.source.finish()
      try await eventually { try Self.coming(lab) == [] }
      #expect(uploads.seen.withLock { $0.isEmpty })
      try await eventually { try await Self.send(lab, anna, .bytes(ByteBuffer(string: "abc"))).status == 200 }
    }
  }

  @Test func `so many at once of one person, and of all; who waits is told when to come again`() async throws {
    let uploads = UploadFeature()
    var limits = UploadReceiver.Limits()
    // Those that wait keep their places, however slow the machine is.
    (limits.total, limits.ofOne, limits.grace) = (3, 2, .seconds(600))
    try await StudioLab.run(features: [uploads], limits: limits) { lab in
      let people = [try await lab.join("anna", .photographer), try await lab.join("ben", .photographer)]
      let bodies = (0..<3).map { _ in Slow() }
      try await withThrowingTaskGroup(of: Int.self) { group in
        for (number, body) in bodies.enumerated() {
          group.addTask {
            try await Self.send(lab, people[number / 2], .stream(body.stream, length: .known(Int64(20)))).status
          }
          body.source.yield(ByteBuffer(repeating: 1, count: 10))
          try await eventually { try Self.coming(lab).count == number + 1 }
          if number == 1 {
            let third = try await Self.send(lab, people[0], .bytes(ByteBuffer(string: "abc")))
            #expect(third.status == 503 && third.again == "2" && third.text.contains("Too many files"))
          }
        }
        #expect(try await Self.send(lab, people[1], .bytes(ByteBuffer(string: "abc"))).status == 503)
        for body in bodies {
          body.source.yield(ByteBuffer(repeating: 1, count: 10))
          body.source.finish()
        }
        for try await status in group { #expect(status == 200) }
      }
      #expect(try await Self.send(lab, people[0], .bytes(ByteBuffer(string: "abc"))).status == 200)
    }
  }

  @Test func `a slow upload gives its place to who has none, and what has come of it goes`() async throws {
    let uploads = UploadFeature()
    var limits = UploadReceiver.Limits()
    // Everything is slow, at once.
    (limits.total, limits.ofOne, limits.leastPace, limits.grace) = (3, 4, .max / 2, .zero)
    try await StudioLab.run(features: [uploads], limits: limits) { lab in
      let (anna, ben) = (try await lab.join("anna", .photographer), try await lab.join("ben", .photographer))
      let bodies = (0..<3).map { _ in Slow() }
      try await withThrowingTaskGroup(of: Int?.self) { group in
        for (number, body) in bodies.enumerated() {
          // Whatever the client makes of a connection that is closed.
          group.addTask { try? await Self.send(lab, anna, .stream(body.stream, length: .known(Int64(20)))).status }
          body.source.yield(ByteBuffer(repeating: 1, count: 10))
          try await eventually { try Self.coming(lab).count == number + 1 }
        }
        // Who has all the places gets no other one; who has none gets one of them, as often as they like.
        #expect(try await Self.send(lab, anna, .bytes(ByteBuffer(string: "abc"))).status == 503)
        #expect(try await Self.send(lab, ben, .bytes(ByteBuffer(string: "abc"))).status == 200)
        try await eventually { try Self.coming(lab).count == 2 }
        #expect(try await Self.send(lab, ben, .bytes(ByteBuffer(string: "abc"))).status == 200)
        #expect(try Self.coming(lab).count == 2, "nothing goes while there is room")
        for body in bodies {
          body.source.yield(ByteBuffer(repeating: 1, count: 10))
          body.source.finish()
        }
        let statuses = try await group.reduce(into: [Int?]()) { $0.append($1) }
        #expect(statuses.count { $0 == 200 } == 2, "\(statuses)")
        #expect(uploads.seen.withLock { $0.count { $0.size == 20 } } == 2, "of the one that went nothing is taken")
      }
    }
  }

  @Test func `what the booth needs of the disk is left to it, however many send at once`() async throws {
    let uploads = UploadFeature()
    let left = Mutex<Int64?>(2_500_000)
    try await StudioLab.run(features: [uploads], room: UploadRoom { left.withLock { $0 } }) { lab in
      let people = [try await lab.join("anna", .photographer), try await lab.join("ben", .photographer)]
      let slow = Slow()
      try await withThrowingTaskGroup(of: Int.self) { group in
        group.addTask {
          try await Self.send(lab, people[0], .stream(slow.stream, length: .known(Int64(2_000_000)))).status
        }
        slow.source.yield(ByteBuffer(repeating: 1, count: 10))
        try await eventually { try Self.coming(lab).count == 1 }
        // What one has promised another does not get.
        let second = try await Self.send(lab, people[1], .bytes(ByteBuffer(repeating: 7, count: 1_000_000)))
        #expect(second.status == 507 && second.text.contains("disk is full"), "\(second)")
        #expect(second.text.contains("beside what the booth needs"))
        #expect(try Self.coming(lab).count == 1, "nothing of it was written")
        #expect(try await Self.send(lab, people[1], .bytes(ByteBuffer(repeating: 7, count: 400_000))).status == 200)
        slow.source.yield(ByteBuffer(repeating: 1, count: 1_999_990))
        slow.source.finish()
        #expect(try await group.next() == 200)
      }
      // What was promised, and is given up, is given back.
      #expect(try await Self.send(lab, people[1], .bytes(ByteBuffer(repeating: 7, count: 2_400_000))).status == 200)
    }
  }

  @Test func `an upload ends when others fill the disk meanwhile, and leaves nothing`() async throws {
    let uploads = UploadFeature()
    let left = Mutex<Int64?>(10_000_000)
    try await StudioLab.run(features: [uploads], room: UploadRoom { left.withLock { $0 } }) { lab in
      let anna = try await lab.join("anna", .photographer)
      for length in [HTTPClientRequest.Body.Length.known(Int64(2_900_000)), .unknown] {
        left.withLock { $0 = 10_000_000 }
        let slow = Slow()
        slow.source.yield(ByteBuffer(repeating: 1, count: 500_000))
        async let sent = Self.send(lab, anna, .stream(slow.stream, length: length))
        try await eventually { try Self.coming(lab).count == 1 }
        left.withLock { $0 = 0 }
        for _ in 0..<24 { slow.source.yield(ByteBuffer(repeating: 1, count: 100_000)) }
        slow.source.finish()
        // The answer, or the connection's end: whichever the client sees first.
        let status = try? await sent.status
        #expect(status == nil || status == 507)
        try await eventually { try Self.coming(lab) == [] }
      }
      #expect(uploads.seen.withLock { $0.isEmpty })
    }
  }

  @Test func `a full disk and a read-only one are told apart, by the system's words and by SQLite's`() {
    for (number, refusal) in [(ENOSPC, DiskRefusal.full), (EDQUOT, .full), (EROFS, .readOnly)] {
      #expect(DiskRefusal(saidIn: "/studio/x: write: \(String(cString: strerror(number)))") == refusal)
    }
    #expect(DiskRefusal(saidIn: "x: database or disk is full") == .full)
    #expect(DiskRefusal(saidIn: "x: attempt to write a readonly database") == .readOnly)
    #expect(DiskRefusal(saidIn: String(cString: strerror(EIO))) == nil)
    for language in Language.allCases {
      let words = StudioWords(language)
      let (heading, text) = StudioMessage.readOnlyDisk.texts
      #expect(!words[heading].isEmpty && !words[text].isEmpty && words[text] != words[.fullText])
    }
  }

  @Test func `what a kill has left goes at the next start`() throws {
    let folder = try TemporaryFolder()
    let receiver = UploadReceiver(folder: folder.path + "/coming")
    try receiver.prepare()
    _ = FileManager.default.createFile(atPath: folder.path + "/coming/half", contents: Data([1]))
    try receiver.prepare()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/coming") == [])
  }

  @Test func `only who waits for the client has stalled`() {
    var pace = ComingPace()
    pace.isWaiting = true
    pace.received = 100
    let looks = [pace.hasStalled(atLeast: 100), pace.hasStalled(atLeast: 1)]
    #expect(looks == [false, true])
    pace.isWaiting = false
    let stalls = pace.hasStalled(atLeast: 1)
    #expect(!stalls, "the disk is slow")
  }
}
