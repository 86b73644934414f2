import BoothTesting
import Synchronization

@testable import Printers

/// A printer on loopback that answers each request as a test says, lies included.
final class ScriptedPrinter: Sendable {
  /// One request, as it came.
  struct Asked: Sendable {
    var operation: IPPOperation
    var version: IPPMessage.Version
    var attributes: IPPAttributes
    var template: IPPAttributes
    var document: [UInt8]
    /// The request's line and headers.
    var head: String
  }

  enum Reply: Sendable {
    /// A status, and groups after the operation's.
    case answers(UInt16 = 0, [IPPMessage.Group] = [])
    /// The whole answer, from its status line on.
    case says(String)
    case saysBytes([UInt8])
    /// The same, and then it hangs up.
    case saysLast([UInt8])
    /// The same, and then it takes what is still coming without another word.
    case finishes([UInt8])
    case hangsUp
    /// Says nothing until the client has gone.
    case isSilent
    /// The first so many bytes of a good answer, and then it hangs up.
    case breaksOff(after: Int)
  }

  private let server: RawServer
  private final class Memory: Sendable { let asked = Mutex<[Asked]>([]) }
  private let memory = Memory()

  /// - Parameters:
  ///   - bodyBytes: of how much of a body is waited for.
  ///   - reply: what is done about each request; nil answers as a printer that is well.
  init(bodyBytes: Int = .max, _ reply: @escaping @Sendable (Asked) -> Reply?) throws {
    server = try RawServer(bodyBytes: bodyBytes) { [memory] exchange in
      guard let asked = Self.read(exchange) else {
        exchange.send("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
        return false
      }
      memory.asked.withLock { $0.append(asked) }
      return Self.send(reply(asked) ?? Self.usual(asked), exchange)
    }
  }

  /// Ends it, with every connection.
  func stop() { server.stop() }

  var address: String { "ipp://127.0.0.1:\(server.port)/ipp/print" }
  var asked: [Asked] { memory.asked.withLock { $0 } }

  /// How a printer that is well and idle answers.
  static func usual(_ asked: Asked) -> Reply {
    switch asked.operation {
    case .getPrinterAttributes: .answers(0, [printer()])
    case .printJob: .answers(0, [job(7, .enumeration(5))])
    case .getJobAttributes: .answers(0, [job(7, .enumeration(9))])
    case .getJobs, .cancelJob, .resumePrinter: .answers()
    }
  }

  static func printer(
    state: Int32 = 3, reasons: [String] = ["none"], _ more: [IPPAttribute] = []
  ) -> IPPMessage.Group {
    IPPMessage.Group(
      .printer,
      [
        IPPAttribute("printer-state", .enumeration(state)),
        IPPAttribute("printer-state-reasons", reasons.map(IPPValue.keyword)),
        IPPAttribute("printer-make-and-model", .text("Scripted")),
        IPPAttribute("document-format-supported", .mimeMediaType("image/jpeg")),
      ] + more)
  }

  static func job(_ id: Int32, _ state: IPPValue, name: String? = nil, _ more: [IPPAttribute] = []) -> IPPMessage.Group
  {
    IPPMessage.Group(
      .job,
      [IPPAttribute("job-id", .integer(id)), IPPAttribute("job-state", state)]
        + (name.map { [IPPAttribute("job-name", .name($0))] } ?? []) + more)
  }

  /// A good answer's bytes, with the head.
  static func bytes(_ status: UInt16, _ groups: [IPPMessage.Group], type: String = "application/ipp") -> [UInt8] {
    let operation = IPPMessage.Group(
      .operation,
      [
        IPPAttribute("attributes-charset", .charset("utf-8")),
        IPPAttribute("attributes-natural-language", .naturalLanguage("en")),
      ])
    let body = IPPMessage(version: .current, code: status, requestID: 1, groups: [operation] + groups).bytes
    return Array("HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: \(body.count)\r\n\r\n".utf8) + body
  }

  private static func read(_ exchange: RawServer.Exchange) -> Asked? {
    // Where not all of a body was waited for, what came of it does as long as the attributes are whole.
    guard let message = try? IPPMessage(exchange.body), let operation = IPPOperation(rawValue: message.code) else {
      return nil
    }
    return Asked(
      operation: operation, version: message.version, attributes: message.attributes(.operation),
      template: message.attributes(.job), document: message.data, head: exchange.head)
  }

  private static func send(_ reply: Reply, _ exchange: RawServer.Exchange) -> Bool {
    switch reply {
    case .answers(let status, let groups): return exchange.send(bytes(status, groups))
    case .says(let text): return exchange.send(text)
    case .saysBytes(let bytes): return exchange.send(bytes)
    case .finishes(let bytes):
      exchange.send(bytes)
      exchange.finish()
      return false
    case .saysLast(let bytes):
      exchange.send(bytes)
      return false
    case .hangsUp: return false
    case .isSilent:
      exchange.untilGone(seconds: 30)
      return false
    case .breaksOff(let count):
      exchange.send(Array(bytes(0, [printer(), job(7, .enumeration(3))]).prefix(count)))
      return false
    }
  }
}
