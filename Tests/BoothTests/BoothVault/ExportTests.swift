import BoothTesting
import FoundationEssentials
import Testing

@testable import BoothCore
@testable import BoothVault

@Suite struct ExportTests {
  let booth: TestVault
  let stick = MemoryDisk(root: "/stick")
  init() throws { booth = try TestVault() }

  /// What people call the files, and what the booth does.
  private let originals = [
    "clip 1.mp4": "video_0.mp4", "photo 1.jpg": "photo_0.jpg", "photo 2.jpg": "photo_1.jpg",
    "photo 3.jpg": "photo_2.jpg", "photo strip.jpg": "strip_photo.jpg",
  ]

  private func export(_ event: String = "party") throws -> Export {
    try booth.vault.export(event: event, to: stick, AuditRule())
  }

  /// Where the copy of a file is.
  private func copy(_ name: String, _ session: SessionRecord, title: String = "party") -> String {
    "\(folder(session))/\(title) \(session.openedAt.day) \(session.openedAt.timeOfDay) \(name)"
  }

  /// A session's folder on the stick.
  private func folder(_ session: SessionRecord) -> String {
    "party/\(session.openedAt.day) \(session.openedAt.timeOfDay) \(session.id)"
  }

  @Test func `folders stand in the order of the night, and one of an earlier version is gone on with`() throws {
    let session = try booth.whole(1)
    #expect(WallTime(unixSeconds: 1_738_434_015, secondsFromUTC: 3600).timeOfDay == "19.20.15")
    #expect(WallTime(unixSeconds: 0, secondsFromUTC: -1).timeOfDay == "23.59.59")
    _ = try export()
    let names = stick.files
    #expect(names.allSatisfy { $0.hasPrefix("party/\(session.openedAt.day) ") && $0.contains(session.id.text) })
    let earlier = MemoryDisk(root: "/stick")
    for name in names where !name.hasSuffix(".json") {
      earlier[
        "party/\(session.id)/\(originals[name.split(separator: "/").last.map { $0.split(separator: " ").dropFirst(3).joined(separator: " ") } ?? ""] ?? "")"
      ] = stick[name]
    }
    let again = try booth.vault.export(event: "party", to: earlier, AuditRule())
    #expect(again.copied == 0 && again.alreadyThere == 5)
    #expect(
      earlier.files
        == (originals.values.sorted() + ["session.json"]).sorted().map { "party/\(session.id)/\($0)" })
  }

  @Test func `every kept file of the event is on the stick with its bytes, and no other`() throws {
    let session = try booth.whole(1)
    _ = try booth.whole(2, event: "wedding")
    let cancelled = try booth.open(3)
    try booth.photo(cancelled, 0)
    try booth.vault.discardSession(cancelled.id, .cancel, at: booth.time)
    let done = try export()
    #expect(done.copied == 5 && done.alreadyThere == 0 && !done.audit.hasGap)
    #expect(
      stick.files
        == originals.keys.sorted().map { copy($0, session) } + ["\(folder(session))/session.json"])
    #expect(stick[copy("photo 2.jpg", session)] == [1, 1])
    let sheet = try SessionSheet(json: try #require(stick["\(folder(session))/session.json"]))
    #expect(sheet.files.count == 5)
    // Which file is which.
    for file in sheet.files {
      let bytes = try #require(file.copiedAs.flatMap { stick["\(folder(session))/\($0)"] })
      #expect(stick.fingerprint(of: bytes).checksum == file.checksum, "\(file.name)")
      #expect(originals[file.copiedAs?.split(separator: " ").dropFirst(3).joined(separator: " ") ?? ""] == file.name)
    }
  }

  @Test func `files are named after the event as people call it, and a copy keeps its names when that changes`() throws
  {
    let session = try booth.whole(1)
    let first = try booth.vault.export(event: "party", called: "Zoë & Łukasz: \"50\"", to: stick, AuditRule())
    #expect(first.copied == 5)
    let title = "Zoë & Łukasz_ _50_"
    #expect(stick[copy("photo 1.jpg", session, title: title)] == [1, 0])
    let again = try booth.vault.export(event: "party", called: "Another", to: stick, AuditRule())
    #expect(again.copied == 0 && again.alreadyThere == 5 && stick.files.count == 6)
    // However long it is called, the number is there.
    let long = MemoryDisk(root: "/stick")
    _ = try booth.vault.export(event: "party", called: String(repeating: "long ", count: 99), to: long, AuditRule())
    #expect(long.files.contains { $0.hasSuffix(" photo 3.jpg") } && long.files.count == 6)
  }

  @Test func `a second run copies only what is missing or differs`() throws {
    let session = try booth.whole(1)
    _ = try export()
    #expect(try export().copied == 0)
    stick[copy("photo 1.jpg", session)] = [0]
    stick[copy("clip 1.mp4", session)] = nil
    let again = try export()
    #expect(again.copied == 2 && again.alreadyThere == 3)
    #expect(stick[copy("photo 1.jpg", session)] == [1, 0])
  }

  @Test func `a run that is cut off anywhere leaves no half file under a final name, and the next finishes it`() throws
  {
    let session = try booth.whole(1)
    for steps in 0...60 {
      let stick = MemoryDisk(root: "/stick")
      stick.die(after: steps)
      do { _ = try booth.vault.export(event: "party", to: stick, AuditRule()) } catch {}
      stick.die(after: nil)
      for path in stick.files where !path.hasSuffix(".part") && !path.hasSuffix(".json") {
        let name = path.split(separator: "/").last.map { $0.split(separator: " ").dropFirst(3).joined(separator: " ") }
        #expect(stick[path] == booth.disk["sessions/\(session.id)/\(originals[name ?? ""] ?? "")"], "\(steps) \(path)")
      }
      let done = try booth.vault.export(event: "party", to: stick, AuditRule())
      #expect(done.copied + done.alreadyThere == 5)
      #expect(!stick.files.contains { $0.hasSuffix(".part") })
    }
  }

  @Test func `a stick that is too small is refused before anything is written`() throws {
    _ = try booth.whole(1)
    stick.setFreeBytes(600 << 10)
    let error = #expect(throws: StoreError.self) { try export() }
    #expect(error?.code == .full && error?.detail.contains("MB are needed") == true)
    #expect(stick.files.isEmpty)
  }

  @Test func `a file that is damaged here is copied, and named as a gap`() throws {
    let session = try booth.whole(1)
    booth.disk["sessions/\(session.id)/photo_1.jpg"] = [5, 5]
    booth.disk["sessions/\(session.id)/photo_2.jpg"] = nil
    let done = try export()
    #expect(done.audit.totals.gaps == 2)
    #expect(stick[copy("photo 2.jpg", session)] == [5, 5])
  }

  @Test func `a file that was damaged here since replaces nothing on the stick, which has the good one`() throws {
    let session = try booth.whole(1)
    _ = try export()
    for name in ["photo_0.jpg", "photo_1.jpg"] { booth.disk["sessions/\(session.id)/\(name)"] = [5, 5, 5] }
    booth.disk["sessions/\(session.id)/photo_2.jpg"] = nil
    stick[copy("photo 2.jpg", session)] = [6]
    let done = try export()
    #expect(done.copied == 0)
    #expect(stick[copy("photo 1.jpg", session)] == [1, 0] && stick[copy("photo 2.jpg", session)] == [6])
    let gaps = done.audit.lines.filter { $0.verdict == .gap }
    #expect(gaps.count == 3)
    #expect(Set(gaps.filter { $0.words.hasSuffix("; the copy is the good one") }.map(\.strip)) == [0, 2])
  }

  @Test func `a session that is being taken while a booth runs is left out, and said`() throws {
    let session = try booth.open(1)
    try booth.photo(session, 0)
    let done = try booth.vault.export(event: "party", to: stick, AuditRule(running: true))
    #expect(done.copied == 0 && stick.files.isEmpty)
    #expect(done.audit.lines.map(\.words) == ["is being taken at this moment, and was not copied"])
    #expect(try export().copied == 1)
  }

  @Test func `room is asked for what is to be replaced, too`() throws {
    let session = try booth.open(1)
    try booth.photo(session, 0, Array(repeating: 1, count: 2 << 20))
    _ = try booth.vault.finishSession(session.id, quiet: false)
    _ = try export()
    // As a stick that was pulled leaves it.
    stick[copy("photo 1.jpg", session)] = []
    stick.setFreeBytes(1 << 20)
    #expect(throws: StoreError.self) { try export() }
    #expect(stick[copy("photo 1.jpg", session)] == [])
    stick.setFreeBytes(3 << 20)
    #expect(try export().copied == 1)
  }

  @Test func `a receipt never replaces another, not even one that differs by case only`() throws {
    _ = try booth.whole(1)
    let other = try TestVault()
    _ = try other.whole(2)
    stick["party/Receipt.txt"] = [1]
    let paths = try [booth, other, booth].map { booth in
      let done = try booth.vault.export(event: "party", to: stick, AuditRule())
      return try Vault.writeReceipt(of: done, event: "party", at: booth.time, to: stick)
    }
    #expect(paths == ["party/receipt-2.txt", "party/receipt-3.txt", "party/receipt-4.txt"])
    #expect(stick["party/Receipt.txt"] == [1] && stick["party/receipt-3.json"] != nil)
  }

  @Test func `a stick that does not give back what it was given is found out`() throws {
    _ = try booth.whole(1)
    let error = #expect(throws: StoreError.self) {
      try booth.vault.export(event: "party", to: LyingDisk(stick), AuditRule())
    }
    #expect(error?.detail.contains("read back") == true)
    #expect(!stick.files.contains { $0.hasSuffix(".jpg") })
  }

  @Test func `the receipt names every file and its checksum`() throws {
    let session = try booth.whole(1)
    try Vault.writeReceipt(of: try export(), event: "party", at: booth.time, to: stick)
    let text = String(decoding: try #require(stick["party/receipt.txt"]), as: UTF8.self)
    #expect(text.contains("sessions/\(session.id)/photo_2.jpg") && text.contains("0 gaps"))
    let json = String(decoding: try #require(stick["party/receipt.json"]), as: UTF8.self)
    let asset = try #require(try booth.ledger.session(session.id)?.photos.first)
    #expect(json.contains("\"checksum\" : \"\(asset.checksum)\""))
  }

  @Test(arguments: [
    ("wedding", "wedding"), ("a:b/c", "a_b_c"), ("nul", "_nul"), ("COM1.x", "_COM1.x"), ("ends. ", "ends"), ("", "_"),
    ("חתונה", "חתונה"), ("a\u{7}b", "a_b"),
    ("Anna\u{202E}gpj.exe", "Anna_gpj.exe"), ("a\u{2066}b\u{2029}c\u{85}", "a_b_c_"),
  ]) func `names are such that FAT takes them`(_ name: String, _ portable: String) {
    #expect(PortableName.of(name) == portable)
  }
}
