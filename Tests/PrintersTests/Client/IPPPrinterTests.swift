import BoothCore
import BoothTesting
import Synchronization
import Testing

@testable import Printers

/// What a printer's answers, lies and silences come to.
@Suite struct `A printer by IPP` {
  private let folder: TemporaryFolder
  private let sheet: PrintSheet
  /// More than a connection holds on its way.
  private static let large = [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 7, count: 16 << 20)

  init() throws {
    folder = try TemporaryFolder()
    try folder.put("sheet.jpg", [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3])
    sheet = PrintSheet(
      name: "booth-4711.2", file: folder.path("sheet.jpg"), paper: MillimetreSize(width: 101.6, height: 152.4))
  }

  private func printer(
    _ script: ScriptedPrinter, _ change: (inout IPPPrinter.Settings) -> Void = { _ in }
  ) throws -> IPPPrinter {
    var settings = Self.settings()
    change(&settings)
    return IPPPrinter(try PrinterAddress(script.address), settings: settings)
  }

  /// What a call to a printer that answers so throws.
  private func failure(
    of call: (IPPPrinter) async throws(PrinterError) -> Void, bodyBytes: Int = .max,
    with settings: IPPPrinter.Settings = Self.settings(),
    _ reply: @escaping @Sendable (ScriptedPrinter.Asked) -> ScriptedPrinter.Reply?
  ) async throws -> PrinterError {
    let script = try ScriptedPrinter(bodyBytes: bodyBytes, reply)
    let printer = IPPPrinter(try PrinterAddress(script.address), settings: settings)
    do throws(PrinterError) {
      try await call(printer)
    } catch {
      #expect(error.subject == script.address && !error.detail.isEmpty)
      return error
    }
    Issue.record("no error")
    return PrinterError(.refused, subject: "", detail: "")
  }

  private func sending(_ printer: IPPPrinter) async throws(PrinterError) { _ = try await printer.send(sheet) }
  private func asking(_ printer: IPPPrinter) async throws(PrinterError) { _ = try await printer.status() }
  private func looking(_ printer: IPPPrinter) async throws(PrinterError) { _ = try await printer.job(7) }
  private func resuming(_ printer: IPPPrinter) async throws(PrinterError) { try await printer.resume() }
  private func cancelling(_ printer: IPPPrinter) async throws(PrinterError) { try await printer.cancel(3) }

  /// What answers has the time that a busy machine takes.
  private static func settings(
    reading: Duration = .seconds(120), silence: Duration = .seconds(120), sending: Duration = .seconds(600)
  ) -> IPPPrinter.Settings {
    var settings = IPPPrinter.Settings()
    (settings.reading, settings.listing) = (reading, reading)
    (settings.silence, settings.sending) = (silence, sending)
    return settings
  }

  // MARK: What is asked

  @Test func `is sent a sheet once, under our name, after it was asked what it offers`() async throws {
    let script = try ScriptedPrinter { _ in nil }
    let job = try await printer(script).send(sheet)
    #expect(job.id == 7 && job.name == "booth-4711.2" && job.state == .processing)
    #expect(script.asked.map(\.operation) == [.getPrinterAttributes, .printJob])
    let sent = try #require(script.asked.last)
    #expect(sent.document == [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3])
    #expect(sent.attributes.text("job-name", limit: 99) == "booth-4711.2")
    #expect(sent.attributes.text("document-format", limit: 99) == "image/jpeg")
    #expect(sent.attributes.boolean("ipp-attribute-fidelity") == false)
    #expect(sent.attributes.text("requesting-user-name", limit: 99) == "booth")
    #expect(sent.attributes.text("printer-uri", limit: 99) == script.address)
    #expect(sent.head.hasPrefix("POST /ipp/print HTTP/1.1\r\n") && sent.head.contains("User-Agent: booth/"))
    #expect(sent.head.contains("Content-Type: application/ipp\r\n") && sent.version == .current)
    // A kept connection could be closed in the very moment in which it is used again.
    #expect(sent.head.lowercased().contains("connection: close\r\n"))
  }

  @Test func `is asked for both kinds of jobs, the ended last`() async throws {
    let script = try ScriptedPrinter { asked in
      guard asked.operation == .getJobs else { return nil }
      let isOver = asked.attributes.keywords("which-jobs") == ["completed"]
      // One that ended between the two questions, and one without a state.
      return .answers(
        0,
        isOver
          ? [
            ScriptedPrinter.job(2, .enumeration(9), name: "b"), ScriptedPrinter.job(1, .enumeration(8), name: "a"),
            ScriptedPrinter.job(9, .keyword("completed")),
          ] : [ScriptedPrinter.job(3, .enumeration(5), name: "c"), ScriptedPrinter.job(2, .enumeration(5), name: "b")])
    }
    let jobs = try await printer(script).jobs(limit: 20)
    #expect(jobs.map(\.id) == [3, 2, 1] && jobs.map(\.state) == [.processing, .completed, .aborted])
    #expect(jobs.map(\.name) == ["c", "b", "a"])
    #expect(script.asked.flatMap { $0.attributes.keywords("which-jobs") } == ["not-completed", "completed"])
    #expect(
      script.asked.allSatisfy { $0.attributes.boolean("my-jobs") == false && $0.attributes.integer("limit") == 20 })
    let printer = try printer(script)
    #expect(try await printer.jobs(limit: 2).map(\.id) == [3, 2])
    #expect(try await printer.jobs(limit: 0).isEmpty)
  }

  @Test func `is told of a job by its number`() async throws {
    let script = try ScriptedPrinter { _ in nil }
    let printer = try printer(script)
    #expect(try await printer.job(7)?.state == .completed)
    try await printer.cancel(7)
    try await printer.resume()
    #expect(script.asked.map(\.operation) == [.getJobAttributes, .cancelJob, .resumePrinter])
    #expect(script.asked.map { $0.attributes.integer("job-id") } == [7, 7, nil])
  }

  @Test(arguments: [0x0406, 0x0407] as [UInt16])
  func `that does not know a job says so without an error`(_ status: UInt16) async throws {
    let script = try ScriptedPrinter { $0.operation == .getJobAttributes ? .answers(status) : nil }
    #expect(try await printer(script).job(7) == nil)
    // Neither the job nor the queue: that a job is not known says nothing then.
    let error = try await failure(of: looking) { _ in .answers(status) }
    #expect(error.code == .notFound)
  }

  // MARK: Versions and encryption

  @Test(arguments: [0x0503, 0x0400] as [UInt16])
  func `of an old version is spoken to as it wants, from then on`(_ status: UInt16) async throws {
    let script = try ScriptedPrinter { $0.version == .current ? .answers(status) : nil }
    let printer = try printer(script)
    _ = try await printer.send(sheet)
    _ = try await printer.status()
    #expect(script.asked.map(\.version) == [.current, .old, .old, .old])
    #expect(script.asked.filter { $0.operation == .printJob }.count == 1)
  }

  static let changesOfMind: [ScriptedPrinter.Reply] = [
    .answers(0x0400), .answers(0x0503), .answers(0x0507), .hangsUp, .says(answer("503 Busy")),
    .says(answer("426 Upgrade Required")), .says(answer("307 Moved", "", "Location: /ipp\r\n")),
  ]

  @Test(arguments: changesOfMind) func `is sent a sheet once, whatever it answers`(
    _ reply: ScriptedPrinter.Reply
  ) async throws {
    let script = try ScriptedPrinter { $0.operation == .printJob ? reply : nil }
    let error = await #expect(throws: PrinterError.self) { try await printer(script).send(sheet) }
    #expect(error != nil && script.asked.map(\.operation) == [.getPrinterAttributes, .printJob])
  }

  /// The sheet is not sent again, encrypted or not: that is the queue's to decide.
  @Test func `that wants encryption for the sheet alone refuses it`() async throws {
    let error = try await failure(of: sending) {
      $0.operation == .printJob ? .says(Self.answer("426 Upgrade Required")) : nil
    }
    #expect(error.code == .refused && error.detail.contains("ipps://"))
  }

  @Test func `that reads no version at all is not asked for ever`() async throws {
    let error = try await failure(of: asking) { _ in .answers(0x0503) }
    #expect(error.code == .refused && error.detail.contains("server-error-version-not-supported"))
  }

  /// What answers with 426 here speaks no TLS, either: nothing of the sheet goes out in the open.
  @Test func `that wants encryption is called so, and never sent a sheet without`() async throws {
    let upgrade = "HTTP/1.1 426 Upgrade Required\r\nUpgrade: TLS/1.2\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
    let script = try ScriptedPrinter { _ in .says(upgrade) }
    let printer = try printer(script) { $0.reading = .seconds(8) }
    let error = await #expect(throws: PrinterError.self) { try await printer.send(sheet) }
    #expect(error?.code == .unreachable && script.asked.map(\.operation) == [.getPrinterAttributes])
  }

  // MARK: Answers that are none

  static let page = "<!DOCTYPE html><html><head><title>Hotel\u{1B}[31m Wi-Fi</title></head><body>Sign in</body></html>"

  static func answer(_ status: String, _ body: String = "", type: String = "text/html", _ more: String = "") -> String {
    "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\n\(more)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  static let strangers: [(String, PrinterError.Code, String)] = [
    (answer("200 OK", page), .notAPrinter, "a web page (\"Hotel [31m Wi-Fi\") answers there"),
    (answer("200 OK", page, type: "application/ipp"), .notAPrinter, "a web page"),
    (answer("200 OK", "", type: "application/ipp"), .notAPrinter, "does not speak IPP"),
    (answer("200 OK", "\u{2}\u{0}\u{0}", type: "application/ipp"), .notAPrinter, "it ends before the status"),
    (answer("404 Not Found", page), .notAPrinter, "no printer of that path"),
    (answer("302 Found", "", "Location: http://login.example/?next=secret\r\n"), .notAPrinter, "http://login.example/"),
    (answer("401 Unauthorized", "", "WWW-Authenticate: Basic\r\n"), .forbidden, "a name and a password"),
    (answer("403 Forbidden"), .forbidden, "403"), (answer("503 Busy"), .busy, "no time"),
    (answer("500 Oops"), .busy, "500"), (answer("418 Teapot", "x"), .notAPrinter, "something answers there"),
    ("SSH-2.0-OpenSSH_9.2\r\n", .silent, "does not speak HTTP"),
  ]

  @Test(arguments: strangers) func `is told from what else answers`(
    _ answer: String, _ code: PrinterError.Code, _ words: String
  ) async throws {
    let error = try await failure(of: asking) { _ in .says(answer) }
    #expect(error.code == code && error.detail.contains(words), "\(error.detail)")
    #expect(!error.detail.contains("secret") && !error.detail.contains("\u{1B}"))
  }

  @Test(arguments: strangers) func `never has a sheet where another answers the question before it`(
    _ answer: String, _ code: PrinterError.Code, _ words: String
  ) async throws {
    let error = try await failure(of: sending) { _ in .says(answer) }
    #expect(error.isRefusal && error.detail.contains(words), "\(error)")
  }

  @Test func `has to say how it is`() async throws {
    let error = try await failure(of: asking) { _ in .answers(0, [IPPMessage.Group(.printer, [])]) }
    #expect(error.code == .notAPrinter)
  }

  static let refusals: [(UInt16, PrinterError.Code, sending: PrinterError.Code)] = [
    (0x0401, .forbidden, .forbidden), (0x0402, .forbidden, .forbidden), (0x0403, .forbidden, .forbidden),
    (0x0406, .notFound, .notFound), (0x0408, .refused, .refused), (0x040A, .refused, .refused),
    (0x040B, .refused, .refused), (0x0411, .refused, .refused), (0x0405, .busy, .silent), (0x0500, .busy, .silent),
    (0x0501, .unsupported, .unsupported), (0x0502, .busy, .busy), (0x0504, .busy, .silent), (0x0505, .busy, .busy),
    (0x0506, .busy, .busy), (0x0507, .busy, .busy), (0x050A, .busy, .busy), (0x050B, .busy, .busy),
    (0x0508, .refused, .refused), (0x04FF, .refused, .refused), (0x05FF, .refused, .refused),
  ]

  @Test(arguments: refusals) func `refuses in its own words, and what they mean for a sheet is known`(
    _ status: UInt16, _ code: PrinterError.Code, _ sendingCode: PrinterError.Code
  ) async throws {
    let resuming = try await failure(of: resuming) { _ in
      .answers(status)
    }
    #expect(resuming.code == code, "\(resuming)")
    let sending = try await failure(of: sending) { $0.operation == .printJob ? .answers(status) : nil }
    #expect(sending.code == sendingCode, "\(sending)")
  }

  @Test func `gives its own sentence with a refusal, made fit to be read`() async throws {
    let error = try await failure(of: cancelling) { _ in
      .answers(
        0x0404, [IPPMessage.Group(.operation, [IPPAttribute("status-message", .text("Job\n#3\u{7} is completed"))])])
    }
    #expect(error.code == .refused && error.detail == "it answered client-error-not-possible: Job #3 is completed")
  }

  /// RFC 8011, B.1.5.5: a jam while the sheet comes in; the job is there.
  @Test func `that fails over a sheet which it has made a job of has the job`() async throws {
    let script = try ScriptedPrinter { asked in
      asked.operation == .printJob ? .answers(0x0504, [ScriptedPrinter.job(3, .enumeration(6))]) : nil
    }
    let job = try await printer(script).send(sheet)
    #expect(job.id == 3 && job.state == .stopped)
  }

  // MARK: Silence

  @Test func `that is not there had nothing`() async throws {
    // Free a moment ago.
    let script = try ScriptedPrinter { _ in nil }
    let address = script.address
    let printer = try printer(script)
    script.stop()
    let error = await #expect(throws: PrinterError.self) { try await printer.send(sheet) }
    #expect(error?.code == .unreachable && error?.subject == address)
    let asked = await #expect(throws: PrinterError.self) { try await printer.status() }
    #expect(asked?.code == .unreachable)
  }

  static let silences: [ScriptedPrinter.Reply] = [.hangsUp, .breaksOff(after: 10), .breaksOff(after: 120), .isSilent]

  @Test(arguments: silences) func `may have a sheet after which no whole answer came`(
    _ reply: ScriptedPrinter.Reply
  ) async throws {
    // Only one that goes on saying nothing is given up.
    var patience = Duration.seconds(600)
    if case .isSilent = reply { patience = .seconds(2) }
    let error = try await failure(of: sending, with: Self.settings(sending: patience)) {
      $0.operation == .printJob ? reply : nil
    }
    #expect(error.code == .silent, "\(error)")
  }

  @Test(arguments: silences) func `has none where the question before it is not answered`(
    _ reply: ScriptedPrinter.Reply
  ) async throws {
    let error = try await failure(of: sending, with: Self.settings(reading: .milliseconds(400))) { _ in reply }
    #expect(error.code == .unreachable && error.detail.hasPrefix("nothing was sent: "), "\(error)")
  }

  /// It reads the attributes and a little of the picture, and hangs up.
  @Test func `may have what it hung up over in the middle`() async throws {
    try folder.put("sheet.jpg", Self.large)
    let error = try await failure(of: sending, bodyBytes: 2000) { $0.operation == .printJob ? .hangsUp : nil }
    #expect(error.code == .silent, "\(error)")
  }

  /// It takes the beginning, and then nothing more.
  @Test func `is waited for no longer than a sheet may stand still`() async throws {
    try folder.put("sheet.jpg", Self.large)
    let error = try await failure(of: sending, bodyBytes: 2000, with: Self.settings(silence: .milliseconds(400))) {
      $0.operation == .printJob ? .isSilent : nil
    }
    #expect(error.code == .silent, "\(error)")
  }

  /// In the middle of the picture: what it said is whole, although the connection ends before the sheet does.
  @Test func `may refuse a sheet and hang up before it has heard it all`() async throws {
    try folder.put("sheet.jpg", Self.large)
    let answer = ScriptedPrinter.bytes(0x0507, [])
    let start = try #require(answer.indices.first { answer[$0...].starts(with: Array("\r\n\r\n".utf8)) }) + 4
    let head = "HTTP/1.1 200 OK\r\nContent-Type: application/ipp\r\nConnection: close\r\n\r\n"
    let error = try await failure(of: sending, bodyBytes: 2000) {
      $0.operation == .printJob ? .finishes(Array(head.utf8) + answer[start...]) : nil
    }
    #expect(error.code == .busy && error.detail.contains("server-error-busy"), "\(error)")
  }

  @Test func `that takes a sheet without a number may have it`() async throws {
    for groups in [[], [IPPMessage.Group(.job, [IPPAttribute("job-state", .enumeration(5))])]] {
      let error = try await failure(of: sending) { $0.operation == .printJob ? .answers(0, groups) : nil }
      #expect(error.code == .silent)
    }
  }

  @Test func `whose web page answers the sheet itself may have it`() async throws {
    let error = try await failure(of: sending) {
      $0.operation == .printJob ? .says(Self.answer("200 OK", Self.page)) : nil
    }
    #expect(error.code == .notAPrinter && !error.isRefusal)
  }

  // MARK: Ways to answer

  @Test func `may answer in pieces, after provisional answers, and under another type`() async throws {
    let whole = ScriptedPrinter.bytes(0, [ScriptedPrinter.printer(state: 4, reasons: ["media-low-report"])])
    let body = whole.suffix(from: whole.indices.first { whole[$0...].starts(with: Array("\r\n\r\n".utf8)) }! + 4)
    var chunked = Array(
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n"
        .utf8)
    for byte in body { chunked += Array("1\r\n".utf8) + [byte] + Array("\r\n".utf8) }
    chunked += Array("0\r\n\r\n".utf8)
    let script = try ScriptedPrinter { [chunked] _ in .saysBytes(chunked) }
    let status = try await printer(script).status()
    #expect(status.state == .processing && status.reasons == ["media-low"] && status.obstacle == nil)
  }

  /// Many times: a connection that ends at once may end before the client has noted that the request was whole.
  @Test func `may close the connection instead of telling a length`() async throws {
    let server = try RawServer { exchange in
      let whole = ScriptedPrinter.bytes(0, [ScriptedPrinter.printer()])
      let start = whole.indices.first { whole[$0...].starts(with: Array("\r\n\r\n".utf8)) }! + 4
      exchange.send("HTTP/1.0 200 OK\r\nContent-Type: application/ipp\r\n\r\n")
      exchange.send(Array(whole[start...]))
      return false
    }
    defer { server.stop() }
    let printer = IPPPrinter(try PrinterAddress("ipp://127.0.0.1:\(server.port)"))
    for _ in 0..<60 {
      let status = try await printer.status()
      #expect(status.state == .idle)
    }
  }

  @Test func `that says more than any printer is not listened to`() async throws {
    let error = try await failure(of: asking) { _ in
      .saysBytes(
        Array("HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\n".utf8) + [UInt8](repeating: 2, count: 5 << 20))
    }
    #expect(error.code == .silent && error.detail.contains("more than 4 MiB"), "\(error)")
  }

  @Test func `with huge attributes is read within bounds`() async throws {
    let script = try ScriptedPrinter { _ in
      .answers(
        0,
        [
          ScriptedPrinter.printer([
            IPPAttribute("printer-state-message", .text(String(repeating: "x", count: 32_000))),
            IPPAttribute("media-ready", (1...9000).map { .keyword("a_\($0)x\($0)mm") }),
          ])
        ])
    }
    let status = try await printer(script).status()
    #expect(status.message?.utf8.count == 255 && status.mediaReady.count == 64)
  }

  /// A good answer with some bytes changed: it is understood, or refused with a sentence, and the next is asked for all the same.
  @Test(.timeLimit(.minutes(15))) func `may say any bytes at all`() async throws {
    let good = ScriptedPrinter.bytes(0, [ScriptedPrinter.printer(state: 4), ScriptedPrinter.job(7, .enumeration(5))])
    var random = SeededNumbers(state: 631)
    let answers = (0..<300).map { _ in
      var bytes = good
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      return bytes
    }
    let turn = Mutex(0)
    let script = try ScriptedPrinter { _ in .saysLast(answers[turn.withLock { $0 }]) }
    let printer = try printer(script)
    var understood = 0
    for index in answers.indices {
      turn.withLock { $0 = index }
      do throws(PrinterError) {
        _ = try await printer.status()
        understood += 1
      } catch {
        #expect(!error.detail.isEmpty && error.code != .unreachable && error.code != .localFile, "\(index): \(error)")
      }
    }
    #expect(understood > 50 && understood < answers.count)
  }

  // MARK: Lies

  /// Real printers do: the tray is empty, and they are idle.
  @Test func `that is idle with an empty tray has an obstacle`() async throws {
    let script = try ScriptedPrinter { _ in .answers(0, [ScriptedPrinter.printer(reasons: ["media-empty-report"])]) }
    let status = try await printer(script).status()
    #expect(status.state == .idle && status.obstacle == .paper)
  }

  @Test func `that calls a job completed at once is quoted, no more`() async throws {
    let script = try ScriptedPrinter { asked in
      asked.operation == .printJob ? .answers(0, [ScriptedPrinter.job(1, .enumeration(9))]) : nil
    }
    let job = try await printer(script).send(sheet)
    #expect(job.state == .completed && job.sheetsCompleted == nil)
  }

  @Test func `that vanishes after it has accepted had said so`() async throws {
    let script = try ScriptedPrinter { _ in nil }
    let printer = try printer(script)
    let job = try await printer.send(sheet)
    script.stop()
    let error = await #expect(throws: PrinterError.self) { try await printer.job(job.id) }
    #expect(job.id == 7 && error?.code == .unreachable)
  }

  // MARK: The sheet

  @Test func `is asked for nothing where the sheet's file is none`() async throws {
    let script = try ScriptedPrinter { _ in nil }
    let printer = try printer(script)
    try folder.put("text.jpg", Array("Hello".utf8))
    try folder.put("empty.jpg", [])
    for (name, words) in [
      ("gone.jpg", "No such file"), ("text.jpg", "no JPEG"), ("empty.jpg", "no JPEG"), ("", "no file"),
    ] {
      var sheet = sheet
      sheet.file = folder.path(name)
      let error = await #expect(throws: PrinterError.self) { try await printer.send(sheet) }
      #expect(error?.code == .localFile && error?.detail.contains(words) == true, "\(String(describing: error))")
    }
    #expect(script.asked.isEmpty)
  }

  @Test func `is not sent what it says it does not take`() async throws {
    func offering(_ more: IPPAttribute...) -> @Sendable (ScriptedPrinter.Asked) -> ScriptedPrinter.Reply? {
      { asked in
        asked.operation == .getPrinterAttributes
          ? .answers(0, [IPPMessage.Group(.printer, [IPPAttribute("printer-state", .enumeration(3))] + more)])
          : .answers(0x0500)
      }
    }
    let busy = try await failure(of: sending, offering(IPPAttribute("printer-is-accepting-jobs", .boolean(false))))
    #expect(busy.code == .busy)
    let format = try await failure(
      of: sending, offering(IPPAttribute("document-format-supported", .mimeMediaType("image/urf"))))
    #expect(format.code == .refused && format.detail == "it takes no JPEG; it takes image/urf")
    let paper = try await failure(
      of: sending, offering(IPPAttribute("media-supported", .keyword("iso_a4_210x297mm"))))
    #expect(paper.code == .refused && paper.detail == "it has no paper of 101.6 × 152.4 mm; it offers 210 × 297")
  }

  @Test func `is asked for its own paper by name where that is set`() async throws {
    let script = try ScriptedPrinter { _ in nil }
    _ = try await printer(script) { $0.media = "w288h432-div2" }.send(sheet)
    #expect(script.asked.last?.template.keywords("media") == ["w288h432-div2"])
  }

  /// As a queue of CUPS with gutenprint offers its papers: 4×6 inches is none of them.
  @Test func `is asked for its own paper by the name that its profile knows`() async throws {
    let size = IPPValue.collection([
      IPPAttribute("x-dimension", .integer(10499)), IPPAttribute("y-dimension", .integer(16256)),
    ])
    let script = try ScriptedPrinter { asked in
      guard asked.operation == .getPrinterAttributes else { return nil }
      let offer = [
        IPPAttribute("media-col-supported", .keyword("media-size")), IPPAttribute("media-size-supported", size),
        IPPAttribute("print-scaling-supported", [.keyword("fill"), .keyword("none")]),
      ]
      return .answers(0, [ScriptedPrinter.printer(offer)])
    }
    let stranger = await #expect(throws: PrinterError.self) { try await printer(script).send(sheet) }
    #expect(stranger?.code == .refused)
    var profile = PrinterProfile(id: "scripted", name: "Scripted")
    profile.match.models = ["Scripted"]
    var paper = PrinterProfile.Paper(
      size: MillimetreSize(width: 102, height: 152), canvas: PixelSize(width: 1240, height: 1844), dpi: 300)
    paper.media = "w288h432"
    (profile.papers, profile.scaling) = ([paper], [PrintScaling.none])
    let known = try printer(script) { [profile] in $0.profiles = PrinterProfiles([profile]) }
    _ = try await known.send(sheet)
    let template = try #require(script.asked.last?.template)
    #expect(template.keywords("media") == ["w288h432"] && !template.has("media-col"))
    #expect(template.keywords("print-scaling") == ["none"])
  }

  @Test func `gets the file that was there when it was begun`() async throws {
    let script = try ScriptedPrinter { [folder] asked in
      // Replaced while the printer was asked what it offers.
      if asked.operation == .getPrinterAttributes {
        do { try folder.remove("sheet.jpg") } catch { Issue.record(error) }
      }
      return nil
    }
    _ = try await printer(script).send(sheet)
    #expect(script.asked.last?.document == [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3])
  }
}
