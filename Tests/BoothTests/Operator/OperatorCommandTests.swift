import BoothCore
import BoothRuntime
import BoothTesting
import Testing

@Suite struct OperatorCommandTests {
  private static let session = SessionID(randomBytes: Array(repeating: 7, count: 16))
  private static let print = PrintID(session: session, number: 2)
  private static let all: [OperatorCommand] =
    [
      .status, .pause, .resume, .shutDown, .openSettings, .selectEvent("wedding"), .eraseSession(session), .retry(nil),
      .retry(12), .cancel(3), .printSession(session, copies: 2, layout: nil),
      .printSession(session, copies: 1, layout: "postcard"), .retryPrint(print), .cancelPrint(print),
      .confirmPrint(print), .pausePrints, .resumePrints, .refilled(sheets: 400), .refilled(sheets: nil),
    ] + Press.allCases.map { .press($0) } + GuideTurn.allCases.map { .turnGuide($0) }

  @Test func `every command comes back from its name and arguments`() throws {
    for command in Self.all {
      #expect(try OperatorCommand(name: command.name, arguments: command.arguments) == command, "\(command)")
    }
  }

  /// What booths of today and of yesterday are asked over the socket.
  @Test func `the names on the socket stay as they are`() {
    let names = Set(Self.all.map(\.name))
    #expect(
      names == [
        "status", "press", "pause", "resume", "shutdown", "settings", "event.select", "session.erase", "queue.retry",
        "queue.cancel", "guide", "print.order", "print.retry", "print.cancel", "print.confirm", "print.pause",
        "print.resume", "print.refilled",
      ])
    #expect(OperatorCommand.press(.start).arguments == ["button": "start"])
    #expect(OperatorCommand.selectEvent("wedding").arguments == ["slug": "wedding"])
    #expect(OperatorCommand.eraseSession(Self.session).arguments == ["session": Self.session.text])
    #expect(OperatorCommand.cancel(3).arguments == ["job": "3"])
  }

  static let mistakes: [(name: String, arguments: [String: String], words: String)] = [
    ("dance", [:], "unknown command \"dance\""), ("press", [:], "expected one of start"),
    ("press", ["button": "all"], "expected one of start"), ("guide", ["turn": "round"], "expected one of stronger"),
    ("session.erase", [:], "by its id"),
    ("session.erase", ["session": "1"], "by its id"), ("queue.retry", ["job": "x"], "no open job x"),
    ("queue.cancel", [:], "name a job"), ("print.order", ["copies": "1"], "name a session"),
    ("print.confirm", ["print": "1"], "name a print"),
    ("print.refilled", ["sheets": "0"], "expected 1 to 10000 sheets"),
  ]

  @Test(arguments: mistakes.indices) func `a wrong one says what is expected`(_ index: Int) {
    let (name, arguments, words) = Self.mistakes[index]
    let error = #expect(throws: OperatorError.self) { try OperatorCommand(name: name, arguments: arguments) }
    #expect(error?.words.contains(words) == true, "\(error?.words ?? "")")
  }

  @Test func `without a running booth jobs, sessions and prints are seen to, and nothing else`() {
    #expect(
      Self.all.filter(RestingBooth.takes).map(\.name).sorted() == [
        "print.cancel", "print.confirm", "print.order", "print.order", "print.pause", "print.refilled",
        "print.refilled",
        "print.resume", "print.retry", "queue.cancel", "queue.retry", "queue.retry", "session.erase",
      ])
  }
}
