import AsyncHTTPClient
import BoothCore
import BoothTesting
import Documents
import FoundationEssentials
import Imaging
import NIOCore
import NIOHTTP1
import Reports
import StudioModel
import StudioStore
import StudioTesting
import Testing
import WebSupport

@testable import StudioServer

/// The real studio with three organisations: its own, and two whose Firebases are stand-ins. People of the two have the same e-mail
/// addresses and passwords. Each has something of everything, and in all that it has there stands a word that only its people may
/// ever read.
final class Houses: Sendable {
  /// One of the three.
  enum House: String, Sendable, CaseIterable {
    case own, far, next

    /// Whose things its people ask for: the studio's own and one elsewhere, and two elsewhere, both ways.
    var others: [House] { self == .far ? [.own, .next] : [.far] }
    /// Stands in all that is theirs.
    var word: String {
      switch self {
      case .own: "Marzipan-Of-The-Own"
      case .far: "Saffron-Of-The-Far"
      case .next: "Cardamom-Of-The-Next"
      }
    }
    var id: String { rawValue + "things" }
    var critique: String { "CRITIQUE" + rawValue.uppercased() + String(repeating: "A", count: 12 - rawValue.count) }
    var report: String { String(repeating: "0\(letter)", count: 16) }
    var hash: String { String(repeating: "c\(letter)", count: 32) }
    var booth: String { "booth" + rawValue }
    private var letter: String { self == .own ? "a" : self == .far ? "b" : "c" }
    /// Where its people sign in, and its project; nil for the studio's own.
    var door: String? { self == .own ? nil : "door-" + rawValue }
    var project: String { "project-" + rawValue }
    /// As its documents call it; the studio's own has one by chance.
    var organisation: String { "org-" + rawValue }
    func user(_ standing: Standing) -> String { "\(rawValue)-\(standing.name)" }
  }

  static let password = "a long password"

  let folder: TemporaryFolder
  let base: String
  /// Who is signed in, by house and standing.
  let cookies: [House: [String: String]]
  /// An administrator of each house at another place, who looks and signs no person out.
  let watchers: [House: String]

  private init(
    _ folder: TemporaryFolder, _ base: String, _ cookies: [House: [String: String]], _ watchers: [House: String]
  ) {
    (self.folder, self.base, self.cookies, self.watchers) = (folder, base, cookies, watchers)
  }

  static func run(_ body: (Houses) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    var standIns: [House: StandInFirestore] = [:]
    defer { for standIn in standIns.values { standIn.stop() } }
    for house in House.allCases where house.door != nil {
      let standIn = try StandInFirestore(project: house.project)
      standIn.setRules(true)
      standIns[house] = standIn
    }
    for house in House.allCases {
      for name in ["a", "b"] {
        let red: UInt8 = house == .own ? 200 : house == .far ? 40 : 120
        let colour = RGBColor(red: red, green: 90, blue: name == "a" ? 20 : 220)
        try folder.put(
          "\(house.rawValue)/\(house.word)-\(name).jpg",
          try JPEGCodec().encode(Bitmap(size: PixelSize(width: 300, height: 200), color: colour)))
      }
      try folder.put("\(house.rawValue)/\(house.word)-c.gif", moving)
      try FileManager.default.createDirectory(
        atPath: folder.path("copies-\(house.rawValue)"), withIntermediateDirectories: true)
    }
    var cookies = [House.own: try await enter(folder)]
    for (house, standIn) in standIns { try await enlist(house, standIn, folder) }
    let program = try RunningProgram(
      ["studio", "--listen", "127.0.0.1:0", "--data", folder.path("data"), "--log-level", "error"],
      environment: ["BOOTH_STUDIO_WEATHER_URL": "none"])
    defer { program.end() }
    let (base, _) = try await StudioVisitor.meet(program, isFirst: false)
    var watchers = [House.own: try await signIn(base, "admin")]
    for house in House.allCases {
      guard let door = house.door else { continue }
      for standing in Standing.all {
        cookies[house, default: [:]][standing.name] = try await signIn(base, "\(standing.name)@example.org", door)
      }
      watchers[house] = try await signIn(base, "admin@example.org", door)
    }
    try await body(Houses(folder, base, cookies, watchers))
    withExtendedLifetime(folder) {}
  }

  /// - Parameter door: where the account is; nil: the studio's own.
  private static func signIn(_ base: String, _ name: String, _ door: String? = nil) async throws -> String {
    let visitor = StudioVisitor(base)
    let at = door.map { ["at": $0] } ?? [:]
    let reply = try await visitor.post("/sign-in", at.merging(["name": name, "password": password]) { $1 })
    try #require(reply.status == 303, "\(reply)")
    return try #require(await visitor.cookie.map { String($0.drop { $0 != "=" }.dropFirst()) })
  }

  /// A GIF of two frames of one pixel.
  private static let moving: [UInt8] = {
    let frame: [UInt8] =
      [0x21, 0xF9, 4, 0, 10, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0] + [2, 2, 0x44, 1, 0]
    return Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 200, 40, 40, 0, 0, 0] + frame + frame + [0x3B]
  }()

  // MARK: What is there before

  /// The studio's own people, their documents, and a booth of each house.
  private static func enter(_ folder: TemporaryFolder) async throws -> [String: String] {
    let now = Date().timeIntervalSince1970
    let accounts = try SQLiteAccountStore.cheap(in: folder)
    defer { accounts.close() }
    var found: [String: String] = [:]
    for standing in Standing.all {
      let secret = try await accounts.invite(
        .join(standing, name: nil), to: accounts.organisation, by: nil, at: now)
      found[standing.name] = try await accounts.accept(
        secret, name: standing.name, displayName: House.own.word, password: password, agent: "", at: now)
    }
    _ = try await accounts.invite(
      .join(Standing(.employee), name: House.own.word), to: accounts.organisation, by: nil, at: now)
    let people = try await accounts.people(of: accounts.organisation)
    let target = try #require(people.first { $0.standing == .photographer })
    let documents = try SQLiteDocumentStore(path: folder.path("data/studio/documents.sqlite"))
    defer { documents.close() }
    _ = try await documents.commit(writes(.own, accounts.organisation, target.id))
    let booths = House.allCases.map { house in
      let organisation = house == .own ? "" : #","organisation":"\#(house.organisation)""#
      return
        #"{"id":"\#(house.booth)","name":"\#(house.word)","address":"http://127.0.0.1:1","account":"x","password":"x","secret":"xxxxxxxxxxxxxxxxxxxxxxxx"\#(organisation)}"#
    }
    try folder.put("data/studio/booths.json", Array("[\(booths.joined(separator: ","))]".utf8))
    return found
  }

  /// An organisation elsewhere, as its apps and its project have it.
  private static func enlist(_ house: House, _ standIn: StandInFirestore, _ folder: TemporaryFolder) async throws {
    for standing in Standing.all {
      let user = house.user(standing)
      standIn.enlist(user, email: "\(standing.name)@example.org", password: password)
      try standIn.write([
        .set(
          try DocumentPath("users/\(user)"),
          [
            "organizationID": .string(house.organisation), "role": .string(standing.role.rawValue),
            "isPhotographer": .boolean(standing.isPhotographer), "firstName": .string(house.word),
            "lastName": .string(standing.name), "email": .string("\(standing.name)@example.org"),
          ])
      ])
    }
    let target = UserID(house.user(Standing.photographer))
    try standIn.write(writes(house, OrganisationID(house.organisation), target))
    let base = "http://\(standIn.host)"
    let added = try await Program.run([
      "studio", "organisation", "add", "School \(house.rawValue)", "--id", house.door ?? "", "--project", house.project,
      "--key", "key", "--bucket", "test-bucket", "--firestore-url", base, "--storage-url", base, "--accounts-url", base,
      "--tokens-url", base, "--data", folder.path("data"),
    ])
    try #require(added.code == 0, "\(added)")
  }

  private static func writes(
    _ house: House, _ organisation: OrganisationID, _ target: UserID
  ) throws -> [DocumentWrite] {
    // As the organisation's apps write one.
    let critique: DocumentFields = [
      "organizationId": .string(organisation.text), "submitterId": .string(target.text),
      "submitterName": .string(house.word), "targetPhotographerId": .string(target.text),
      "targetPhotographerName": .string(house.word), "photographerId": .string(target.text),
      "photographerName": .string(house.word), "imageUrls": .array([]), "thumbnailUrls": .array([]), "imageUrl": "",
      "thumbnailUrl": "", "imageCount": .integer(0), "status": "published", "managerNotes": .string(house.word),
      "notes": .string(house.word), "exampleType": "example", "type": "example",
    ]
    let template = ReportTemplate(
      id: house.id, name: house.word, shootType: "sports", organisation: organisation.text,
      fields: [TemplateField("notes", .textarea, "Notes")])
    let report = ReportSubmission(
      key: house.report, date: "2024-01-15", answers: ["notes": .string(house.word)],
      attachments: [
        ReportAttachment(sha256: house.hash, sizeBytes: 7, type: "image/jpeg", name: house.word + ".jpg", field: "")
      ]
    ).document(
      template, by: Principal(user: target, organisation: organisation, standing: .photographer),
      photographer: house.word)
    return [
      .set(try DocumentPath("photoCritiques/\(house.critique)"), critique, serverTimes: ["createdAt", "updatedAt"]),
      .set(try DocumentPath("reportTemplates/\(house.id)"), template.document, serverTimes: ["createdAt"]),
      .set(try DocumentPath("dailyJobReports/\(house.report)"), report.fields, serverTimes: report.serverTimes),
      .set(
        try DocumentPath("schools/\(house.id)"),
        ReportSchool(id: house.id, name: house.word, coordinates: "1,1").document(organisation: organisation)),
    ]
  }

  // MARK: Asking

  struct Reply: Sendable {
    var status: Int
    /// Headers and body, as far as it is text.
    var text: String
    var type: String
  }

  /// - Parameters:
  ///   - fields: of a form; nil: it is read.
  ///   - json: what a script sends instead.
  func ask(
    _ path: String, _ cookie: String, _ fields: [String: String]? = nil, json: String? = nil
  ) async throws -> Reply {
    var request = HTTPClientRequest(url: base + path)
    request.headers.add(name: "Cookie", value: "\(StudioPass.cookie)=\(cookie)")
    if let json {
      request.method = .POST
      request.headers.add(name: "Origin", value: base)
      request.headers.add(name: "X-Booth-Token", value: StudioPass.token(cookie))
      request.body = .bytes(ByteBuffer(string: json))
    } else if let fields {
      request.method = .POST
      request.headers.add(name: "Origin", value: base)
      request.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
      let all = fields.merging(["token": StudioPass.token(cookie)]) { $1 }
      request.body = .bytes(
        ByteBuffer(
          string: all.map { "\(PercentEncoding.component($0.key))=\(PercentEncoding.component($0.value))" }
            .joined(separator: "&")))
    }
    let response = try await Self.client.execute(request, timeout: .minutes(10))
    var bytes = ByteBuffer()
    let type = response.headers.first(name: "Content-Type") ?? ""
    for try await piece in response.body {
      bytes.writeImmutableBuffer(piece)
      // News end with the listener.
      if type == "text/event-stream" { break }
    }
    let headers = response.headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
    return Reply(
      status: Int(response.status.code), text: headers + "\n\n" + String(answer: bytes.readableBytesView), type: type)
  }

  func cookie(_ house: House, _ standing: Standing) throws -> String {
    try #require(cookies[house]?[standing.name])
  }

  private static let client = HTTPClient(
    eventLoopGroupProvider: .singleton, configuration: .init(redirectConfiguration: .disallow))
}
