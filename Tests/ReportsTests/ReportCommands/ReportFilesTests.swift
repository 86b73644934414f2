import BoothCore
import BoothSystem
import BoothTesting
import Crypto
import Documents
import FoundationEssentials
import Imaging
import Reports
import StudioModel
import Synchronization
import Testing
import booth

@Suite struct ReportFilesTests {
  /// SHA-256 of `abc` (FIPS 180-4, example B.1).
  private static let hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

  /// A file that has come.
  private static func sent(_ text: String, _ folder: TemporaryFolder) throws -> String {
    let path = folder.path("sent")
    guard FileManager.default.createFile(atPath: path, contents: Data(text.utf8)) else { throw CancellationError() }
    return path
  }

  @Test func `what is kept is whole, and lies under its hash`() async throws {
    let folder = try TemporaryFolder()
    let files = FolderReportFiles(folder: folder.path("reports"))
    #expect(try await files.size(of: Self.hash, in: "here", from: "ben") == nil)
    await #expect(throws: ReportFilesError.wrongHash) {
      try await files.keep(file: try Self.sent("", folder), size: 0, as: Self.hash, in: "here", from: "ben")
    }
    for _ in 0..<2 {
      let file = try Self.sent("abc", folder)
      try await files.keep(file: file, size: 3, as: Self.hash, in: "here", from: "ben")
    }
    #expect(try await files.size(of: Self.hash, in: "here", from: "ben") == 3)
    #expect(try await files.size(of: Self.hash, in: "there", from: "ben") == nil)
    #expect(try await files.size(of: Self.hash, in: "here", from: "carl") == nil, "who has not sent it has not got it")
    #expect(try await files.picture(Self.hash, in: "here", side: 320) == nil, "what is no picture is not shown")
    let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path("reports/here/ba"))
    #expect(kept == [Self.hash], "nothing is left beside it")
  }

  /// What an organisation's bucket has, and how often it was asked.
  private final class Bucket: Sendable {
    let asked = Mutex(0)
    let answer: Result<[UInt8]?, ReportFilesError>
    init(_ answer: Result<[UInt8]?, ReportFilesError>) { self.answer = answer }

    func files(in folder: TemporaryFolder) -> FetchedReportFiles {
      FetchedReportFiles(FolderReportFiles(folder: folder.path("reports"))) { _, _ async throws(ReportFilesError) in
        self.asked.withLock { $0 += 1 }
        return try self.answer.get()
      }
    }
    var count: Int { asked.withLock { $0 } }
  }

  private static func jpeg() throws -> [UInt8] {
    let green = RGBColor(red: 0, green: 120, blue: 0)
    return try JPEGCodec().encode(Bitmap(size: PixelSize(width: 640, height: 480), color: green))
  }

  @Test func `a picture that was sent to another machine is fetched once, and kept`() async throws {
    let folder = try TemporaryFolder()
    let bucket = Bucket(.success(try Self.jpeg()))
    for side in [320, 2048, 320] {
      let picture = try #require(try await bucket.files(in: folder).picture(Self.hash, in: "here", side: side))
      #expect(try PictureFacts(of: picture, subject: "it").size.width == min(side, 640))
    }
    #expect(bucket.count == 1)
    // It was not sent here: the hash alone is not the bytes.
    #expect(try await bucket.files(in: folder).size(of: Self.hash, in: "here", from: "ben") == nil)
    let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path("reports/here/ba"))
    #expect(kept.contains(Self.hash + ".jpg"))
    #expect(!kept.contains(Self.hash), "it does not lie under a hash that is not its own")
  }

  @Test func `a picture of a kind that browsers do not show is made ready elsewhere, once, and its bytes stay`()
    async throws
  {
    let folder = try TemporaryFolder()
    let asked = Mutex<[String]>([])
    let answer = Mutex<Result<PreparedPicture, StudioPictureError>>(.failure(.unavailable("away")))
    let files = FolderReportFiles(folder: folder.path("reports")).preparing {
      (file) async throws(StudioPictureError) in
      asked.withLock { $0.append(file) }
      return try answer.withLock { $0 }.get()
    }
    try await files.keep(file: try Self.sent("abc", folder), size: 3, as: Self.hash, in: "here", from: "ben")
    await #expect(throws: ReportFilesError.unavailable("away")) {
      try await files.picture(Self.hash, in: "here", side: 320)
    }
    answer.withLock { $0 = .failure(.refused(.damaged)) }
    #expect(try await files.picture(Self.hash, in: "here", side: 320) == nil)
    let jpeg = try Self.jpeg()
    answer.withLock { $0 = .success(PreparedPicture(jpeg: jpeg, thumbnail: [])) }
    for side in [320, 2048, 320, 2048] {
      let picture = try #require(try await files.picture(Self.hash, in: "here", side: side))
      #expect(try PictureFacts(of: picture, subject: "it").size.width == min(side, 640))
    }
    let path = folder.path("reports/here/ba/\(Self.hash)")
    #expect(asked.withLock { $0 } == Array(repeating: path, count: 4), "each size is made once")
    #expect(FileManager.default.contents(atPath: path).map { Array($0) } == Array("abc".utf8))
    // What this process reads by itself, and what is not there, is not asked for.
    let own = SHA256.hash(data: jpeg).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(FileManager.default.createFile(atPath: folder.path("own"), contents: Data(jpeg)))
    try await files.keep(file: folder.path("own"), size: jpeg.count, as: own, in: "here", from: "ben")
    #expect(try await files.picture(own, in: "here", side: 320) != nil)
    #expect(try await files.picture(String(repeating: "0", count: 64), in: "here", side: 320) == nil)
    #expect(asked.withLock(\.count) == 4)
  }

  @Test func `the very bytes that were sent are kept as the file`() async throws {
    let folder = try TemporaryFolder()
    let bytes = try Self.jpeg()
    let hash = SHA256.hash(data: bytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(try await Bucket(.success(bytes)).files(in: folder).picture(hash, in: "here", side: 320) != nil)
    let path = folder.path("reports/here/\(hash.prefix(2))/\(hash)")
    #expect(FileManager.default.contents(atPath: path).map { Array($0) } == bytes)
  }

  @Test func `what is damaged, or not there, is neither shown nor kept; a bucket that is away says so`() async throws {
    let folder = try TemporaryFolder()
    let half = try Array(Self.jpeg().prefix(100))
    for answer in [half, Array("abc".utf8).reversed(), nil] {
      #expect(try await Bucket(.success(answer)).files(in: folder).picture(Self.hash, in: "here", side: 320) == nil)
    }
    await #expect(throws: ReportFilesError.unavailable("away")) {
      try await Bucket(.failure(.unavailable("away"))).files(in: folder).picture(Self.hash, in: "here", side: 320)
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path("reports/here/ba/" + Self.hash + ".jpg")))
    // A file that is here is not asked for.
    try await FolderReportFiles(folder: folder.path("reports")).keep(
      file: try Self.sent("abc", folder), size: 3, as: Self.hash, in: "here", from: "ben")
    let bucket = Bucket(.success(try Self.jpeg()))
    #expect(try await bucket.files(in: folder).picture(Self.hash, in: "here", side: 320) == nil && bucket.count == 0)
  }

  @Test func `what somebody has sent lately is known, with its size, and nothing of others`() async throws {
    let folder = try TemporaryFolder()
    let files = FolderReportFiles(folder: folder.path("reports"))
    try await files.keep(file: try Self.sent("abc", folder), size: 3, as: Self.hash, in: "here", from: "ben")
    let now = Date().timeIntervalSince1970
    func sent(_ user: String, since moment: Double) async throws -> [String: Int64] {
      let all = try await files.sent(by: user, since: moment, in: "here")
      return Dictionary(all.map { ($0.sha256, $0.size) }) { first, _ in first }
    }
    #expect(try await sent("ben", since: now - 60) == [Self.hash: 3])
    #expect(try await sent("carl", since: now - 60) == [:])
    let marks = try FileManager.default.subpathsOfDirectory(atPath: folder.path("reports/here/senders"))
    let mark = try #require(marks.first { $0.hasSuffix(Self.hash) })
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000)],
      ofItemAtPath: folder.path("reports/here/senders/\(mark)"))
    #expect(try await sent("ben", since: now - 60) == [:])
    // A file that is asked for stays, and so it counts.
    _ = try await files.size(of: Self.hash, in: "here", from: "ben")
    #expect(try await sent("ben", since: now - 60) == [Self.hash: 3])
  }

  @Test func `a file that nobody has touched goes, with who has sent it, and one that somebody asks for stays`()
    async throws
  {
    let folder = try TemporaryFolder()
    let files = FolderReportFiles(folder: folder.path("reports"))
    try await files.keep(file: try Self.sent("abc", folder), size: 3, as: Self.hash, in: "here", from: "ben")
    let path = folder.path("reports/here/ba/\(Self.hash)")
    let now = Date().timeIntervalSince1970
    #expect(try await files.untouched(since: now - 86_400, in: "here") == [])
    func age() throws {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_000_000)], ofItemAtPath: path)
    }
    try age()
    #expect(try await files.untouched(since: now - 86_400, in: "here") == [Self.hash])
    #expect(try await files.untouched(since: now - 86_400, in: "there") == [])
    // A person who has not sent it asks in vain, and keeps nothing; one who has does.
    #expect(try await files.size(of: Self.hash, in: "here", from: "carl") == nil)
    #expect(try await files.untouched(since: now - 86_400, in: "here") == [Self.hash])
    #expect(try await files.size(of: Self.hash, in: "here", from: "ben") == 3)
    #expect(try await files.untouched(since: now - 86_400, in: "here") == [])
    try await files.remove(Self.hash, in: "here", untouchedSince: now - 86_400)
    #expect(try await files.size(of: Self.hash, in: "here", from: "ben") == 3, "it was touched meanwhile")
    try age()
    try await files.remove(Self.hash, in: "here", untouchedSince: now - 86_400)
    #expect(try await files.size(of: Self.hash, in: "here", from: "ben") == nil)
    let senders = try FileManager.default.contentsOfDirectory(atPath: folder.path("reports/here/senders"))
    for person in senders {
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.path("reports/here/senders/\(person)")).isEmpty)
    }
  }

  @Test func `the bytes come as they were sent, and no link leads out of the folder`() async throws {
    let folder = try TemporaryFolder()
    let files = FolderReportFiles(folder: folder.path("reports"))
    #expect(try await files.original(Self.hash, in: "org")?.count == nil)
    try await files.keep(file: try Self.sent("abc", folder), size: 3, as: Self.hash, in: "org", from: "ben")
    let original = try #require(try await files.original(Self.hash, in: "org"))
    var bytes: [UInt8] = []
    for try await piece in original.bytes { bytes += piece }
    #expect(original.count == 3 && bytes == Array("abc".utf8))
    let path = folder.path("reports/org/\(Self.hash.prefix(2))/\(Self.hash)")
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/etc/hostname")
    await #expect(throws: ReportFilesError.self) { _ = try await files.original(Self.hash, in: "org") }
  }

  @Test(arguments: ["", "..", "a/b", "a.b", "é"])
  func `an organisation's name leads nowhere else`(name: String) async throws {
    let folder = try TemporaryFolder()
    let files = FolderReportFiles(folder: folder.path("reports"))
    await #expect(throws: ReportFilesError.wrongHash) {
      try await files.keep(file: try Self.sent("abc", folder), size: 3, as: Self.hash, in: name, from: "ben")
    }
    #expect(try await files.size(of: "../" + Self.hash.dropFirst(3), in: "here", from: "ben") == nil)
  }

  @Test func `what nobody has touched for long is named, and goes unless somebody asks for it`() async throws {
    let folder = try TemporaryFolder()
    let files = FolderReportFiles(folder: folder.path("reports"))
    let path = folder.path("reports/here/ba/\(Self.hash)")
    func age() throws {
      try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 1000)], ofItemAtPath: path)
    }
    #expect(try await files.untouched(since: 4e9, in: "here") == [])
    try await files.keep(file: try Self.sent("abc", folder), size: 3, as: Self.hash, in: "here", from: "ben")
    #expect(try await files.untouched(since: 2000, in: "here") == [])
    try age()
    #expect(try await files.untouched(since: 2000, in: "here") == [Self.hash])
    // The caller is about to use it.
    #expect(try await files.size(of: Self.hash, in: "here", from: "ben") == 3)
    try await files.remove(Self.hash, in: "here", untouchedSince: 2000)
    #expect(try await files.size(of: Self.hash, in: "here", from: "ben") == 3)
    try age()
    try await files.remove(Self.hash, in: "here", untouchedSince: 2000)
    #expect(try await files.size(of: Self.hash, in: "here", from: "ben") == nil)
    var left: [String] = []
    DurableFile.walk(folder.path("reports")) { if $0.name == Self.hash { left.append($0.path) } }
    #expect(left.isEmpty, "nor who has sent it")
  }
}
