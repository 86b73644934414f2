import BoothTesting
public import Documents
import FoundationEssentials
import StudioModel
import Synchronization

/// A stand-in for Firestore: a real HTTP server on loopback that answers as Firestore's REST interface is described, over
/// documents in memory; beside them Firebase Storage, Identity Toolkit and the token's service, as far as our clients ask them. What
/// only Google's own does (rules, indexes, quotas) it says when it is told to.
public final class StandInFirestore: Sendable {
  /// What goes wrong with one request.
  public enum Fault: Sendable {
    case none
    /// The line is cut before anything is done.
    case cutBefore
    /// All is done, and the answer ends after so many bytes of it.
    case cutAfter(bytes: Int)
    /// All is done, and nothing comes for a long time.
    case silence
    /// Nothing is done.
    case refuse(Int, String, headers: String = "")
    /// All is done, and this comes instead of the answer.
    case garbage(String)
  }

  /// One request, as it was read.
  public struct Request: Sendable {
    /// What is asked of documents: `runQuery`, `batchGet`, `commit`; else the method and the path.
    public var verb: String
    /// The person's.
    public var token: String
    /// Null where it is no JSON.
    public var body: DocumentJSON
  }

  struct State {
    var table = DocumentTable()
    var faults: [Fault] = []
    var requests: [Request] = []
    var tokens: Set<String> = ["owner"]
    var pictures: [String: (bytes: [UInt8], token: String)] = [:]
    var number = 0
    var password = "right"
    var isFull = false
    var forbidden: Set<String> = []
    /// Who may sign in in addition to `u1`, by e-mail.
    var members: [String: Member] = [:]
    /// Whose a token is, where it is one of a member's.
    var owners: [String: String] = [:]
    /// By how much its clock is ahead of this machine's, in seconds.
    var ahead: Int64 = 0
    /// Nothing answers.
    var isAway = false
    /// Whether the existing apps' rules decide about members.
    var hasRules = false
  }

  struct Member {
    var id: String, password: String, isDisabled = false, generation = 0
    var refresh: String { "refresh-" + id + (generation == 0 ? "" : "-\(generation)") }
  }

  /// Its project where none is named.
  public static let project = "test-project"
  /// The only project that it has.
  public let project: String
  let state = Mutex(State())
  private let server: RawServer
  /// As its documents are written.
  public let coding: DocumentJSONCoding

  /// Listens on a free port of loopback.
  public init(project: String = StandInFirestore.project) throws {
    self.project = project
    coding = DocumentJSONCoding(root: "projects/\(project)/databases/(default)/documents/")
    let mine = WeakStandIn()
    server = try RawServer { exchange in mine.standIn.withLock { $0.value }?.answer(exchange) ?? false }
    mine.standIn.withLock { $0.value = self }
  }

  private final class WeakStandIn: Sendable {
    struct Reference { weak var value: StandInFirestore? }
    let standIn = Mutex(Reference())
  }

  /// `127.0.0.1:PORT`.
  public var host: String { "127.0.0.1:\(server.port)" }
  /// Ends it.
  public func stop() { server.stop() }

  /// What goes wrong with the next requests, one after the other; then nothing.
  public func plan(_ faults: [Fault]) { state.withLock { $0.faults = faults } }
  /// Which tokens are good.
  public func accept(_ tokens: Set<String>) { state.withLock { $0.tokens = tokens } }
  /// All that came.
  public var requests: [Request] { state.withLock { $0.requests } }
  /// All documents.
  public var table: DocumentTable { state.withLock { $0.table } }

  // MARK: HTTP

  private func answer(_ exchange: RawServer.Exchange) -> Bool {
    let fault = state.withLock { state -> Fault in
      state.isAway ? .cutBefore : state.faults.isEmpty ? .none : state.faults.removeFirst()
    }
    if case .cutBefore = fault {
      note(exchange)
      return false
    }
    if case .refuse(let code, let body, let headers) = fault {
      note(exchange)
      return send(exchange, code, Array(body.utf8), headers: headers)
    }
    let (code, body) = work(exchange)
    switch fault {
    case .none: return send(exchange, code, body)
    case .cutAfter(let count):
      exchange.send(Array(Self.message(code, body, headers: "").prefix(count)))
      return false
    case .silence:
      exchange.untilGone(seconds: 30)
      return false
    case .garbage(let text): return send(exchange, 200, Array(text.utf8))
    case .cutBefore, .refuse: return false
    }
  }

  private static func message(_ code: Int, _ body: [UInt8], headers: String) -> [UInt8] {
    Array(
      "HTTP/1.1 \(code) X\r\nContent-Type: application/json\r\n\(headers)Content-Length: \(body.count)\r\n\r\n".utf8)
      + body
  }

  private func send(_ exchange: RawServer.Exchange, _ code: Int, _ body: [UInt8], headers: String = "") -> Bool {
    exchange.send(Self.message(code, body, headers: headers))
  }

  @discardableResult
  private func note(_ exchange: RawServer.Exchange) -> Request {
    let path = exchange.target.prefix { $0 != "?" }
    let verb =
      path.hasPrefix("/v1/projects/")
      ? path.split(separator: ":").last.map(String.init) ?? "" : "\(exchange.method) \(path)"
    let line = exchange.head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("authorization: bearer ") }
    let body: DocumentJSON
    do throws(DocumentJSONFault) { body = try DocumentJSON(bytes: exchange.body) } catch { body = .null }
    let request = Request(verb: verb, token: line.map { String($0.dropFirst(22)) } ?? "", body: body)
    state.withLock { $0.requests.append(request) }
    return request
  }

  private func work(_ exchange: RawServer.Exchange) -> (Int, [UInt8]) {
    // Not the newest of the list: other connections add to it.
    let request = note(exchange)
    return state.withLock { state in
      if let answer = Self.besides(exchange, request.token, host, &state) { return answer }
      // Who shows no token hears whether there is such a project, and then what the rules say.
      let isNobody = request.token.isEmpty
      guard state.tokens.contains(request.token) || isNobody else {
        return Self.refusal(401, "UNAUTHENTICATED", "Request had invalid authentication credentials.")
      }
      if request.verb == "commit",
        let name = state.forbidden.first(where: {
          String(decoding: request.body.bytes, as: UTF8.self).contains("/documents/\($0)/")
        })
      {
        return Self.refusal(403, "PERMISSION_DENIED", "Missing or insufficient permissions for \(name).")
      }
      if state.hasRules, let owner = state.owners[request.token],
        !Self.allows(request.verb, request.body, by: owner, state.table, coding)
      {
        return Self.refusal(403, "PERMISSION_DENIED", "Missing or insufficient permissions.")
      }
      if state.forbidden.contains("*") {
        return Self.refusal(403, "PERMISSION_DENIED", "Missing or insufficient permissions.")
      }
      let wanted = "/v1/projects/\(project)/databases/(default)/documents"
      let path = Self.decoded(exchange.target)
      guard exchange.method == "POST", path.hasPrefix(wanted) else {
        return Self.refusal(404, "NOT_FOUND", "The database does not exist for the project.")
      }
      guard !isNobody else {
        return Self.refusal(403, "PERMISSION_DENIED", "Missing or insufficient permissions.")
      }
      do {
        let answer: DocumentJSON
        switch request.verb {
        case "runQuery":
          let parent = path.dropFirst(wanted.count).dropLast(":runQuery".count).split(separator: "/").map(String.init)
          answer = try Self.runQuery(request.body, below: parent, state.table, coding)
        case "batchGet": answer = try Self.batchGet(request.body, state.table, coding)
        case "commit": answer = try commit(request.body, &state.table)
        default: return Self.refusal(404, "NOT_FOUND", "no such method")
        }
        return (200, answer.bytes)
      } catch let error as DocumentStoreError {
        return Self.refusal(error)
      } catch {
        return Self.refusal(400, "INVALID_ARGUMENT", "\(error)")
      }
    }
  }

  static func decoded(_ target: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(target.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// As Google words an error.
  public static func error(_ code: Int, _ status: String, _ message: String) -> DocumentJSON {
    .members([
      (
        "error",
        .members([("code", .number("\(code)")), ("message", .string(message)), ("status", .string(status))])
      )
    ])
  }

  static func refusal(_ code: Int, _ status: String, _ message: String) -> (Int, [UInt8]) {
    (code, error(code, status, message).bytes)
  }

  private static func refusal(_ error: DocumentStoreError) -> (Int, [UInt8]) {
    switch error.kind {
    case .notFound: refusal(404, "NOT_FOUND", "No document to update: \(error.subject)")
    case .alreadyExists: refusal(409, "ALREADY_EXISTS", "Document already exists: \(error.subject)")
    case .preconditionFailed:
      refusal(400, "FAILED_PRECONDITION", "the stored version does not match the required base version")
    case .tooLarge: refusal(400, "INVALID_ARGUMENT", "its size exceeds the maximum allowed size of 1,048,576 bytes.")
    case .permissionDenied, .unauthenticated, .missingIndex, .invalid, .exhausted, .damaged, .unavailable, .inDoubt,
      .cancelled:
      refusal(400, "INVALID_ARGUMENT", error.detail)
    }
  }

  private func commit(_ body: DocumentJSON, _ table: inout DocumentTable) throws -> DocumentJSON {
    let writes = try (body["writes"]?.elements ?? []).map { try Self.write($0, coding) }
    guard writes.count <= 500 else { throw UnlikeFault("maximum 500 writes allowed per request") }
    let clock = DocumentTimestamp(microseconds: Int64(Date().timeIntervalSince1970 * 1_000_000))
    let done = try table.commit(writes, at: clock)
    return .members([
      (
        "writeResults",
        .array(done.updateTimes.map { .members($0.map { [("updateTime", .string($0.description))] } ?? []) })
      ),
      ("commitTime", .string(done.time.description)),
    ])
  }
}
