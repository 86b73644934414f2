import BoothArchives
import BoothCore
import BoothStore
import BoothSystem
import BoothTesting
import Dispatch
import FoundationEssentials
import Testing

@testable import CommandSupport
@testable import booth

/// `booth support`, of real booths.
@Suite(.serialized, .timeLimit(.minutes(15))) struct SupportTests {
  private let folder: TemporaryFolder
  private var data: String { folder.path("data") }

  init() throws { folder = try TemporaryFolder() }

  private func members(_ path: String) throws -> [String: [UInt8]] {
    let bytes = try folder.read(path)
    let reader = try ZIPReader(sizeBytes: UInt64(bytes.count)) { offset, count throws(ArchiveFault) in
      guard Int(offset) + count <= bytes.count else { throw ArchiveFault("ends too early") }
      return Array(bytes[Int(offset)..<Int(offset) + count])
    }
    return Dictionary(uniqueKeysWithValues: try reader.entries.map { ($0.name, try reader.read($0)) })
  }

  private func text(_ bytes: [UInt8]?) -> String { String(decoding: bytes ?? [], as: UTF8.self) }

  private static let event = "anna-und-ben"
  private static let guest = "nora.guest@mail.example"
  private static let secrets = [
    "gallery.token": "t0ken-of-the-gallery-77", "gallery.upload_secret": "upl0ad-secret-of-ours-88",
    "firebase.password": "f1rebase-passw0rd-99", "wifi.password": "w1fi-passw0rd-22",
  ]
  private static let password = "br0ker-passw0rd-55"
  private static let hookSecret = "h00k-secret-0123456789-66"
  private static let hookKey = "h00kkey44"
  private static let network = "Nora & Tom's dance floor"
  private static let userinfo = "anna:url-passw0rd-33"

  /// A booth that has played two sessions of a wedding, one of which left an address, with secrets in all places.
  /// - Returns: all that may be in no bundle.
  private func playedBooth() async throws -> [String] {
    try folder.put(
      "events/\(Self.event)/event.json", Array(#"{"id": 101, "name": "Anna & Ben", "date": "2026-06-20"}"#.utf8))
    let run = try await Program.run(
      [
        "run", "--mock-camera", "--lab", "--screen", "log", "--sessions", "2", "--event", Self.event, "--gallery-host",
        "127.0.0.1", "--gallery-port", "0", "--data", data, "--events", folder.path("events"),
      ])
    #expect(run.code == 0, "\(run.errors)")
    let store = try VaultSessionStore.open(folder: data)
    let sessions = try await store.sessions(limit: 10)
    #expect(sessions.count == 2)
    let address = try #require(EmailAddress(Self.guest))
    _ = try await store.keepEmail(address, of: sessions[0].id, at: WallTime(unixSeconds: 1_780_000_000))
    store.close()
    try folder.put("broker-password", Array("\(Self.password)\n".utf8))
    try folder.put("hook-secret", Array("\(Self.hookSecret)\n".utf8))
    try folder.put(
      "webhooks.json",
      Array("[{url: 'http://127.0.0.1:1/hook/\(Self.hookKey)?key=\(Self.hookKey)', secret_file: 'hook-secret'}]".utf8))
    #expect(
      Set(Self.secrets.keys) == Set(SettingKey.allCases.filter(\.isSecret).map(\.rawValue)), "each has its value here")
    let own = try #require(GallerySecrets.known(in: data))
    let ids = sessions.map(\.id.text)
    let known =
      ids + sessions.map(\.link) + [Self.event, "Anna & Ben", Self.guest, Self.password, Self.hookSecret]
      + [Self.hookKey, "url-passw0rd-33", "+49 170 5551234", Self.network]
      + Self.secrets.values + [own.uploadSecret, own.presignToken]
    // All that is known stands where a log may have it, in forms.
    let lines = known.flatMap { text in
      [
        "2026-11-29T18:00:01Z info upload failed=\(text)", "GET /x?q=\(Self.percent(text)) 404",
        "body: \(Data("a\(text)".utf8).base64EncodedString())",
      ]
    }
    let log =
      lines + [
        "wpa_supplicant: ssid=\"Anna Home\" psk=s3cr3t-psk-1", "client 192.168.77.31:51111 asked for /s/\(ids[0])",
        "session \(ids[1].prefix(8))… is uploaded",
      ]
    try folder.put("data/booth.log", Array((log.joined(separator: "\n") + "\n").utf8))
    try folder.put("said", Array((log.joined(separator: "\n") + "\n").utf8))
    _ = try folder.putProgram("tools/journalctl", "cat '\(folder.path("said"))'")
    return known + ["Anna Home", "192.168.77.31", "s3cr3t-psk-1"]
  }

  private static func percent(_ text: String) -> String {
    text.utf8.map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return "%" + (digits.count == 1 ? "0" : "") + digits
    }.joined()
  }

  private var environment: [String: String] {
    [
      "BOOTH_GALLERY_TOKEN": Self.secrets["gallery.token"]!,
      "BOOTH_GALLERY_UPLOAD_SECRET": Self.secrets["gallery.upload_secret"]!,
      "BOOTH_FIREBASE_PASSWORD": Self.secrets["firebase.password"]!,
      "BOOTH_WIFI_NAME": Self.network, "BOOTH_WIFI_PASSWORD": Self.secrets["wifi.password"]!,
      "BOOTH_GALLERY_PUBLIC_URL": "http://\(Self.userinfo)@gallery.example", "BOOTH_MQTT_URL": "mqtt://127.0.0.1:1",
      "BOOTH_MQTT_USER": "anna", "BOOTH_MQTT_PASSWORD_FILE": folder.path("broker-password"),
      "BOOTH_WEBHOOKS": folder.path("webhooks.json"), "BOOTH_OPERATOR_PHONE": "+49 170 5551234",
      "BOOTH_EVENT": Self.event, "PATH": folder.path("tools") + ":/usr/bin:/bin",
    ]
  }

  @Test func `a bundle has what helps, and nothing of guests, of hosts or of secrets`() async throws {
    let forbidden = try await playedBooth()
    let booth = try RunningProgram(
      [
        "run", "--mock-camera", "--lab", "--screen", "log", "--event", Self.event, "--gallery-host", "127.0.0.1",
        "--gallery-port", "0", "--data", data, "--events", folder.path("events"),
      ])
    defer { booth.end() }
    #expect(
      try await Program.until {
        try await Program.run(["status", "--json", "--data", data]).output.contains("\"state\" : \"idle\"")
      })
    let outcome = try await Program.run(
      ["support", "--out", folder.path("bundle.zip"), "--data", data, "--events", folder.path("events")],
      environment: environment)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(Leaks.found(forbidden, in: Array((outcome.output + outcome.errors).utf8)).isEmpty, "\(outcome.errors)")
    let members = try members("bundle.zip")
    for (name, bytes) in members {
      #expect(Leaks.found(forbidden, in: bytes).isEmpty, "\(name)")
      #expect(Leaks.found(forbidden, in: Array(name.utf8)).isEmpty, "\(name)")
    }
    #expect(Leaks.found(forbidden, in: try folder.read("bundle.zip")).isEmpty)

    // What helps.
    let expected = SupportPart.allCases.filter { $0 != .units }.map(\.rawValue) + ["README.txt"]
    for name in expected { #expect(members[name]?.isEmpty == false, "\(name): \(text(members["README.txt"]))") }
    #expect(text(members["status.json"]).contains("\"state\" : \"idle\""))
    #expect(text(members["status.json"]).contains("event-1"))
    #expect(text(members["doctor.json"]).contains("\"subject\" : \"broker\""))
    #expect(
      text(members["settings.json"]).contains("\"gallery.port\"") && text(members["settings.json"]).contains("(set, "))
    #expect(text(members["night.json"]).contains("\"begun\" : 2"))
    #expect(text(members["journal.jsonl"]).contains("\"input\":\"answered photoSaved\""))
    #expect(text(members["journal.jsonl"]).contains("\"state\":\"capture\""))
    #expect(
      text(members["machine.json"]).contains("\"kernel\"") && text(members["machine.json"]).contains("\"freeBytes\""))
    // One session has one name in all files.
    let log = text(members["log.txt"])
    #expect(log.contains("is uploaded") && log.contains("client 192.168.77.x:51111"))
    #expect(text(members["README.txt"]).contains("log.txt"))
  }

  @Test func `without the redaction the test finds all of it`() async throws {
    let forbidden = try await playedBooth()
    let settings = try await Settings(
      flags: [.data: data, .events: folder.path("events")], environment: [:], file: nil, manner: .lenient)
    let tools = SupportBundle.Tools(
      systemctl: "/bin/false", journalctl: folder.path("tools/journalctl"), patience: .seconds(60))
    func gathered(_ redaction: Redaction) async -> [SupportBundle.Member] {
      let flags = ["--data", data, "--events", folder.path("events")]
      return await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          var bundle = SupportBundle(settings, flags: flags, redaction: redaction, program: Program.path, tools: tools)
          bundle.gather(made: Date(timeIntervalSince1970: 1_780_000_000))
          continuation.resume(returning: bundle.members)
        }
      }
    }
    let open = await gathered(Redaction(.init(), isOn: false))
    let leaked = Set(open.flatMap { Leaks.found(forbidden, in: $0.bytes) })
    #expect(leaked == Set(forbidden), "not found: \(Set(forbidden).subtracting(leaked))")
    // By form alone, where nothing is known: ids, addresses and what has a name.
    let blind = await gathered(Redaction(.init()))
    let ids = forbidden.filter { $0.utf8.count == 36 && $0.contains("-") } + [Self.guest, "192.168.77.31"]
    for member in blind where member.name != "log.txt" && member.name != "booth-log.txt" {
      #expect(Leaks.found(ids, in: member.bytes).isEmpty, "\(member.name)")
    }
  }

  @Test func `a part that hangs, fails or is not there is left out, and the README says so`() async throws {
    let hanging = try folder.putProgram("hangs", "echo first; exec sleep 600")
    let settings = try await Settings(
      flags: [.data: folder.path("none")], environment: [:], file: nil, manner: .lenient)
    let tools = SupportBundle.Tools(systemctl: "/nowhere/systemctl", journalctl: hanging, patience: .milliseconds(300))
    let members = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        var bundle = SupportBundle(
          settings, flags: [], redaction: Redaction(.init()), program: "/bin/false", tools: tools)
        bundle.gather(made: Date(timeIntervalSince1970: 1_780_000_000))
        continuation.resume(returning: bundle.members)
      }
    }
    let readme = text(members.first { $0.name == "README.txt" }?.bytes)
    #expect(readme.contains("log.txt  hangs: gave no answer within 0 s, and was ended"), "\(readme)")
    #expect(readme.contains("units.txt  systemctl: could not be started: No such file or directory"), "\(readme)")
    #expect(readme.contains("status.json  booth status: exit code 1"), "\(readme)")
    #expect(readme.contains("journal.jsonl  there is none"), "\(readme)")
    #expect(Set(members.map(\.name)) == ["README.txt", "machine.json", "settings.json", "data.json"])
  }

  @Test(arguments: ["missing", "file", "damaged"]) func `a bundle is made whatever became of the data folder`(
    _ what: String
  ) async throws {
    switch what {
    case "file": try folder.put("data", [1])
    case "damaged":
      try folder.put("data/booth.sqlite", Array("no database".utf8))
      try folder.put("data/journal/journal.jsonl", Array("{\"half\": \n{}\n".utf8))
      try folder.put("data/booth.json", Array("{\"gallery\": {\"tokn\": \"s3cret-with-a-slip\"".utf8))
    default: break
    }
    let outcome = try await Program.run(
      [
        "support", "--json", "--out", folder.path("bundle.zip"), "--data", data, "--events",
        Program.putPlainEvents(folder),
      ])
    #expect(outcome.code == 0, "\(outcome.errors)")
    let members = try members("bundle.zip")
    #expect(outcome.output.contains("\"file\" : \"\(folder.path("bundle.zip"))\""))
    for name in ["README.txt", "machine.json", "settings.json", "data.json", "doctor.json"] {
      #expect(members[name] != nil, "\(name): \(text(members["README.txt"]))")
    }
    let isDamaged = what == "damaged"
    #expect(text(members["README.txt"]).contains("names of past events may be in texts") == isDamaged)
    #expect(members.values.allSatisfy { Leaks.found(["s3cret-with-a-slip"], in: $0).isEmpty })
    let again = try await Program.run(["support", "--out", folder.path("bundle.zip"), "--data", data])
    #expect(again.code == 73 && again.errors.contains("say --replace"), "\(again.errors)")
  }

  @Test func `a list writes nothing, and a full disk is a sentence`() async throws {
    let list = try await Program.run(["support", "--list", "--data", data, "--out", folder.path("bundle.zip")])
    #expect(list.code == 0 && list.output.contains("journal.jsonl"), "\(list.errors)")
    #expect(try folder.names().isEmpty)
    let full = try await Program.run(
      ["support", "--out", "/dev/full", "--data", data, "--events", Program.putPlainEvents(folder)])
    #expect(full.code == 73 && full.errors.contains("/dev/full cannot be written: No space left"), "\(full.errors)")
  }
}
