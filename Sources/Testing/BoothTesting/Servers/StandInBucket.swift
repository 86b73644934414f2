import Synchronization

/// A bucket in memory that speaks as much of S3 as the program asks for, for faults that no real one has on demand. It takes
/// any signature: signatures are tried with Amazon's vectors, and with a real server where there is one.
public final class StandInBucket: Sendable {
  /// What it does instead of answering; each once, in the order they were planned.
  public enum Fault: Sendable {
    /// Hangs up before it answers.
    case hangUp
    /// Does what it is asked, and hangs up before it answers.
    case lost
    /// Answers rightly, and hangs up after so many bytes of the body.
    case cut(after: Int)
    /// Answers rightly, and says nothing more after so many bytes of the body.
    case stall(after: Int)
    /// Says nothing, for ever.
    case silence
    /// An answer of one's own.
    case answer(status: String, headers: [String] = [], body: String)
    /// Answers rightly after all.
    case none
  }

  /// What makers' buckets do otherwise than Amazon's.
  public struct Moods: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// Gives the whole object where a part was asked for.
    public static let ignoresRanges = Moods(rawValue: 1)
    /// Names no ETag, but when an object was changed last.
    public static let namesNoETags = Moods(rawValue: 2)
    /// Lists folder by folder: `a/x` before `a-`.
    public static let listsFolders = Moods(rawValue: 4)
    /// Does not say how large a whole object is of which it gives a part.
    public static let saysNoWhole = Moods(rawValue: 8)
    /// Takes no notice of what a read is on condition of.
    public static let ignoresConditions = Moods(rawValue: 16)
    /// Takes no notice of what a write is on condition of, as Google's interface for S3's clients, Garage and rclone.
    public static let ignoresWriteConditions = Moods(rawValue: 64)
    /// Calls a condition that does not hold a conflict at first, as Amazon's does when writes come at once.
    public static let callsItConflict = Moods(rawValue: 32)
    /// Keeps what is deleted, as it says.
    public static let keepsVersions = Moods(rawValue: 128)
    /// Does not say whether it keeps what is deleted.
    public static let hidesVersions = Moods(rawValue: 256)
    /// Lists the largest keys first.
    public static let listsBackwards = Moods(rawValue: 512)
    /// Gives an object that was deleted for ever after.
    public static let forgetsDeletions = Moods(rawValue: 1024)
  }

  /// One request, as it came.
  public struct Request: Sendable {
    public var method: String
    /// As it stood in the request's line.
    public var target: String
    /// By their names in small letters.
    public var headers: [String: String]
    public var bytes: Int
  }

  private struct Stored {
    var bytes: [UInt8]
    var type: String
    var etag: String
    var metadata: [String: String]
  }

  private struct State {
    var objects: [String: Stored] = [:]
    var uploads: [String: [Int: [UInt8]]] = [:]
    var faults: [Fault] = []
    var requests: [Request] = []
    var count = 0
    var hasBucket = true
    var conflicts = 0
    var moods: Moods = []
    var admits: @Sendable (Request) -> Bool = { _ in true }
  }

  private final class Storage: Sendable { let state = Mutex(State()) }

  private let storage = Storage()
  private let server: RawServer
  /// The bucket's name.
  public static let name = "test-bucket"

  public init() throws {
    server = try RawServer { [storage] exchange in Self.answer(exchange, storage) }
  }

  /// `http://127.0.0.1:PORT`.
  public var endpoint: String { "http://127.0.0.1:\(server.port)" }

  public func stop() { server.stop() }

  public func plan(_ faults: [Fault]) { storage.state.withLock { $0.faults = faults } }
  /// Everything that was asked so far.
  public var requests: [Request] { storage.state.withLock { $0.requests } }
  /// Uploads in parts that were begun and neither put together nor given up.
  public var openUploads: Int { storage.state.withLock { $0.uploads.count } }
  public func set(_ moods: Moods) { storage.state.withLock { $0.moods = moods } }
  /// Refuses what it does not admit, as a signature that is wrong.
  public func admit(_ admits: @escaping @Sendable (Request) -> Bool) { storage.state.withLock { $0.admits = admits } }
  /// The keys of all objects.
  public var keys: Set<String> { storage.state.withLock { Set($0.objects.keys) } }
  public func dropBucket() { setBucket(false) }
  public func setBucket(_ isThere: Bool) { storage.state.withLock { $0.hasBucket = isThere } }

  /// Puts an object there behind the client's back.
  public func put(_ key: String, _ bytes: [UInt8], metadata: [String: String] = [:]) {
    storage.state.withLock { state in
      state.count += 1
      state.objects[key] = Stored(
        bytes: bytes, type: "application/octet-stream", etag: "e\(state.count)", metadata: metadata)
    }
  }

  public func remove(_ key: String) { storage.state.withLock { $0.objects[key] = nil } }

  // MARK: Answers

  private struct Answer {
    var status = "200 OK"
    var headers: [String] = []
    var body: [UInt8] = []

    static func error(_ status: String, _ code: String) -> Answer {
      Answer(
        status: status, headers: ["Content-Type: application/xml"],
        body: Array("<?xml version=\"1.0\"?><Error><Code>\(code)</Code><Message>so it is</Message></Error>".utf8))
    }
  }

  private static func answer(_ exchange: RawServer.Exchange, _ storage: Storage) -> Bool {
    var headers: [String: String] = [:]
    for line in exchange.head.split(separator: "\r\n").dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2 { headers[parts[0].lowercased()] = String(parts[1].drop { $0 == " " }) }
    }
    let body = exchange.body
    let (answer, fault) = storage.state.withLock { state in
      let request = Request(
        method: exchange.method, target: exchange.target, headers: headers, bytes: exchange.body.count)
      state.requests.append(request)
      guard state.admits(request) else { return (Answer.error("403 Forbidden", "SignatureDoesNotMatch"), Fault.none) }
      let fault = state.faults.isEmpty ? Fault.none : state.faults.removeFirst()
      switch fault {
      case .hangUp, .silence, .answer: return (Answer(), fault)
      case .cut, .stall, .lost, .none: return (Self.answer(exchange, headers, body, &state), fault)
      }
    }
    switch fault {
    case .hangUp, .lost: return false
    case .silence:
      exchange.untilGone(seconds: 30)
      return false
    case .answer(let status, let headers, let body):
      return exchange.send(text(status, headers, body.utf8.count) + body)
    case .cut(let count):
      exchange.send(Array(text(answer.status, answer.headers, answer.body.count).utf8) + answer.body.prefix(count))
      return false
    case .stall(let count):
      exchange.send(Array(text(answer.status, answer.headers, answer.body.count).utf8) + answer.body.prefix(count))
      exchange.untilGone(seconds: 30)
      return false
    case .none:
      let head = Array(text(answer.status, answer.headers, answer.body.count).utf8)
      return exchange.send(exchange.method == "HEAD" ? head : head + answer.body)
    }
  }

  private static func text(_ status: String, _ headers: [String], _ length: Int) -> String {
    let hasLength = status.hasPrefix("204") || headers.contains { $0.lowercased().hasPrefix("content-length:") }
    return (["HTTP/1.1 \(status)"] + (hasLength ? [] : ["Content-Length: \(length)"]) + headers).joined(
      separator: "\r\n")
      + "\r\n\r\n"
  }

  private static func decoded(_ text: some StringProtocol) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == 0x25, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func answer(
    _ exchange: RawServer.Exchange, _ headers: [String: String], _ body: [UInt8], _ state: inout State
  ) -> Answer {
    let parts = exchange.target.split(separator: "?", maxSplits: 1)
    var query: [String: String] = [:]
    for pair in (parts.count > 1 ? parts[1] : "").split(separator: "&") {
      let sides = pair.split(separator: "=", maxSplits: 1)
      query[decoded(sides[0])] = sides.count > 1 ? decoded(sides[1]) : ""
    }
    let path = decoded(parts.first ?? "")
    guard path.hasPrefix("/" + name), state.hasBucket else { return .error("404 Not Found", "NoSuchBucket") }
    let key = String(path.dropFirst(name.utf8.count + 2))
    // As Cloudflare's R2.
    if headers["x-amz-content-sha256"]?.hasPrefix("STREAMING-") == true {
      return .error("501 Not Implemented", "NotImplemented")
    }
    if key.isEmpty, query["versioning"] != nil {
      guard !state.moods.contains(.hidesVersions) else { return .error("403 Forbidden", "AccessDenied") }
      let status = state.moods.contains(.keepsVersions) ? "<Status>Enabled</Status>" : ""
      return Answer(body: Array("<VersioningConfiguration>\(status)</VersioningConfiguration>".utf8))
    }
    if key.isEmpty { return list(query, state) }
    if let upload = query["uploadId"] { return part(exchange.method, key, upload, query, headers, body, &state) }
    switch exchange.method {
    case "POST" where query["uploads"] != nil:
      state.count += 1
      state.uploads["u\(state.count)"] = [:]
      return Answer(
        body: Array(
          "<InitiateMultipartUploadResult><UploadId>u\(state.count)</UploadId></InitiateMultipartUploadResult>".utf8))
    case "PUT": return put(key, body, headers, &state)
    case "DELETE":
      if !state.moods.contains(.forgetsDeletions) { state.objects[key] = nil }
      return Answer(status: "204 No Content")
    default: return get(key, headers, state)
    }
  }

  private static func put(
    _ key: String, _ body: [UInt8], _ headers: [String: String], _ state: inout State
  ) -> Answer {
    if !state.moods.contains(.ignoresWriteConditions), let refusal = refusal(key, headers, state) {
      guard state.moods.contains(.callsItConflict), refusal.status.hasPrefix("412") else { return refusal }
      state.conflicts += 1
      return state.conflicts % 3 == 0 ? refusal : .error("409 Conflict", "ConditionalRequestConflict")
    }
    state.count += 1
    let metadata = headers.filter { $0.key.hasPrefix("x-amz-meta-") }
    state.objects[key] = Stored(
      bytes: body, type: headers["content-type"] ?? "binary/octet-stream", etag: "e\(state.count)",
      metadata: Dictionary(uniqueKeysWithValues: metadata.map { (String($0.key.dropFirst(11)), $0.value) }))
    return Answer(headers: state.moods.contains(.namesNoETags) ? [] : ["ETag: \"e\(state.count)\""])
  }

  private static func refusal(_ key: String, _ headers: [String: String], _ state: State) -> Answer? {
    if headers["if-none-match"] == "*", state.objects[key] != nil {
      return .error("412 Precondition Failed", "PreconditionFailed")
    }
    guard let wanted = headers["if-match"] else { return nil }
    guard let object = state.objects[key] else { return .error("404 Not Found", "NoSuchKey") }
    return wanted == "\"\(object.etag)\"" ? nil : .error("412 Precondition Failed", "PreconditionFailed")
  }

  private static func get(_ key: String, _ headers: [String: String], _ state: State) -> Answer {
    guard let object = state.objects[key] else { return .error("404 Not Found", "NoSuchKey") }
    if !state.moods.contains(.ignoresConditions),
      let refusal = refusal(key, ["if-match": headers["if-match"]].compactMapValues { $0 }, state)
    {
      return refusal
    }
    // Each write has a second of its own.
    let second = (object.etag.dropFirst().suffix(2).count < 2 ? "0" : "") + object.etag.dropFirst().suffix(2)
    let name =
      state.moods.contains(.namesNoETags)
      ? "Last-Modified: Wed, 31 Jan 2024 12:00:\(second) GMT" : "ETag: \"\(object.etag)\""
    var answer = Answer(
      headers: [name, "Content-Type: \(object.type)"]
        + object.metadata.map { "x-amz-meta-\($0.key): \($0.value)" }, body: object.bytes)
    if let range = headers["range"], range.hasPrefix("bytes="), !state.moods.contains(.ignoresRanges) {
      let ends = range.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
      let start = Int(ends[0]) ?? 0
      let end = min(ends.count > 1 ? Int(ends[1]) ?? .max - 1 : .max - 1, object.bytes.count - 1)
      guard start < object.bytes.count, start <= end else {
        return .error("416 Range Not Satisfiable", "InvalidRange")
      }
      answer.status = "206 Partial Content"
      answer.headers.append(
        "Content-Range: bytes \(start)-\(end)/\(state.moods.contains(.saysNoWhole) ? "*" : "\(object.bytes.count)")")
      answer.body = Array(object.bytes[start...end])
    }
    return answer
  }

  private static func part(
    _ method: String, _ key: String, _ upload: String, _ query: [String: String], _ headers: [String: String],
    _ body: [UInt8], _ state: inout State
  ) -> Answer {
    guard state.uploads[upload] != nil else { return .error("404 Not Found", "NoSuchUpload") }
    switch method {
    case "PUT":
      state.uploads[upload]?[Int(query["partNumber"] ?? "") ?? 0] = body
      return Answer(
        headers: state.moods.contains(.namesNoETags) ? [] : ["ETag: \"part\(query["partNumber"] ?? "")\""])
    case "DELETE":
      state.uploads[upload] = nil
      return Answer(status: "204 No Content")
    default:
      let whole = (state.uploads[upload] ?? [:]).sorted { $0.key < $1.key }.flatMap(\.value)
      var kept = headers
      kept["content-type"] = "video/mp4"
      let answer = put(key, whole, kept, &state)
      guard answer.status.hasPrefix("200") else { return answer }
      state.uploads[upload] = nil
      let etag =
        state.moods.contains(.namesNoETags) ? "" : "<ETag>&quot;\(state.objects[key]?.etag ?? "")&quot;</ETag>"
      return Answer(body: Array("<CompleteMultipartUploadResult>\(etag)</CompleteMultipartUploadResult>".utf8))
    }
  }

  private static func list(_ query: [String: String], _ state: State) -> Answer {
    let prefix = query["prefix"] ?? ""
    let after = query["continuation-token"] ?? query["start-after"]
    let limit = query["max-keys"].flatMap { Int($0) } ?? 1000
    let precedes = { (left: String, right: String, moods: Moods) in
      moods.contains(.listsBackwards)
        ? Self.precedes(right, left, moods) : Self.precedes(left, right, moods)
    }
    let keys = state.objects.keys.filter { $0.utf8.starts(with: prefix.utf8) }
      .filter { key in after.map { precedes($0, key, state.moods) } ?? true }
      .sorted { precedes($0, $1, state.moods) }
    let page = keys.prefix(limit)
    let contents = page.map { key in
      let name = key.utf8.map {
        $0 > 0x7E || $0 < 0x21 || "&<>%+".utf8.contains($0) ? percent($0) : String(UnicodeScalar($0))
      }
      let object = state.objects[key]
      return "<Contents><Key>\(name.joined())</Key><Size>\(object?.bytes.count ?? 0)</Size>"
        + "\(state.moods.contains(.namesNoETags) ? "" : "<ETag>&quot;\(object?.etag ?? "")&quot;</ETag>")<LastModified>2024-01-31T12:00:00.000Z</LastModified></Contents>"
    }
    let next = keys.count > limit ? "<NextContinuationToken>\(page.last ?? "")</NextContinuationToken>" : ""
    return Answer(
      headers: ["Content-Type: application/xml"],
      body: Array(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><EncodingType>url</EncodingType>\
        <IsTruncated>\(keys.count > limit)</IsTruncated>\(next)\(contents.joined())</ListBucketResult>
        """.utf8))
  }

  private static func precedes(_ left: String, _ right: String, _ moods: Moods) -> Bool {
    guard moods.contains(.listsFolders) else { return left.utf8.lexicographicallyPrecedes(right.utf8) }
    func steps(_ key: String) -> [[UInt8]] {
      key.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(Array.init)
    }
    return steps(left).lexicographicallyPrecedes(steps(right)) { $0.lexicographicallyPrecedes($1) }
  }

  private static func percent(_ byte: UInt8) -> String {
    let digits = Array("0123456789ABCDEF")
    return "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
  }
}
