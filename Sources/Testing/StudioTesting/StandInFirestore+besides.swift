import BoothTesting
public import Documents
import StudioModel
import Synchronization

/// Beside documents: pictures as Firebase Storage has them, and who signs in.
extension StandInFirestore {
  /// Whose password `password` is good; each sign-in, or renewal, gets another token.
  public func setPassword(_ password: String) { state.withLock { $0.password = password } }
  /// Whether the bucket takes no more.
  public func setFull(_ isFull: Bool) { state.withLock { $0.isFull = isFull } }
  /// Collections that are read-only; `*`: nothing is allowed; `pictures`: those are out of reach.
  public func forbid(_ names: Set<String>) { state.withLock { $0.forbidden = names } }
  /// The pictures by their names.
  public var pictures: [String: [UInt8]] { state.withLock { $0.pictures.mapValues(\.bytes) } }

  /// The picture that an address leads to.
  public func picture(at address: String) -> [UInt8]? {
    state.withLock { state in
      guard let at = address.firstRange(of: "/o/") else { return nil }
      let rest = address[at.upperBound...]
      let name = Self.decoded(String(rest.prefix { $0 != "?" }))
      guard let there = state.pictures[name], rest.hasSuffix("token=\(there.token)") else { return nil }
      return there.bytes
    }
  }

  /// Puts a picture there as an app does.
  /// - Returns: its address.
  public func put(_ bytes: [UInt8], as name: String) -> String {
    let token = state.withLock { state in
      state.number += 1
      state.pictures[name] = (bytes, "t\(state.number)")
      return "t\(state.number)"
    }
    let path = name.replacing("/", with: "%2F").replacing(" ", with: "%20")
    return "http://\(host)/v0/b/test-bucket/o/\(path)?alt=media&token=\(token)"
  }

  /// All that it keeps: documents and pictures; without what came and what goes wrong.
  public struct Snapshot: Sendable {
    var table: DocumentTable
    var pictures: [String: (bytes: [UInt8], token: String)]
  }

  /// As it is now.
  public var snapshot: Snapshot { state.withLock { Snapshot(table: $0.table, pictures: $0.pictures) } }

  /// Puts everything back as it was; nothing goes wrong any more, and nothing came yet.
  public func restore(_ snapshot: Snapshot) {
    state.withLock { state in
      (state.table, state.pictures) = (snapshot.table, snapshot.pictures)
      (state.faults, state.requests, state.isFull, state.forbidden) = ([], [], false, [])
    }
  }

  /// Makes writes as another writer does.
  public func write(_ writes: [DocumentWrite]) throws {
    try state.withLock { state in
      _ = try state.table.commit(writes, at: DocumentTimestamp(microseconds: state.table.time.microseconds + 1000))
    }
  }

  /// Nil for what is asked of documents.
  static func besides(
    _ exchange: RawServer.Exchange, _ token: String, _ host: String, _ state: inout State
  ) -> (Int, [UInt8])? {
    let parts = exchange.target.split(separator: "?", maxSplits: 1).map(String.init)
    // The emulators' addresses have the services' names before their paths.
    let path = (parts.first ?? "").replacing("/identitytoolkit.googleapis.com", with: "")
      .replacing("/securetoken.googleapis.com", with: "")
    let query = parts.count > 1 ? parts[1] : ""
    if let answer = members(path, query, exchange, &state) { return answer }
    if path.hasPrefix("/v1/accounts:signInWithPassword") {
      guard query == "key=key",
        String(decoding: exchange.body, as: UTF8.self).contains(#""password":"\#(state.password)""#)
      else { return refusal(400, "", "INVALID_LOGIN_CREDENTIALS") }
      return granted(&state, #""localId":"u1","idToken""#, "refreshToken", "expiresIn")
    }
    if path == "/v1/token" {
      guard String(decoding: exchange.body, as: UTF8.self).hasSuffix("refresh_token=refresh") else {
        return refusal(400, "", "INVALID_REFRESH_TOKEN")
      }
      return granted(&state, #""id_token""#, "refresh_token", "expires_in")
    }
    let root = "/v0/b/test-bucket/o"
    guard path.hasPrefix("/v0/") else { return nil }
    guard path.hasPrefix(root) else { return refusal(404, "", "Not Found. The bucket does not exist.") }
    if state.forbidden.contains("pictures") { return refusal(403, "", "Permission denied.") }
    if exchange.method == "POST" {
      guard state.tokens.contains(token) else { return refusal(401, "", "Unauthorized") }
      guard !state.isFull else { return refusal(402, "", "Quota for the bucket has been exceeded.") }
      state.number += 1
      let name = decoded(String(query.dropFirst("name=".count)))
      state.pictures[name] = (exchange.body, "t\(state.number)")
      return (200, facts(name, state))
    }
    let name = decoded(String(path.dropFirst(root.count + 1)))
    guard let there = state.pictures[name] else { return refusal(404, "", "Not Found.") }
    if exchange.method == "DELETE" {
      guard state.tokens.contains(token) else { return refusal(401, "", "Unauthorized") }
      state.pictures[name] = nil
      return (204, [])
    }
    if query.hasPrefix("alt=media") {
      guard query.hasSuffix("token=\(there.token)") else { return refusal(403, "", "Permission denied.") }
      return (200, there.bytes)
    }
    guard state.tokens.contains(token) else { return refusal(401, "", "Unauthorized") }
    return (200, facts(name, state))
  }

  private static func granted(
    _ state: inout State, _ token: String, _ refresh: String, _ seconds: String
  ) -> (Int, [UInt8]) {
    state.number += 1
    let name = "id\(state.number)"
    state.tokens.insert(name)
    return (200, Array(#"{\#(token):"\#(name)","\#(refresh)":"refresh","\#(seconds)":"3600"}"#.utf8))
  }

  private static func facts(_ name: String, _ state: State) -> [UInt8] {
    guard let there = state.pictures[name] else { return [] }
    let sum = CRC32C.text(CRC32C.of(there.bytes))
    return DocumentJSON.members([
      ("name", .string(name)), ("bucket", .string("test-bucket")), ("contentType", .string("image/jpeg")),
      ("size", .string("\(there.bytes.count)")), ("crc32c", .string(sum)), ("downloadTokens", .string(there.token)),
    ]).bytes
  }
}
