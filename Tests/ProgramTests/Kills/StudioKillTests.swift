import BoothCore
import BoothTesting
import Documents
import FoundationEssentials
import Glibc
import Imaging
import StudioModel
import StudioTesting
import Testing

/// The real studio, killed at each thing that people do with it, once before it has answered and once after: what was answered is
/// there, what was not is there whole or not at all, and the next studio starts.
@Suite(.serialized, .timeLimit(.minutes(60))) struct StudioKillTests {
  /// What a life has been answered.
  private struct Told {
    var invited = false
    var withdrawn = false
    var named = false
    var organisation = false
    var password = false
    var location: String?
    var notes = false
    var isDeleted = false
    var imported = false
    var synced = false
  }

  /// The things that are done, in their order.
  private enum Deed: Int, CaseIterable {
    case invite, withdraw, name, organisation, password, add, note, delete, bringIn, sync
  }

  private static func start(_ folder: TemporaryFolder, _ standIn: StandInFirestore) throws -> RunningProgram {
    try RunningProgram(
      ["studio", "--listen", "127.0.0.1:0", "--data", folder.path("data"), "--log-level", "error"],
      environment: [
        "FIRESTORE_EMULATOR_HOST": standIn.host, "FIREBASE_STORAGE_EMULATOR_HOST": standIn.host,
        "FIREBASE_AUTH_EMULATOR_HOST": standIn.host, "BOOTH_FIREBASE_PROJECT": StandInFirestore.project,
        "BOOTH_FIREBASE_KEY": "key", "BOOTH_FIREBASE_BUCKET": "test-bucket", "BOOTH_FIREBASE_EMAIL": "a@example.org",
        "BOOTH_FIREBASE_PASSWORD": "right",
      ])
  }

  private static let notes = "notes that were answered"
  private static let title = "Jaffa Gate"

  /// Sends what the deed needs. Nil: it has nothing to be done to.
  private static func act(
    _ deed: Deed, _ visitor: StudioVisitor, _ told: Told
  ) async throws -> StudioVisitor.Reply? {
    switch deed {
    case .invite:
      return try await visitor.post("/people/invite", ["name": "ben", "standing": "manager"], from: "/people")
    case .withdraw:
      let page = try await visitor.get("/people")
      guard let link = page.value("link") else { return nil }
      return try await visitor.post("/people/withdraw", ["link": link], on: page)
    case .name: return try await visitor.post("/account/name", ["shown": "Anna Ami"], from: "/account")
    case .organisation: return try await visitor.post("/settings", ["organisationName": "Archive"], from: "/settings")
    case .password:
      let password = "another long password"
      return try await visitor.post(
        "/account/password", ["old": "a long password", "password": password, "again": password], from: "/account")
    case .add:
      return try await visitor.send(
        file: try picture(), ["title": title, "at": "31.7767, 35.2276"], to: "/places/new", from: "/places/new")
    case .note:
      guard let location = told.location else { return nil }
      let page = try await visitor.get(location)
      return try await visitor.post(location + "/notes", ["notes": notes, "seen": page.value("seen") ?? ""], on: page)
    case .delete:
      guard let location = told.location else { return nil }
      return try await visitor.post(location + "/delete", [:], from: location)
    case .bringIn:
      return try await visitor.send(
        file: try StudioRound.archive(), [:], to: "/places/transfer/import", from: "/places/transfer")
    case .sync:
      return try await visitor.post("/places/sync", ["direction": "both", "do": "sync"], from: "/places/sync")
    }
  }

  private static func picture() throws -> [UInt8] {
    try JPEGCodec().encode(
      Bitmap(size: PixelSize(width: 48, height: 32), color: RGBColor(red: 200, green: 90, blue: 30)))
  }

  private static func note(_ deed: Deed, _ reply: StudioVisitor.Reply, in told: inout Told) {
    switch deed {
    case .invite: told.invited = true
    case .withdraw: (told.invited, told.withdrawn) = (false, true)
    case .name: told.named = true
    case .organisation: told.organisation = true
    case .password: told.password = true
    case .add: told.location = reply.location
    case .note: told.notes = true
    case .delete: told.isDeleted = true
    case .bringIn: told.imported = true
    case .sync: told.synced = true
    }
  }

  /// Does everything up to a deed, and is killed at that.
  /// - Parameter isAnswered: after the answer, else as soon as it is sent.
  private static func life(
    _ folder: TemporaryFolder, _ standIn: StandInFirestore, upTo last: Deed, isAnswered: Bool
  ) async throws -> [String] {
    let studio = try start(folder, standIn)
    let (base, link) = try await StudioVisitor.meet(studio)
    let visitor = StudioVisitor(base)
    try await visitor.join(link)
    var told = Told()
    for deed in Deed.allCases where deed.rawValue <= last.rawValue {
      guard deed == last, !isAnswered else {
        if let reply = try await act(deed, visitor, told) {
          guard reply.status == 303 else { return ["\(deed) was answered with \(reply.status)"] }
          note(deed, reply, in: &told)
        }
        continue
      }
      let known = told
      let sending = Task { do { _ = try await act(deed, visitor, known) } catch {} }
      // As soon as it may have come, and a little later for each further deed.
      let other = StudioVisitor(base)
      for _ in 0...last.rawValue { _ = try await other.get("/health") }
      studio.end(SIGKILL)
      await sending.value
    }
    studio.end(SIGKILL)
    return try await faults(folder, standIn, told, cut: isAnswered ? nil : last)
  }

  /// What is wrong in the next life.
  private static func faults(
    _ folder: TemporaryFolder, _ standIn: StandInFirestore, _ told: Told, cut: Deed?
  ) async throws -> [String] {
    var faults: [String] = []
    let studio = try start(folder, standIn)
    defer { studio.end() }
    let visitor = StudioVisitor(try await StudioVisitor.meet(studio, isFirst: false).base)
    let mayBeNew = told.password || cut == .password
    var isIn = false
    for password in mayBeNew ? ["another long password", "a long password"] : ["a long password"] where !isIn {
      isIn = try await visitor.post("/sign-in", ["name": "anna", "password": password]).status == 303
      if told.password, password == "a long password", isIn { faults.append("the old password is good again") }
    }
    guard isIn else { return ["anna cannot sign in"] }
    let people = try await visitor.get("/people").text
    func check(_ what: String, _ holds: Bool, _ isThere: Bool, _ deed: Deed) {
      if cut != deed, holds != isThere { faults.append("\(what): \(isThere), expected \(holds)") }
    }
    if cut != .withdraw { check("the invitation", told.invited, people.contains("<bdi>ben</bdi>"), .invite) }
    check("the name", told.named, people.contains("Anna Ami"), .name)
    check("the organisation", told.organisation, people.contains("<bdi>Archive</bdi>"), .organisation)
    let list = try await visitor.get("/places").text
    if cut != .delete {
      check("the location", told.location != nil && !told.isDeleted, list.contains(title), .add)
    }
    if list.contains(title),
      let place = list.split(separator: "href=\"/places/at/").dropFirst().first?.prefix(while: { $0 != "\"" })
    {
      let page = try await visitor.get("/places/at/\(place)")
      check("the notes", told.notes, page.text.contains(notes), .note)
      let address = page.text.split(separator: "<img src=\"").dropFirst().first.map { String($0.prefix { $0 != "\"" }) }
      let picture = try await visitor.get(address ?? "/nothing")
      if picture.status != 200 { faults.append("its picture is answered with \(picture.status)") }
    }
    if told.imported || cut == .bringIn { faults += try await importFaults(visitor) }
    if told.synced {
      var page = ""
      for _ in 0..<20_000 where !page.contains("id=\"outcome\"") { page = try await visitor.get("/places/sync").text }
      if !page.contains("Both sides agree.") { faults.append("the sync was not gone on with") }
    }
    return faults
  }

  /// The process that imports may go on beside the next studio; done again, all is there once.
  private static func importFaults(_ visitor: StudioVisitor) async throws -> [String] {
    let (path, archive) = ("/places/transfer", try StudioRound.archive())
    guard try await visitor.send(file: archive, [:], to: path + "/import", from: path).status == 303 else {
      return ["the import cannot be begun again"]
    }
    var page = try await visitor.get(path).text
    for _ in 0..<100_000 where page.contains("data-working") { page = try await visitor.get(path).text }
    var faults = page.contains("Skipped: 0.") ? [] : ["the import that was done again left something out"]
    for name in StudioRound.archived {
      let place = try await visitor.get("/places/at/\(name)")
      let address = place.text.split(separator: "<img src=\"").dropFirst().first?.prefix { $0 != "\"" }
      let picture = try await visitor.get(address.map(String.init) ?? "/nothing")
      if picture.status != 200 {
        faults.append("\(name) is answered with \(place.status), its picture \(picture.status)")
      }
    }
    return faults
  }

  @Test func `killed at everything that people do, what was answered is there, and the next studio starts`()
    async throws
  {
    var lives: [(Deed, Bool)] = Deed.allCases.flatMap { [($0, true), ($0, false)] }
    // A gate looks at every third.
    if !KillTests.isFull { lives = lives.enumerated().filter { $0.offset % 3 == 0 }.map(\.element) }
    var all: [String] = []
    for (deed, isAnswered) in lives {
      let standIn = try StandInFirestore()
      defer { standIn.stop() }
      let found = try await Self.life(try TemporaryFolder(), standIn, upTo: deed, isAnswered: isAnswered)
      all += found.map { "\(deed), \(isAnswered ? "answered" : "cut"): \($0)" }
    }
    #expect(all.isEmpty, "\(all.joined(separator: "\n"))")
    print("kills of a studio: \(lives.count) lives; \(all.count) faults")
  }
}
