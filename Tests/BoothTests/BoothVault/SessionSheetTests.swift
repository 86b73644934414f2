import BoothTesting
import FoundationEssentials
import Testing

@testable import BoothCore
@testable import BoothVault

@Suite struct SessionSheetTests {
  @Test func `a photo is acknowledged after three flushes: file, folder, commit`() throws {
    let booth = try TestVault()
    let session = try booth.open(1)
    for strip in 0..<3 {
      let (flushes, commits) = (booth.disk.flushes, booth.ledger.commits)
      try booth.photo(session, strip)
      #expect(booth.disk.flushes - flushes == 2)
      #expect(booth.ledger.commits - commits == 1)
    }
  }

  @Test func `a session's folder has its sheet before the books name the session`() throws {
    let booth = try TestVault()
    booth.ledger.die(after: 0)
    #expect(throws: StoreError.self) { try booth.open(1) }
    #expect(booth.disk.files == ["sessions/\(TestVault.id(1))/session.json"])
    // It was not reported: the next start takes it away.
    booth.ledger.die(after: nil)
    #expect(try booth.vault.open().isEmpty)
    #expect(booth.disk.files.isEmpty)
  }

  @Test func `a sheet is read as it was written`() throws {
    var record = SessionRecord(
      id: TestVault.id(3), event: 12, eventSlug: "fête \"\\\u{1}\n/ñ", state: .finished,
      plan: CapturePlan(
        strips: [
          .init(start: .onPress, clip: nil, countdown: .zero, review: .milliseconds(1500), guide: "then/1.jpg"),
          .init(clip: .seconds(10), countdown: .seconds(3), review: .seconds(5)),
        ], films: [.gif, .strip]),
      openedAt: WallTime(unixSeconds: 1_770_000_000.123_456, secondsFromUTC: -3600, trusted: false),
      link: "https://g.example/s/x", quiet: true)
    record.assets = []
    let asset = Asset(
      id: 9, session: record.id, kind: .video, strip: 1, path: "sessions/\(record.id)/video_1.3.mp4",
      sizeBytes: 1 << 40, checksum: "ab", takenAt: WallTime(unixSeconds: 5e9), duration: .milliseconds(9_999),
      frames: 300, droppedFrames: 1, fromLiveView: true)
    let entry = AssetEntry(asset: asset, confirmedAt: WallTime(unixSeconds: 7.5, secondsFromUTC: 60, trusted: false))
    var sheet = SessionSheet(record, entries: [entry], firstNumber: 4)
    sheet.reason = .cancel
    sheet.decidedAt = WallTime(unixSeconds: 8)
    let read = try SessionSheet(json: sheet.json)
    #expect(read.record == record)
    #expect(read.files == sheet.files)
    #expect(read.files.first?.durationNanoseconds == 9_999_000_000)
    #expect(read.reason == .cancel && read.decidedAt == sheet.decidedAt)
    // The number comes from its assets, wherever there are any.
    #expect(sheet.firstNumber == 9 && read.firstNumber == 9)
  }

  @Test(arguments: [
    ("", "is no JSON"), ("{", "is no JSON"), ("{}", "lacks \"version\""),
    (#"{"version":2,"id":"X"}"#, "has no usable \"id\""),
  ]) func `a sheet that cannot be used says why`(_ text: String, _ words: String) {
    let fault = #expect(throws: SheetFault.self) { try SessionSheet(json: Array(text.utf8)) }
    #expect(fault?.words == words)
  }

  @Test func `a sheet of a newer version is left alone`() throws {
    let record = SessionRecord(
      id: TestVault.id(3), event: 1, eventSlug: "e", plan: .fotoX(clip: nil, countdown: .zero, review: .zero),
      openedAt: WallTime(unixSeconds: 0), link: "")
    let text = String(decoding: SessionSheet(record, entries: [], firstNumber: 1).json, as: UTF8.self)
    let newer = text.replacing(#""version":1"#, with: #""version":3"#)
    let fault = #expect(throws: SheetFault.self) { try SessionSheet(json: Array(newer.utf8)) }
    #expect(fault?.words.contains("newer") == true)
  }

  @Test func `the sheet names the files when the session is finished, joined by a composite, and uploaded`() throws {
    let booth = try TestVault()
    let session = try booth.open(1)
    try booth.photo(session, 0)
    func sheet() throws -> SessionSheet {
      try SessionSheet(json: try #require(booth.disk["sessions/\(session.id)/session.json"]))
    }
    #expect(try sheet().files.isEmpty)
    _ = try booth.vault.finishSession(session.id, quiet: true)
    #expect(try sheet().files.map(\.name) == ["photo_0.jpg"])
    #expect(try sheet().state == .finished && sheet().quiet)
    try booth.composite(session)
    #expect(try sheet().files.map(\.name) == ["photo_0.jpg", "strip_photo.jpg"])
    try booth.upload(session)
    #expect(try sheet().state == .uploaded)
    #expect(try sheet().files.allSatisfy { $0.confirmedAt == booth.time })
  }

  @Test func `sessions of a version without sheets get theirs at the next start`() throws {
    let booth = try TestVault()
    let session = try booth.whole(1)
    let path = "sessions/\(session.id)/session.json"
    booth.disk[path] = nil
    try booth.ledger.commit([.set(key: "sheets", value: "1")])
    try booth.vault.open()
    #expect(booth.disk[path] == nil)
    let older = try TestVault(booth.disk, MemoryLedger(booth.ledger.state))
    try #require(older.ledger.setting("sheets") == "1")
    var state = LedgerState()
    state.apply([.open(session)])
    for entry in try booth.ledger.assets(of: session.id) { state.apply([.add(entry.asset)]) }
    _ = try TestVault(booth.disk, MemoryLedger(state))
    #expect(booth.disk[path] != nil)
  }

  @Test func `names of files are read as they are written`() {
    for name in [
      "photo_0.jpg", "photo_12.3.jpg", "video_1.mp4", "strip_photo.jpg", "strip_video.2.mp4", "boomerang.mp4",
      "boomerang.2.gif",
    ] {
      #expect(AssetName(name)?.text == name)
    }
    for name in [
      "photo.jpg", "photo_0.mp4", "photo_0.1.jpg", "photo_-1.jpg", "photo_0.jpg.part", "strip_photo_0.jpg",
      "boomerang_gif.gif", "boomerang_0.mp4",
      "session.json", "photo_00.jpg", "",
    ] { #expect(AssetName(name) == nil, "\(name)") }
  }
}
