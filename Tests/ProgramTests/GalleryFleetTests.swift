import AsyncHTTPClient
import BoothCore
import BoothTesting
import FoundationEssentials
import NIOCore
import NIOHTTP1
import S3Storage
import Testing

@testable import CommandSupport

/// Two real galleries over one bucket of SeaweedFS, a real booth that uploads to one, and a phone that reads at the other.
@Suite(.serialized, .timeLimit(.minutes(15))) struct GalleryFleetTests {
  private static let secrets = [
    "BOOTH_GALLERY_TOKEN": "a token of the fleet", "BOOTH_GALLERY_UPLOAD_SECRET": "a secret of the fleet",
    "AWS_ACCESS_KEY_ID": WeedServer.accessKey, "AWS_SECRET_ACCESS_KEY": WeedServer.secretKey,
  ]

  private struct Reply {
    var status: Int
    var headers: HTTPHeaders
    var bytes: [UInt8]
    var text: String { String(answer: bytes) }
  }

  /// Goes where it is told, and nowhere else.
  private static let http = HTTPClient(configuration: HTTPClient.Configuration(redirectConfiguration: .disallow))

  private static func ask(
    _ url: String, _ headers: [(String, String)] = [], method: HTTPMethod = .GET
  ) async throws -> Reply {
    var request = HTTPClientRequest(url: url)
    request.method = method
    for (name, value) in headers { request.headers.add(name: name, value: value) }
    let response = try await http.execute(request, timeout: .minutes(10))
    return Reply(
      status: Int(response.status.code), headers: response.headers,
      bytes: Array(buffer: try await response.body.collect(upTo: 64 << 20)))
  }

  private struct EndedError: Error {}

  private struct Gallery {
    var program: RunningProgram
    var base: String

    static func start(_ folder: TemporaryFolder, _ name: String, _ weed: WeedServer) async throws -> Gallery {
      let program = try RunningProgram(
        [
          "gallery", "--data", folder.path(name), "--gallery-host", "127.0.0.1", "--gallery-port", "0", "--events",
          Program.bundledEvents, "--bucket", "s3://fleet/below?endpoint=\(weed.endpoint)",
        ], environment: secrets)
      while let line = await program.nextLine() {
        guard let base = line.firstMatch(of: /http:\/\/127[^ ]+/) else { continue }
        #expect(line.contains("objects in s3://fleet at"))
        return Gallery(program: program, base: "\(base.0)")
      }
      throw EndedError()
    }
  }

  private static func bucket(_ weed: WeedServer) async throws -> S3Bucket {
    let bucket = S3Bucket(
      try S3Settings(bucket: "fleet", endpoint: weed.endpoint),
      credentials: S3Credentials(accessKey: WeedServer.accessKey, secretKey: WeedServer.secretKey))
    #expect(
      try await Program.until {
        do throws(S3Error) {
          try await bucket.make()
          return true
        } catch { return false }
      })
    return bucket
  }

  @Test(
    .enabled(if: WeedServer.program != nil, "there is no SeaweedFS: weed is not in the path, and BOOTH_WEED is not set")
  )
  func `a booth's session at one gallery is read at the other, straight from the bucket, and erased at both`()
    async throws
  {
    let weed = try WeedServer(program: try #require(WeedServer.program))
    defer { weed.stop() }
    let bucket = try await Self.bucket(weed)
    let folder = try TemporaryFolder()
    let one = try await Gallery.start(folder, "one", weed)
    defer { one.program.end() }
    let other = try await Gallery.start(folder, "other", weed)
    defer { other.program.end() }
    let booth = folder.path("booth")
    let run = try await Program.run(
      [
        "run", "--mock-camera", "--lab", "--screen", "log", "--sessions", "1", "--event", "wedding", "--events",
        Program.bundledEvents, "--data", booth, "--gallery-url", one.base,
      ], environment: Self.secrets)
    #expect(run.code == 0, "\(run.errors)")
    let sessions = try await Program.run(["session", "list", "--json", "--data", booth]).output
    let session = try #require(sessions.firstMatch(of: /"link" : "[^"]*\/s\/([^"]+)"/).map { String($0.1) })

    let page = try await Self.ask(other.base + "/s/\(session)")
    #expect(page.status == 200 && page.headers.first(name: "Referrer-Policy") == "no-referrer")
    let media = Set(page.text.matches(of: /(\/api\/media\?path=[^"#]*)/).map { String($0.1) })
    #expect(media.count { $0.contains("photo_") } >= 3 && media.contains { $0.contains("video_0") }, "\(page.text)")
    let policy = try #require(page.headers.first(name: "Content-Security-Policy"))
    #expect(policy.contains(weed.endpoint))
    var addresses: [String] = []
    for link in media.sorted() {
      let answer = try await Self.ask(other.base + link)
      let address = try #require(answer.headers.first(name: "Location"), "\(answer.status)")
      #expect(answer.status == 302 && address.hasPrefix(weed.endpoint + "/fleet/below/events/"))
      let whole = try await Self.ask(address)
      #expect(whole.status == 200 && whole.bytes.count > 1000)
      let type = try #require(whole.headers.first(name: "Content-Type"))
      #expect(type.hasPrefix("image/") || type.hasPrefix("video/"))
      let part = try await Self.ask(address, [("Range", "bytes=100-199")])
      #expect(part.status == 206 && part.bytes == Array(whole.bytes[100..<200]))
      // The contract's way gives the same.
      let asset = try await Self.ask(other.base + link.replacing("/media", with: "/asset"))
      #expect(asset.status == 200 && asset.bytes == whole.bytes)
      addresses.append(address)
    }
    // The event's list, which is for those who have its link.
    let event = try #require(addresses[0].firstMatch(of: /\/events\/([0-9]+)\//).map { String($0.1) })
    let token = [("X-FotoX-Key", "a token of the fleet")]
    #expect(try await Self.ask(other.base + "/e/\(event)").status == 403)
    let link = try await Self.ask(other.base + "/api/events/\(event)/link", token).text
    let key = try #require(link.firstMatch(of: /key=[A-Za-z0-9_-]+/)).0
    let list = try await Self.ask(other.base + "/e/\(event)?\(key)")
    #expect(list.status == 200 && list.text.contains("/s/\(session)\""), "\(list.text)")
    #expect(try await Self.ask(other.base + "/api/events/\(event)?\(key)").text.contains(session))

    let erased = try await Self.ask(
      one.base + "/api/sessions/\(event)/\(session)", token, method: .DELETE)
    #expect(erased.status == 200, "\(erased.text)")
    #expect(try await Self.ask(other.base + "/s/\(session)").status == 410)
    #expect(try await !Self.ask(other.base + "/api/events/\(event)?\(key)").text.contains(session))
    for address in addresses { #expect(try await Self.ask(address).status == 404) }
    let left = try await bucket.keys(prefix: "below/")
    #expect(left.contains("below/sessions/\(session)/erased.json"))
    #expect(left.allSatisfy { !$0.contains(session) || $0.hasSuffix("/erased.json") }, "\(left)")
    // A gallery that begins now knows all that.
    other.program.end()
    let third = try await Gallery.start(folder, "third", weed)
    defer { third.program.end() }
    #expect(try await Self.ask(third.base + "/s/\(session)").status == 410)
    try await bucket.shutdown()
  }

  private struct CheckAnswer: Decodable {
    struct Check: Decodable { var part, verdict, words: String }
    var bucket: String
    var serves: Bool
    var checks: [Check]
  }

  /// - Parameter words: behind the bucket's name.
  private static func check(_ bucket: String, _ more: [String] = []) async throws -> Program.Outcome {
    try await Program.run(["gallery", "check", "--bucket", bucket] + more, environment: secrets)
  }

  @Test(
    .enabled(if: WeedServer.program != nil, "there is no SeaweedFS: weed is not in the path, and BOOTH_WEED is not set")
  )
  func `a check finds a bucket that serves, and leaves nothing in it`() async throws {
    let weed = try WeedServer(program: try #require(WeedServer.program))
    defer { weed.stop() }
    let bucket = try await Self.bucket(weed)
    let said = try await Self.check("s3://fleet/below?endpoint=\(weed.endpoint)")
    #expect(said.code == 0 && said.errors.isEmpty, "\(said.errors)")
    #expect(said.output.split(separator: "\n").dropLast().allSatisfy { $0.hasPrefix("good  ") }, "\(said.output)")
    #expect(said.output.hasSuffix("can serve events from several machines\n"))
    let json = try await Self.check("s3://fleet?endpoint=\(weed.endpoint)", ["--json"])
    let answer = try JSONDecoder().decode(CheckAnswer.self, from: Data(json.output.utf8))
    #expect(json.code == 0 && answer.serves && answer.checks.count == 11)
    #expect(answer.checks.allSatisfy { $0.verdict == "good" && !$0.words.isEmpty })
    #expect(try await bucket.keys(prefix: "").isEmpty)
    let missing = try await Self.check("s3://nowhere?endpoint=\(weed.endpoint)")
    #expect(missing.code == 1 && missing.errors.contains("there is none of this name"), "\(missing.errors)")
    try await bucket.shutdown()
  }

  @Test func `a check finds a bucket that does not serve, and says why`() async throws {
    let standIn = try StandInBucket()
    defer { standIn.stop() }
    // It looks at no signature, and at no condition.
    standIn.set([.ignoresWriteConditions])
    let place = "s3://\(StandInBucket.name)?endpoint=\(standIn.endpoint)"
    let said = try await Self.check(place)
    #expect(said.code == 1 && said.output.contains("BAD   addresses for reading: the bucket shows its objects"))
    #expect(said.output.contains("note  If-Match: not looked at"))
    #expect(said.output.hasSuffix("cannot serve events\n") && standIn.keys.isEmpty, "\(said.output)")
    let json = try await Self.check(place, ["--json"])
    let answer = try JSONDecoder().decode(CheckAnswer.self, from: Data(json.output.utf8))
    #expect(json.code == 1 && !answer.serves)
    #expect(Set(answer.checks.map(\.verdict)) == ["good", "limited", "bad"])
    let away = try await Self.check("s3://fleet?endpoint=http://127.0.0.1:1", ["--json"])
    #expect(away.code == 1 && away.output.contains("\"error\""), "\(away.output)")
    let none = try await Program.run(["gallery", "check"], environment: Self.secrets)
    #expect(none.code == 64 && none.errors.contains("--bucket"), "\(none.errors)")
  }

  private struct EventAnswer: Decodable {
    var event: Int
    var hasPIN, isOver, isDamaged: Bool
    var expires: String?
  }

  @Test(arguments: [true, false])
  func `an owner gives an event a PIN and an end while its gallery serves`(_ isBucket: Bool) async throws {
    let folder = try TemporaryFolder()
    let standIn = try StandInBucket()
    defer { standIn.stop() }
    let bucket = isBucket ? ["--bucket", "s3://\(StandInBucket.name)/below?endpoint=\(standIn.endpoint)"] : []
    let data = ["--data", folder.path("data")]
    let program = try RunningProgram(
      ["gallery", "--gallery-host", "127.0.0.1", "--gallery-port", "0", "--events", Program.bundledEvents] + data
        + bucket,
      environment: Self.secrets)
    defer { program.end() }
    var base = ""
    while base.isEmpty, let line = await program.nextLine() {
      base = line.firstMatch(of: /http:\/\/127[0-9.:]+/).map { "\($0.0)" } ?? ""
    }
    func events(_ arguments: [String]) async throws -> Program.Outcome {
      try await Program.run(["gallery", "events"] + arguments + data + bucket, environment: Self.secrets)
    }
    #expect(try await Self.ask(base + "/e/777").status == 200)
    let set = try await events(["set", "777", "--pin", "48 29 13", "--expires", "2080-12-31"])
    #expect(set.code == 0 && set.output.hasPrefix("event 777: its page asks for a PIN, open until 20"), "\(set)")
    #expect(!set.output.contains("482913"))
    let asked = try await Self.ask(base + "/e/777")
    #expect(asked.status == 403 && asked.text.contains("name=\"pin\""))
    var request = HTTPClientRequest(url: base + "/e/777")
    request.method = .POST
    request.body = .bytes(ByteBuffer(string: "pin=482913"))
    let opened = try await Self.http.execute(request, timeout: .minutes(10))
    #expect(
      opened.status == .seeOther && opened.headers.first(name: "Set-Cookie")?.hasPrefix("booth_event_777=") == true)
    let over = try await events(["set", "777", "--expires", "2020-01-01T00:00:00Z", "--json"])
    let answer = try JSONDecoder().decode(EventAnswer.self, from: Data(over.output.utf8))
    #expect(answer.event == 777 && answer.hasPIN && answer.isOver && !answer.isDamaged)
    #expect(answer.expires == "2020-01-01T00:00:00Z")
    #expect(try await Self.ask(base + "/e/777").status == 410)
    #expect(
      try await events(["set", "777", "--pin", "none", "--expires", "never"]).output.hasSuffix("no PIN, no end\n"))
    #expect(try await Self.ask(base + "/e/777").status == 200)
    #expect(try await events(["show", "777"]).output == "event 777: no PIN, no end\n")
    for wrong in [
      ["set", "777"], ["set", "0", "--pin", "none"], ["set", "777", "--pin", "12345"],
      ["set", "777", "--pin", "12345a"],
      ["set", "777", "--expires", "soon"], ["show", "wedding"],
    ] {
      let outcome = try await events(wrong)
      #expect(outcome.code == 64 && outcome.errors.contains("expected"), "\(wrong): \(outcome)")
    }
    let moderated = try await events(["set", "777", "--moderated"])
    if isBucket {
      #expect(moderated.code == 0 && moderated.output.contains("new sessions wait for the host"), "\(moderated)")
      let path = try #require(moderated.output.firstMatch(of: /\/e\/777\/host\?key=[A-Za-z0-9_-]{22}/)).0
      #expect(try await Self.ask(base + path).status == 200)
      #expect(try await events(["set", "777", "--no-moderated"]).code == 0)
    } else {
      #expect(moderated.code == 1 && moderated.errors.contains("over a bucket"), "\(moderated)")
    }
    // Without the secret a PIN could be set that no gallery takes.
    if isBucket {
      let bare = ["AWS_ACCESS_KEY_ID": "AK", "AWS_SECRET_ACCESS_KEY": "secret"]
      let outcome = try await Program.run(
        ["gallery", "events", "set", "777", "--pin", "482913", "--data", folder.path("other")] + bucket,
        environment: bare)
      #expect(outcome.code == 1 && outcome.errors.contains("gallery.upload_secret"), "\(outcome)")
    }
  }

  private struct TokenAnswer: Decodable {
    var name, id: String
    var token: String?
    var events: [Int]?
  }

  /// Asks where a booth's files may go.
  private static func presign(_ base: String, _ event: Int, _ token: String) async throws -> Int {
    var request = HTTPClientRequest(url: base + "/api/presign")
    request.method = .POST
    request.headers.add(name: "X-FotoX-Key", value: token)
    request.body = .bytes(
      ByteBuffer(
        string:
          "{\"event_id\":\(event),\"session_id\":\"A-\(event)\",\"files\":[{\"path\":\"events/\(event)/sessions/A-\(event)/a.jpg\"}]}"
      ))
    return Int(try await http.execute(request, timeout: .minutes(10)).status.code)
  }

  @Test(arguments: [true, false])
  func `an owner gives a booth a token of its own and ends it, while the gallery serves`(_ isBucket: Bool) async throws
  {
    let folder = try TemporaryFolder()
    let standIn = try StandInBucket()
    defer { standIn.stop() }
    let bucket = isBucket ? ["--bucket", "s3://\(StandInBucket.name)/below?endpoint=\(standIn.endpoint)"] : []
    let data = ["--data", folder.path("data")]
    let program = try RunningProgram(
      ["gallery", "--gallery-host", "127.0.0.1", "--gallery-port", "0", "--events", Program.bundledEvents] + data
        + bucket,
      environment: Self.secrets)
    defer { program.end() }
    var base = ""
    while base.isEmpty, let line = await program.nextLine() {
      base = line.firstMatch(of: /http:\/\/127[0-9.:]+/).map { "\($0.0)" } ?? ""
    }
    func tokens(_ arguments: [String]) async throws -> Program.Outcome {
      try await Program.run(["gallery", "tokens"] + arguments + data + bucket, environment: Self.secrets)
    }
    #expect(try await tokens(["list"]).output == "there are no tokens but the common one\n")
    let added = try await tokens(["add", "Booth 3", "--for", "777,778", "--json"])
    let answer = try JSONDecoder().decode(TokenAnswer.self, from: Data(added.output.utf8))
    let token = try #require(answer.token)
    #expect(added.code == 0 && answer.events == [777, 778] && token.hasPrefix("booth-"))
    #expect(try await Self.presign(base, 777, token) == 200)
    #expect(try await Self.presign(base, 779, token) == 403)
    #expect(try await Self.presign(base, 779, "a token of the fleet") == 200)
    let list = try await tokens([])
    #expect(list.code == 0 && list.output.contains("Booth 3") && list.output.contains("777,778"), "\(list)")
    #expect(!list.output.contains(token) && list.output.contains(answer.id))
    let ended = try await tokens(["end", answer.id])
    #expect(ended.output == "1 token ended: Booth 3 (\(answer.id))\n", "\(ended)")
    // Within five seconds.
    #expect(try await Program.until { try await Self.presign(base, 777, token) == 401 })
    #expect(try await Self.presign(base, 777, "a token of the fleet") == 200)
    #expect(try await tokens(["end", "Booth 3"]).code == 64)
    for wrong in [
      ["add", ""], ["add", "a\nb"], ["add", "x", "--for", ""], ["add", "x", "--for", "7,,8"],
      ["add", "x", "--for", "0"], ["add", "x", "--for", "07"],
    ] {
      let outcome = try await tokens(wrong)
      #expect(outcome.code == 64 && outcome.errors.contains("expected"), "\(wrong): \(outcome)")
    }
    #expect(try await tokens(["list"]).output == "there are no tokens but the common one\n")
  }

  @Test func `an owner ends an event, deletes it, and moves the gallery`() async throws {
    let folder = try TemporaryFolder()
    let standIn = try StandInBucket()
    defer { standIn.stop() }
    let place = "s3://\(StandInBucket.name)/below?endpoint=\(standIn.endpoint)"
    let data = folder.path("data")
    let program = try RunningProgram(
      [
        "gallery", "--gallery-host", "127.0.0.1", "--gallery-port", "0", "--events", Program.bundledEvents, "--data",
        data,
      ], environment: Self.secrets)
    defer { program.end() }
    var base = ""
    while base.isEmpty, let line = await program.nextLine() {
      base = line.firstMatch(of: /http:\/\/127[0-9.:]+/).map { "\($0.0)" } ?? ""
    }
    for event in [777, 778] { #expect(try await Self.presign(base, event, "a token of the fleet") == 200) }
    func run(_ arguments: [String]) async throws -> Program.Outcome {
      try await Program.run(["gallery"] + arguments, environment: Self.secrets)
    }
    let open = try await run(["events", "end", "777", "--delete", "--data", data])
    #expect(open.code == 1 && open.errors.contains("is open"), "\(open)")
    let end = try await run(["events", "end", "777", "--data", data])
    #expect(end.code == 0 && end.output.hasPrefix("event 777: over since 20"), "\(end)")
    #expect(try await Self.ask(base + "/e/777").status == 410)
    let deleted = try await run(["events", "end", "777", "--delete", "--data", data])
    #expect(deleted.code == 0 && deleted.output.hasPrefix("event 777: deleted: "), "\(deleted)")
    // The gallery goes on while it is moved.
    let first = try await run(["move", data, place])
    #expect(first.code == 0 && first.output.contains("repeat with --finish"), "\(first)")
    #expect(try await Self.presign(base, 779, "a token of the fleet") == 200)
    program.end()
    let last = try await run(["move", data, place, "--finish"])
    #expect(last.code == 0 && last.output.contains("done: start the galleries of s3://"), "\(last)")
    #expect(standIn.keys.contains("below/sessions/A-779/announced.json"), "\(standIn.keys)")
    #expect(!standIn.keys.contains("below/private/move.json"))
    let again = try await run(["move", data, place])
    #expect(again.code == 1 && again.errors.contains("not moved there"), "\(again)")
    let nowhere = try await run(["move", folder.path("nowhere"), place])
    #expect(nowhere.code == 1 && nowhere.errors.contains("is not there"), "\(nowhere)")
  }

  @Test func `metrics are on an address of their own, and nowhere else`() async throws {
    let folder = try TemporaryFolder()
    let place = ["--data", folder.path("data"), "--gallery-host", "127.0.0.1", "--gallery-port", "0"]
    let program = try RunningProgram(
      ["gallery"] + place + ["--events", Program.bundledEvents, "--metrics", "127.0.0.1:0"])
    defer { program.end() }
    var bases: [String] = []
    while bases.count < 2, let line = await program.nextLine() {
      if let base = line.firstMatch(of: /http:\/\/127[0-9.:]+/) { bases.append("\(base.0)") }
    }
    try #require(bases.count == 2)
    #expect(try await Self.ask(bases[0] + "/health").status == 200)
    #expect(try await Self.ask(bases[0] + "/ready").status == 200)
    #expect(try await Self.ask(bases[0] + "/metrics").status == 404)
    let metrics = try await Self.ask(bases[1] + "/metrics")
    #expect(metrics.status == 200)
    #expect(metrics.headers.first(name: "Content-Type") == "text/plain; version=0.0.4; charset=utf-8")
    #expect(metrics.text.contains("booth_gallery_requests_total{route=\"/ready\",status=\"2xx\"} 1\n"))
    #expect(metrics.text.contains("booth_gallery_open_connections 1\n"), "\(metrics.text)")
    for path in ["/", "/health", "/e/7"] { #expect(try await Self.ask(bases[1] + path).status == 404, "\(path)") }
    let wrong = try await Program.run(["gallery"] + place + ["--metrics", "nine"])
    #expect(wrong.code == 64 && wrong.errors.contains("expected ADDRESS:PORT"), "\(wrong.errors)")
  }

  @Test func `a gallery of a bucket says what it needs, and does not begin without it`() async throws {
    let folder = try TemporaryFolder()
    try folder.put("keys", Array("[default]\naws_access_key_id = AK\n".utf8))
    let place = ["gallery", "--data", folder.path("data"), "--gallery-host", "127.0.0.1", "--gallery-port", "0"]
    var bare = Self.secrets
    bare["AWS_SECRET_ACCESS_KEY"] = nil
    var unsigned = Self.secrets
    unsigned["BOOTH_GALLERY_UPLOAD_SECRET"] = nil
    let cases: [(String, [String: String], String)] = [
      ("fleet", Self.secrets, "it begins with s3://"), ("s3://", Self.secrets, "the bucket's name follows s3://"),
      ("s3://fleet?endpoint=http://s3.example.org", Self.secrets, "use https"),
      ("s3://fleet?secret=x", Self.secrets, "is none of endpoint="),
      ("s3://fleet?endpoint=http://127.0.0.1:1", bare, "AWS_SECRET_ACCESS_KEY"),
      ("s3://fleet?endpoint=http://127.0.0.1:1&credentials=\(folder.path("keys"))", bare, "holds no keys"),
      ("s3://fleet?endpoint=http://127.0.0.1:1", unsigned, "gallery.upload_secret"),
    ]
    for (bucket, environment, words) in cases {
      let outcome = try await Program.run(place + ["--bucket", bucket], environment: environment)
      #expect(outcome.code != 0 && outcome.errors.contains(words), "\(bucket): \(outcome.errors)")
      #expect(!outcome.errors.contains("secretsecret") && !outcome.errors.contains("a secret of the fleet"))
    }
    // A bucket that is not there says so, and one that is away is waited for.
    let standIn = try StandInBucket()
    standIn.dropBucket()
    let gone = try await Program.run(
      place + ["--bucket", "s3://\(StandInBucket.name)?endpoint=\(standIn.endpoint)"], environment: Self.secrets)
    #expect(gone.code != 0 && gone.errors.contains("there is none of this name"), "\(gone.errors)")
    standIn.stop()
    let away = try RunningProgram(
      place + ["--bucket", "s3://fleet?endpoint=http://127.0.0.1:1"], environment: Self.secrets)
    defer { away.end() }
    var base: String?
    while base == nil, let line = await away.nextLine() {
      base = line.firstMatch(of: /http:\/\/127[^ ]+/).map { "\($0.0)" }
    }
    let page = try await Self.ask(try #require(base) + "/e/7", [("Accept", "text/html")])
    #expect(page.status == 503 && page.headers.first(name: "Retry-After") == "5")
  }
}
