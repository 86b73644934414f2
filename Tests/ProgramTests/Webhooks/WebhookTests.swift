import BoothCore
import BoothSystem
import BoothTesting
import CommandSupport
import FoundationEssentials
import NightReports
import Testing

@testable import booth

@Suite struct WebhookTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let secret = "0123456789abcdef0123456789abcdef"

  /// Settings that name a file with this text.
  private func settings(_ text: String, secret: String = secret) async throws -> Settings {
    try folder.put("webhooks.json", Array(text.utf8))
    try folder.put("secret", Array("\(secret)\n".utf8))
    return try await Settings(
      flags: [.webhooks: folder.path("webhooks.json"), .data: folder.path("data")], environment: [:], file: nil)
  }

  private func hook(_ url: String, what: String = "") -> String {
    "[{url: \"\(url)\", secret_file: \"secret\"\(what)}]"
  }

  // MARK: The file of receivers

  @Test func `a receiver is read, with all events unless some are named`() async throws {
    let all = try #require(
      try WebhookChoice(try await settings(hook("https://example.org/a?key=1"))))
    #expect(all.webhooks.map(\.place) == ["example.org"])
    #expect(all.webhooks[0].what == Set(WebhookEvent.choices))
    #expect(all.webhooks[0].secret == Array(Self.secret.utf8))
    let some = try #require(
      try WebhookChoice(try await settings(hook("https://example.org:8443/a", what: ", what: [\"event-ended\"]"))))
    #expect(some.webhooks[0].what == [.eventEnded])
    #expect(some.webhooks[0].place == "example.org:8443")
    for near in [
      "http://127.0.0.1:9/", "http://localhost/", "http://192.168.1.4/x", "http://[::1]:80/", "http://nas.lan/",
    ] {
      let choice = try WebhookChoice(try await settings(hook(near)))
      #expect(choice?.webhooks.count == 1, "\(near)")
    }
  }

  @Test(arguments: [
    "", "{}", "[1]", "[{}]", "[{url: 5, secret_file: \"secret\"}]", "[{url: \"https://example.org\"}]",
    "[{url: \"https://example.org\", secret_file: \"secret\", more: 1}]",
    "[{url: \"https://example.org\", secret_file: \"nowhere\"}]",
    "[{url: \"https://example.org\", secret_file: \"secret\", what: []}]",
    "[{url: \"https://example.org\", secret_file: \"secret\", what: [\"trial\"]}]",
    "[{url: \"https://example.org\", secret_file: \"secret\", what: \"event-ended\"}]",
    "[{url: \"http://8.8.8.8/x\", secret_file: \"secret\"}]", "[{url: \"ftp://example.org\", secret_file: \"secret\"}]",
    "[{url: \"http://169.254.169.254/latest\", secret_file: \"secret\"}]",
    "[{url: \"https://user:word@example.org\", secret_file: \"secret\"}]",
    "[{url: \"https://example.org\", secret_file: \"secret\"}, {url: \"https://example.org\", secret_file: \"secret\"}]",
  ]) func `what cannot be used is refused, and no secret is said`(_ text: String) async throws {
    let settings = try await settings(text)
    let error = #expect(throws: CommandError.self) { try WebhookChoice(settings) }
    #expect(error.map { !$0.message.contains(Self.secret) && !$0.message.contains("word@") } == true)
  }

  @Test(arguments: ["", "short", String(repeating: "a", count: 1025)]) func `a secret that can be guessed is refused`(
    _ secret: String
  ) async throws {
    let settings = try await settings(hook("https://example.org"), secret: secret)
    let error = #expect(throws: CommandError.self) { try WebhookChoice(settings) }
    #expect(secret.isEmpty || error?.message.contains(secret) == false)
  }

  @Test func `nine receivers are too many`() async throws {
    let items = (0..<9).map { "{url: \"https://example.org/\($0)\", secret_file: \"secret\"}" }
    let settings = try await settings("[\(items.joined(separator: ","))]")
    #expect(throws: CommandError.self) { try WebhookChoice(settings) }
  }

  // MARK: Signature and message

  /// By `printf '1700000000.{"a":1}' | openssl dgst -sha256 -hmac 0123456789abcdef0123456789abcdef`.
  @Test func `the signature is the one that openssl makes`() {
    #expect(
      WebhookSignature.of("{\"a\":1}", at: 1_700_000_000, secret: Array(Self.secret.utf8))
        == "v1=f05f2539e3ae1c49aec5f8cfdad75ef6b06480b133973ffbb7ec9e18827af177")
  }

  private func message(_ what: WebhookEvent = .trial, to url: String, at time: WallTime) throws -> WebhookMessage {
    try WebhookMessage(
      to: url,
      WebhookMessage.Body(id: WebhookMessage.newID(), what: what, booth: "ABCDEFGHJK", time: TimeAnswer(time)), at: time
    )
  }

  @Test func `messages are kept as they are, so many and no more, and a report of an evening still`() throws {
    let outbox = WebhookOutbox(folder: folder.path("data"))
    #expect(outbox.ids().isEmpty && outbox.told == nil)
    let time = WallTime(unixSeconds: 1.8e9)
    let first = try message(to: "https://example.org", at: time)
    #expect(try outbox.put(first))
    #expect(outbox.message(first.id) == first)
    for _ in 1..<WebhookOutbox.most { #expect(try outbox.put(try message(to: "https://example.org", at: time))) }
    #expect(try outbox.put(try message(.faultBegan, to: "https://example.org", at: time)) == false)
    #expect(try outbox.put(try message(.eventEnded, to: "https://example.org", at: time)))
    try outbox.remove(first.id)
    #expect(outbox.message(first.id) == nil)
    try outbox.tell(SessionRef.sample().id)
    #expect(outbox.told == SessionRef.sample().id)
    #expect(outbox.ids().count == WebhookOutbox.most)
    for name in ["../secret", "told", "", String(repeating: "a", count: 500)] { #expect(outbox.message(name) == nil) }
  }

  // MARK: What is done about an answer

  private func fault(_ status: UInt, _ retryAfter: Duration? = nil) -> JobFault? {
    WebhookCall.Outcome.status(status, retryAfter: retryAfter).fault("example.org")
  }

  @Test func `an answer decides whether a message is tried again, and when`() {
    for status in [200, 202, 204, 299] as [UInt] { #expect(fault(status) == nil) }
    for status in [500, 502, 503, 429, 408] as [UInt] {
      #expect(fault(status, .seconds(30))?.kind == .mayPass && fault(status, .seconds(30))?.retryAfter == .seconds(30))
      #expect(fault(status)?.isToldAtOnce == false)
    }
    for status in [301, 302, 307, 400, 401, 403, 404, 410, 418] as [UInt] {
      #expect(fault(status)?.kind == .mayPass && fault(status)?.retryAfter == RetryPolicy.held)
      #expect(fault(status)?.isToldAtOnce == true)
    }
    #expect(WebhookCall.Outcome.none("nothing answers").fault("example.org")?.retryAfter == nil)
  }

  // MARK: What is news

  private func at(_ seconds: Double) -> Instant { Instant(nanoseconds: Int64(seconds * 1e9)) }
  private func finished(_ number: UInt8, prints: Int? = nil) -> Finished {
    var finished = Finished(session: .sample(number), timings: Timings(), photos: 3)
    finished.prints = prints
    return finished
  }
  private func upload(_ number: UInt8, quiet: Bool) -> BoothState {
    .upload(
      Upload(
        session: .sample(number), timings: Timings(), photos: 2, quiet: quiet,
        phase: .queueing(AttemptID(1), until: at(0))))
  }
  private func code(_ number: UInt8, prints: Int? = nil) -> BoothState {
    .qr(finished(number, prints: prints), shownAt: at(0), until: at(9))
  }

  @Test func `a session is told once, with its code or when its guests have gone`() {
    var watch = WebhookWatch()
    #expect(watch.follow(upload(1, quiet: false), at: at(1)).isEmpty)
    #expect(
      watch.follow(code(1, prints: 2), at: at(2)) == [.sessionFinished(photos: 3, prints: 2, withoutGuests: false)])
    #expect(watch.follow(.address(AddressForm(finished(1), phase: .typing(until: at(9)))), at: at(3)).isEmpty)
    #expect(watch.follow(code(1), at: at(4)).isEmpty)
    #expect(watch.follow(.idle, at: at(5)).isEmpty)
    _ = watch.follow(upload(2, quiet: true), at: at(6))
    #expect(watch.follow(.idle, at: at(7)) == [.sessionFinished(photos: 2, prints: 0, withoutGuests: true)])
    // Taken back while it was put away: there is no session.
    _ = watch.follow(upload(3, quiet: false), at: at(8))
    #expect(watch.follow(.idle, at: at(9)).isEmpty)
  }

  @Test func `a fault is told when it begins and when it ends, with its seconds`() {
    var watch = WebhookWatch()
    #expect(watch.follow(.outOfOrder(.camera("the cable is out")), at: at(10)) == [.faultBegan(.camera)])
    #expect(watch.follow(.outOfOrder(.camera("the plug is out")), at: at(20)).isEmpty)
    #expect(
      watch.follow(.outOfOrder(.noEvents), at: at(70)) == [.faultEnded(.camera, seconds: 60), .faultBegan(.noEvents)])
    #expect(watch.follow(.idle, at: at(80)) == [.faultEnded(.noEvents, seconds: 10)])
    #expect(watch.follow(printer: .paper, at: at(90)) == [.faultBegan(.printerPaper)])
    #expect(watch.follow(printer: .paper, at: at(95)).isEmpty)
    #expect(watch.follow(printer: .pausedHere, at: at(100)) == [.faultEnded(.printerPaper, seconds: 10)])
    #expect(watch.follow(printer: nil, at: at(110)).isEmpty)
  }

  @Test func `a fault that an earlier start has seen begin is over or goes on`() {
    let since = WallTime(unixSeconds: 1_780_000_000)
    let open = [
      OpenFault(.camera, since: since, isTold: true), OpenFault(.printerPaper, since: since, isTold: true),
    ]
    var over = WebhookWatch(open: open)
    func end(_ watch: WebhookWatch, _ state: BoothState, camera: Bool = true, disk: Bool = true) -> [WebhookWatch.News]
    {
      var watch = watch
      return watch.settle(state, isCameraReady: camera, isDiskKnown: disk, at: at(2))
    }
    #expect(over.follow(.starting, at: at(1)).isEmpty)
    #expect(over.follow(.idle, at: at(1)).isEmpty)
    #expect(end(over, .idle, camera: false).isEmpty, "its camera is not seen yet")
    #expect(end(over, .idle, disk: false).isEmpty)
    #expect(end(over, .starting).isEmpty)
    #expect(end(over, .idle) == [.faultEnded(.camera, seconds: nil)])
    _ = over.settle(.idle, isCameraReady: true, isDiskKnown: true, at: at(2))
    #expect(end(over, .idle).isEmpty)
    #expect(over.follow(printer: nil, at: at(3)) == [.faultEnded(.printerPaper, seconds: nil)])
    #expect(over.follow(.idle, at: at(4)).isEmpty)
    #expect(over.follow(printer: nil, at: at(4)).isEmpty)
    var goesOn = WebhookWatch(open: open)
    #expect(goesOn.follow(.outOfOrder(.camera("x")), at: at(2)).isEmpty, "it was told before")
    #expect(goesOn.follow(.idle, at: at(9)).isEmpty)
    #expect(end(goesOn, .idle) == [.faultEnded(.camera, seconds: nil)])
    var other = WebhookWatch(open: open)
    #expect(
      other.follow(.outOfOrder(.noEvents), at: at(2)) == [.faultEnded(.camera, seconds: nil), .faultBegan(.noEvents)])
    var untold = WebhookWatch(open: [OpenFault(.camera, since: since, isTold: false)])
    #expect(untold.follow(.outOfOrder(.camera("x")), at: at(2)) == [.faultBegan(.camera)])
    #expect(untold.follow(.outOfOrder(.camera("y")), at: at(3)).isEmpty)
    #expect(open[0].seconds(until: WallTime(unixSeconds: 1_780_000_090)) == 90)
    #expect(open[0].seconds(until: WallTime(unixSeconds: 1_780_000_090, trusted: false)) == nil)
  }

  @Test func `open faults last, and what is none is none`() throws {
    let folder = try TemporaryFolder()
    let outbox = WebhookOutbox(folder: folder.path)
    #expect(outbox.faults.isEmpty)
    let fault = OpenFault(.camera, since: WallTime(unixSeconds: 5), isTold: true)
    try outbox.keep([fault])
    #expect(outbox.faults == [fault] && outbox.ids().isEmpty)
    try outbox.keep([])
    #expect(outbox.faults.isEmpty)
    try folder.put("webhooks/faults", Array("[{\"kind\": 7".utf8))
    #expect(outbox.faults.isEmpty)
  }
}
