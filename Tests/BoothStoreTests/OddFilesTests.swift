import BoothCore
import BoothTesting
import BoothVault
import FoundationEssentials
import Glibc
import Testing

@testable import BoothStore

/// Links, pipes and folders where a booth has files and folders of its own.
@Suite struct OddFilesTests {
  let place: DamagePlace
  let night: DamageNight
  private let bait: String
  private var root: String { place.path + "/ended" }
  private var disk: POSIXDisk { POSIXDisk(existing: root) }

  init() async throws {
    place = try DamagePlace()
    night = try await DamageNight(in: place.path)
    bait = place.path + "/bait"
    try FileManager.default.createDirectory(atPath: bait, withIntermediateDirectories: true)
    try Data([7]).write(to: URL(filePath: bait + "/photo_0.jpg"))
  }

  private func put(_ thing: DamagedFiles.Thing, as name: String) throws {
    var files = DamagedFiles(root: root, bait: bait)
    try files.replace(name, by: thing)
  }

  private func expectBait() throws {
    #expect(try FileManager.default.contentsOfDirectory(atPath: bait) == ["photo_0.jpg"])
    #expect(FileManager.default.contents(atPath: bait + "/photo_0.jpg") == Data([7]))
  }

  @Test(arguments: ["scratch", "unasked", "emails"], [DamagedFiles.Thing.folderLink, .danglingLink, .pipe, .empty])
  func `what is no folder in place of one that can be made anew is moved aside, and not emptied`(
    _ name: String, _ thing: DamagedFiles.Thing
  ) async throws {
    try put(thing, as: name)
    let store = try VaultSessionStore.open(folder: root)
    #expect(store.recovery?.notes.contains { $0.hasPrefix("\(name) was a ") && $0.contains("\(name).aside-1") } == true)
    #expect(try disk.kind(of: "\(name).aside-1") != nil)
    if name == "unasked" { #expect(try await store.keepApart([1]) == "unasked_000001.jpg") }
    store.close()
    try expectBait()
  }

  @Test(arguments: ["scratch", "unasked", "emails"], [DamagedFiles.Thing.folderLink, .danglingLink, .pipe, .empty])
  func `what is put in the place of a folder while the booth runs is moved aside, and clips have theirs again`(
    _ name: String, _ thing: DamagedFiles.Thing
  ) async throws {
    let store = try VaultSessionStore.open(folder: root)
    #expect(try await store.keepFolders().isEmpty)
    try put(thing, as: name)
    let words = try await store.keepFolders()
    #expect(words.count == 1 && words.first?.hasPrefix("\(name) was a ") == true, "\(words)")
    #expect(try disk.kind(of: "\(name).aside-1") != nil && disk.kind(of: "scratch") == .folder)
    try FileManager.default.removeItem(atPath: root + "/scratch")
    #expect(try await store.keepFolders().isEmpty)
    #expect(try disk.kind(of: "scratch") == .folder)
    store.close()
    try expectBait()
  }

  @Test func `a link in place of the sessions ends the start with what to do`() throws {
    try put(.folderLink, as: "sessions")
    let error = #expect(throws: StoreError.self) { try VaultSessionStore.open(folder: root) }
    #expect(error?.code == .failed)
    #expect(error?.detail.contains("is a link") == true && error?.detail.contains("mount --bind") == true)
    #expect(!FileManager.default.fileExists(atPath: root + "/booth.open"))
    try expectBait()
  }

  @Test func `a data folder that its operator made a link is followed`() async throws {
    let link = place.path + "/link"
    try #require(symlink(root, link) == 0)
    let store = try VaultSessionStore.open(folder: link)
    #expect(try await store.sessions(limit: 99).count == 6)
    store.close()
  }

  @Test func `a link in place of a session's folder is noted, not followed, and nobody is offered to go on there`()
    async throws
  {
    let ids = [night.sessions[0], try #require(night.sessions.last)]
    for id in ids { try put(.folderLink, as: "sessions/\(id)") }
    let store = try VaultSessionStore.open(folder: root)
    for id in ids { #expect(store.recovery?.notes.contains { $0.contains("sessions/\(id)") } == true) }
    #expect(try await store.interruptedSessions().isEmpty)
    let audit = try await store.audit(event: nil, AuditRule()) { _ in }
    #expect(audit.lines.contains { $0.session == ids[0] && $0.verdict == .gap && $0.words.contains("its folder") })
    try await store.discardSession(night.sessions[1], .cancel, at: DamageNight.time)
    store.close()
    try expectBait()
  }

  @Test(arguments: ["booth.sqlite", "booth.sqlite-wal", "booth.sqlite-shm"], DamagedFiles.Thing.allCases)
  func `what is no file in place of a database's is set aside by the owner, and refused at once to others`(
    _ name: String, _ thing: DamagedFiles.Thing
  ) async throws {
    try put(thing, as: name)
    let isOdd = thing != .empty && thing != .sparse
    if isOdd {
      let error = #expect(throws: StoreError.self) { try VaultSessionStore.openForReading(folder: root) }
      #expect(error?.code == .damaged && error?.detail.contains("no file of a database") == true)
      #expect(throws: StoreError.self) { try VaultSessionStore.openForProof(folder: root) }
      let other = try VaultSessionStore.open(folder: place.path + "/other")
      #expect(try await other.adopt(from: root) { _ in }.sessions == 5)
      other.close()
    }
    let store = try VaultSessionStore.open(folder: root)
    if isOdd { #expect(store.recovery != nil) }
    #expect(try await Set(store.sessions(limit: 99).map(\.id)).isSuperset(of: night.sessions))
    store.close()
    #expect(try VaultSessionStore.open(folder: root).recovery == nil)
    try expectBait()
  }

  @Test(arguments: [DamagedFiles.Thing.pipe, .folder, .fullFolder, .fileLink, .danglingLink, .socket])
  func `what is no file in place of the mark stops no start`(_ thing: DamagedFiles.Thing) throws {
    try put(thing, as: "booth.open")
    let store = try VaultSessionStore.open(folder: root)
    #expect(store.recovery?.notes.contains { $0.hasPrefix("booth.open was ") } == true)
    // Nothing was lost.
    #expect(store.recovery?.summary == "what no booth makes stood in the data folder, and was moved aside")
    store.close()
    #expect(try disk.kind(of: "booth.open") == nil)
    try expectBait()
  }

  @Test(arguments: [DamagedFiles.Thing.pipe, .folder, .fileLink, .danglingLink, .socket])
  func `what is no file in place of the lock ends the start with what to do, at once`(
    _ thing: DamagedFiles.Thing
  ) throws {
    try put(thing, as: "booth.lock")
    #expect(!VaultSessionStore.isOwned(folder: root))
    let error = #expect(throws: StoreError.self) { try VaultSessionStore.open(folder: root) }
    #expect(error?.code == .failed && error?.detail.contains("move it away") == true)
    try expectBait()
  }

  @Test(arguments: [DamagedFiles.Thing.folder, .fullFolder, .pipe, .fileLink])
  func `what is no file in place of a sheet or a picture stops neither a start nor the guests`(
    _ thing: DamagedFiles.Thing
  ) async throws {
    let id = try #require(night.sessions.last)
    try put(thing, as: "sessions/\(id)/session.json")
    try put(thing, as: "sessions/\(id)/photo_2.jpg")
    try put(thing, as: "sessions/\(id)/photo_2.jpg.part")
    let store = try VaultSessionStore.open(folder: root)
    let photo = try await store.add(
      NewAsset(session: id, kind: .photo, strip: 2), from: .bytes([4, 5]), at: DamageNight.time)
    #expect(try await store.fingerprint(of: photo)?.sizeBytes == 2)
    _ = try await store.finishSession(id, quiet: false)
    #expect(try await store.session(id)?.state == .finished)
    store.close()
    try expectBait()
  }

  @Test func `a folder that somebody put beside the pictures keeps neither them nor an address from being erased`()
    async throws
  {
    let id = night.sessions[0]
    try put(.fullFolder, as: "sessions/\(id)/edited")
    let store = try VaultSessionStore.open(folder: root)
    do {
      _ = try await store.eraseSession(id, at: DamageNight.time)
      Issue.record("nothing was said")
    } catch { #expect(error.subject.hasSuffix("/edited")) }
    #expect(try disk.names(in: "sessions/\(id)").filter { $0.hasSuffix(".jpg") || $0.hasSuffix(".mp4") } == [])
    #expect(!String(decoding: try disk.read("emails/emails_7.json"), as: UTF8.self).contains("a@b.de"))
    #expect(try disk.read("sessions/\(id)/edited/photo_0.jpg") == [9])
    store.close()
  }

  @Test func `no path of a disk leads above its folder, or through a link`() throws {
    try #require(symlink(bait, root + "/way") == 0)
    for path in [
      "../bait/photo_0.jpg", "sessions/../../bait/photo_0.jpg", "./booth.lock", "sessions//x", "way/photo_0.jpg",
    ] {
      #expect(throws: StoreError.self) { try disk.read(path) }
      #expect(throws: StoreError.self) { try disk.create(path) }
      #expect(throws: StoreError.self) { try disk.remove(path) }
      #expect(throws: StoreError.self) { try disk.rename("booth.lock", to: path) }
      #expect(throws: StoreError.self) { try disk.fingerprint(path) }
    }
    try expectBait()
  }
}
