import BoothTesting
import PhotoModel
import PhotolalaFormat
import S3Storage
import Testing

@testable import PhotoSources

/// Photographs in a bucket, at a stand-in.
@Suite struct BucketPhotosTests {
  private static let account = "3F2504E0-4F89-41D3-9A0C-0305E82C3301"

  private struct Lab {
    let standIn: StandInBucket
    let bucket: S3Bucket
    let source: BucketPhotos
    let folder: TemporaryFolder

    init(isSignedIn: Bool = true) throws {
      standIn = try StandInBucket()
      folder = try TemporaryFolder()
      bucket = S3Bucket(
        try S3Settings(bucket: StandInBucket.name, endpoint: standIn.endpoint),
        credentials: S3Credentials(accessKey: "AK", secretKey: "secret"))
      source = BucketPhotos(
        identifier: try #require(PhotoSourceID("bucket")), displayName: "my photos", bucket: isSignedIn ? bucket : nil,
        account: BucketPhotosTests.account, spool: folder.path)
    }

    func end() async throws {
      try await bucket.shutdown()
      standIn.stop()
    }

    /// Puts a photo there, and gives its row.
    func put(_ text: String, date: Int64, isWhole: Bool = true) -> CatalogRow {
      let bytes = Array(text.utf8)
      let md5 = PhotoMD5(of: bytes)
      standIn.put("photos/\(BucketPhotosTests.account)/\(md5).dat", bytes)
      standIn.put("thumbnails/\(BucketPhotosTests.account)/\(md5).jpg", [0xFF, 0xD8, 0xFF] + bytes)
      return CatalogRow(
        head: PhotoMD5(of: bytes.prefix(CatalogRow.headBytes)), sizeBytes: Int64(bytes.count), md5: isWhole ? md5 : nil,
        date: date, format: .jpeg)
    }

    func publish(_ bytes: [UInt8]) {
      let md5 = PhotoMD5(of: bytes)
      standIn.put("catalogs/\(BucketPhotosTests.account)/\(CatalogPointer.snapshotName(md5))", bytes)
      standIn.put("catalogs/\(BucketPhotosTests.account)/\(CatalogPointer.name)", CatalogPointer.bytes(md5))
    }

    func scan(since mark: PhotoScanMark? = nil) async throws -> (entries: [PhotoEntry], others: [PhotoScanStep]) {
      var (entries, others): ([PhotoEntry], [PhotoScanStep]) = ([], [])
      for try await step in source.scan(since: mark) {
        if case .entries(let more) = step { entries += more } else { others.append(step) }
      }
      return (entries, others)
    }

    func failure(_ body: () async throws -> Void) async -> PhotoSourceError? {
      do {
        try await body()
        return nil
      } catch { return error as? PhotoSourceError }
    }
  }

  @Test func `a catalog's photos are there, newest first, with what it knows of them`() async throws {
    let lab = try Lab()
    let rows = [lab.put("one", date: 1_700_000_000), lab.put("two", date: 1_700_086_400, isWhole: false)]
    lab.publish(PhotoCatalog(rows: rows).bytes)
    let (entries, others) = try await lab.scan()
    #expect(entries.map(\.id.text) == [rows[1].head.text, rows[0].md5?.text])
    #expect(entries.map(\.name) == rows.reversed().map(\.displayName))
    #expect(entries.map(\.size) == [3, 3])
    #expect(entries.map(\.details.format) == ["JPEG", "JPEG"])
    #expect(entries.map(\.details.taken?.unixSeconds) == [1_700_086_400, 1_700_000_000])
    #expect(entries.map(\.details.fullMD5) == [nil, rows[0].md5?.text])
    #expect(entries.map(\.isComplete) == [true, true])
    guard case .mark(let mark)? = others.last else {
      Issue.record("no mark")
      return
    }
    // Nothing has changed: the pointer, and how the account is.
    let before = lab.standIn.requests.count
    #expect(try await lab.scan(since: mark).others == [.unchanged])
    #expect(lab.standIn.requests.count == before + 2)
    #expect(lab.source.capabilities == .readOnly && lab.source.kind == .s3)
    #expect(!lab.standIn.requests.contains { $0.method != "GET" })
    try await lab.end()
  }

  @Test func `no catalog is an empty list, and nobody signed in is not authorized`() async throws {
    let lab = try Lab()
    let (entries, others) = try await lab.scan()
    let remark = PhotoScanStep.remark("there is no account \(Self.account) in this bucket: is it spelled right?")
    #expect(entries.isEmpty && others == [remark, .mark(PhotoScanMark("none"))])
    #expect(try await lab.scan(since: PhotoScanMark("none")).others == [remark, .unchanged])
    lab.standIn.put("users/\(Self.account)/status.json", Array(#"{"accountStatus":"active","lastModified":1}"#.utf8))
    #expect(try await lab.scan(since: PhotoScanMark("none")).others == [.unchanged])
    try await lab.end()
    let out = try Lab(isSignedIn: false)
    let id = PhotoID(PhotoMD5(of: []).text)
    #expect(await out.failure { _ = try await out.scan() } == .notAuthorized)
    #expect(await out.failure { _ = try await out.source.open(id) } == .notAuthorized)
    #expect(await out.failure { _ = try await out.source.thumbnail(of: id, shortSide: 256) } == .notAuthorized)
    #expect(await out.failure { _ = try await out.source.identity(of: id) } == .notAuthorized)
    #expect(out.standIn.requests.isEmpty)
    try await out.end()
  }

  @Test(
    arguments: [
      (#"{"accountStatus":"active"}"#, nil), (#"{"accountStatus":"other"}"#, nil), ("nonsense", nil), ("", nil),
      (#"{"accountStatus":"scheduled_for_deletion"}"#, ""),
      (
        #"{"accountStatus":"scheduled_for_deletion","deleteDate":"2026-12-01T08:00:00Z","lastModified":"x"}"#,
        " on 2026-12-01"
      ),
      (#"{"accountStatus":"scheduled_for_deletion","deleteDate":"<script>"}"#, ""),
      (#"{"accountStatus":"scheduled_for_deletion","deleteDate":1796083200}"#, " on 2026-12-01"),
      (#"{"accountStatus":"scheduled_for_deletion","deleteDate":1e300}"#, ""),
    ] as [(String, String?)])
  func `an account that is to be deleted is said so, and its photos are shown`(_ json: String, _ day: String?)
    async throws
  {
    let lab = try Lab()
    lab.publish(PhotoCatalog(rows: [lab.put("one", date: 1)]).bytes)
    lab.standIn.put("users/\(Self.account)/status.json", Array(json.utf8))
    let (entries, others) = try await lab.scan()
    let remarks = others.compactMap { if case .remark(let words) = $0 { words } else { nil } }
    #expect(
      remarks
        == (day.map { ["this account is to be deleted\($0), with all its photos: copy out what is to stay"] } ?? []))
    #expect(entries.count == 1)
    try await lab.end()
  }

  @Test func `many photos come in steps, each once, and rows that are none are said`() async throws {
    let lab = try Lab()
    let head = PhotoMD5(of: [1])
    var text = PhotoCatalog.header + "\nnonsense\n\(head),x,,1,JPEG\n"
    for number in 0..<1200 { text += "\(PhotoMD5(of: Array("\(number)".utf8))),\(number),,\(number),JPEG\n" }
    // One that only its size tells from another has the other's id.
    text += "\(PhotoMD5(of: Array("7".utf8))),99,,1,JPEG\n"
    lab.publish(Array(text.utf8))
    var sizes: [Int] = []
    var skipped: [String] = []
    for try await step in lab.source.scan(since: nil) {
      if case .entries(let entries) = step { sizes.append(entries.count) }
      if case .skipped(let name, .badRow) = step { skipped.append(name) }
    }
    #expect(sizes == [500, 500, 200])
    #expect(skipped == ["1 rows of the catalog: a number that is none", "1 rows of the catalog: too few columns"])
    try await lab.end()
  }

  @Test func `a photo comes whole, and what is not the photo of its name is none`() async throws {
    let lab = try Lab()
    let row = lab.put(String(repeating: "photo ", count: 30_000), date: 1)
    let id = PhotoID(row.id.text)
    guard case .file(let file) = try await lab.source.open(id) else {
      Issue.record("no file")
      return
    }
    #expect(file.count == 180_000)
    #expect(try file.read(at: 6, count: 6) == Array("photo ".utf8))
    #expect(try file.read(at: 179_999, count: 50) == [0x20] && file.read(at: 500_000, count: 5).isEmpty)
    #expect(try lab.folder.names().isEmpty)
    #expect(
      try await lab.source.identity(of: id)
        == PhotoIdentity(fullMD5: row.md5?.text, headMD5: row.head.text, size: 180_000))
    #expect(try await lab.source.thumbnail(of: id, shortSide: 256)?.count == 180_003)
    #expect(try await lab.source.thumbnail(of: id, shortSide: 1024) == nil)
    lab.standIn.put("photos/\(Self.account)/\(row.id).dat", Array("another".utf8))
    guard case .invalidData? = await lab.failure({ _ = try await lab.source.open(id) }) else {
      Issue.record("another photo was taken for it")
      return
    }
    lab.standIn.put("thumbnails/\(Self.account)/\(row.id).jpg", Array("<html>".utf8))
    #expect(try await lab.source.thumbnail(of: id, shortSide: 200) == nil)
    lab.standIn.remove("photos/\(Self.account)/\(row.id).dat")
    #expect(await lab.failure { _ = try await lab.source.open(id) } == .itemNotFound)
    let before = lab.standIn.requests.count
    for text in [
      "", "../../secret", row.id.text.uppercased() + "x", row.id.text + "/..", "A" + row.id.text.dropFirst(),
    ] {
      #expect(await lab.failure { _ = try await lab.source.open(PhotoID(text)) } == .itemNotFound)
    }
    #expect(lab.standIn.requests.count == before)
    try await lab.end()
  }

  @Test func `a catalog that is damaged, or changes meanwhile, is read again or refused by name`() async throws {
    let lab = try Lab()
    let old = PhotoCatalog(rows: [lab.put("one", date: 1)]).bytes
    lab.publish(old)
    let name = "catalogs/\(Self.account)/\(CatalogPointer.snapshotName(PhotoMD5(of: old)))"
    lab.standIn.put(name, old + [0x0A])
    guard case .invalidData(let words)? = await lab.failure({ _ = try await lab.scan() }) else {
      Issue.record("a changed catalog was taken")
      return
    }
    #expect(words.contains("other bytes"))
    lab.standIn.remove(name)
    guard case .invalidData(let gone)? = await lab.failure({ _ = try await lab.scan() }) else {
      Issue.record("no catalog was taken")
      return
    }
    #expect(gone.contains("not there"))
    lab.standIn.put("catalogs/\(Self.account)/.photolala.md5", Array("../../x".utf8))
    guard case .invalidData? = await lab.failure({ _ = try await lab.scan() }) else {
      Issue.record("a pointer to nothing was taken")
      return
    }
    lab.standIn.dropBucket()
    guard case .sourceUnavailable? = await lab.failure({ _ = try await lab.scan() }) else {
      Issue.record("a bucket that is gone has photos")
      return
    }
    lab.standIn.plan([.answer(status: "403 Forbidden", body: "<Error><Code>AccessDenied</Code></Error>")])
    #expect(await lab.failure { _ = try await lab.scan() } == .notAuthorized)
    try await lab.end()
  }

  @Test func `an address says where, and never who`() throws {
    let plain = try BucketAddress("s3://photolala-prod/\(Self.account)")
    #expect(plain.bucket == "photolala-prod" && plain.account == Self.account)
    #expect("\(plain)" == "s3://photolala-prod/\(Self.account)")
    #expect(try plain.settings(environment: [:]).words == "s3://photolala-prod at s3.us-east-1.amazonaws.com")
    #expect(
      try plain.settings(environment: ["AWS_ENDPOINT_URL": "http://127.0.0.1:8333", "AWS_REGION": "x"]).host
        == "127.0.0.1:8333")
    let full = try BucketAddress(
      "s3://my.bucket/\(Self.account.lowercased())?endpoint=https://s3.example.org&region=eu&credentials=/k&profile=p")
    #expect(try BucketAddress("\(full)") == full)
    #expect(
      full.credentials(environment: ["AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b"]) { _ in nil } == nil)
    #expect(
      full.credentials(environment: [:]) { $0 == "/k" ? "[p]\naws_access_key_id=a\naws_secret_access_key=b" : nil }?
        .accessKey == "a")
    for text in [
      "photolala", "s3://bucket", "s3://bucket/me@example.org", "s3://bucket/\(Self.account)/more",
      "s3://bucket/\(Self.account)?secret=x", "s3://bucket/..", "https://bucket/\(Self.account)",
    ] {
      #expect(throws: BucketAddressError.self, "\(text)") { try BucketAddress(text) }
    }
  }
}
