public import BoothCore

/// A bucket, or what is below one prefix of it, as an object store.
public struct S3ObjectStore: ObjectStore {
  private let bucket: S3Bucket
  private let prefix: String

  /// - Parameter prefix: before every key, with its slash; may be empty.
  public init(_ bucket: S3Bucket, prefix: String = "") {
    self.bucket = bucket
    self.prefix = prefix
  }

  private func asPromised<Value>(
    _ body: () async throws(S3Error) -> Value
  ) async throws(ObjectStoreError) -> Value {
    do throws(S3Error) { return try await body() } catch { throw error.asPromised }
  }

  private func info(_ key: ObjectKey, _ head: S3Bucket.Head) -> ObjectInfo {
    ObjectInfo(key: key, sizeBytes: head.sizeBytes, contentType: head.contentType, etag: head.etag)
  }

  /// By a `HEAD`.
  public func info(_ key: ObjectKey) async throws(ObjectStoreError) -> ObjectInfo? {
    try await asPromised { () throws(S3Error) in try await bucket.head(prefix + key.text).map { info(key, $0) } }
  }

  /// Streamed; a line that breaks is gone on with.
  public func read(
    _ key: ObjectKey, range: Range<Int64>?
  ) async throws(ObjectStoreError) -> (ObjectInfo, ByteStream)? {
    guard
      let (head, body) = try await asPromised({ () throws(S3Error) in
        try await bucket.stream(prefix + key.text, range: range)
      })
    else { return nil }
    let pieces = PromisedPieces(body)
    return (info(key, head), ByteStream(unfolding: { try await pieces.next() }))
  }

  /// Whole or not at all: in one request, or in parts.
  public func write(
    _ key: ObjectKey, contentType: String, condition: WriteCondition, sizeBytes: Int64?, body: ByteStream
  ) async throws(ObjectStoreError) -> ObjectInfo {
    // A condition on what is not there fails, whatever the bucket calls it.
    do throws(S3Error) {
      let (etag, size) = try await bucket.upload(
        prefix + key.text, body, contentType: contentType, condition: condition, sizeBytes: sizeBytes)
      return ObjectInfo(key: key, sizeBytes: size, contentType: contentType, etag: etag)
    } catch {
      var error = error
      if error.code == .noSuchKey, case .ifMatch = condition { error.code = .conditionFailed }
      throw error.asPromised
    }
  }

  /// Harmless where there is none.
  public func delete(_ key: ObjectKey) async throws(ObjectStoreError) {
    try await asPromised { () throws(S3Error) in try await bucket.delete(prefix + key.text) }
  }

  /// In the order of the keys' bytes, whatever order the bucket lists them in: so all keys of the prefix are asked for. A listing says
  /// no content type: each object that is wanted is asked for its own, sixteen at a time.
  public func list(prefix wanted: String, after: ObjectKey?, limit: Int) async throws(ObjectStoreError) -> [ObjectInfo]
  {
    guard limit > 0 else { return [] }
    return try await asPromised { () throws(S3Error) in
      let keys = try await bucket.keys(prefix: prefix + wanted)
        .compactMap { ObjectKey(String(decoding: $0.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)) }
        .filter { key in after.map { $0.text.utf8.lexicographicallyPrecedes(key.text.utf8) } ?? true }
      var found: [ObjectInfo] = []
      for start in stride(from: 0, to: keys.count, by: 16) where found.count < limit {
        found += try await infos(keys[start..<min(start + 16, keys.count)])
      }
      return Array(found.prefix(limit))
    }
  }

  /// One request, unless the bucket gives less at once than it is asked for: its own order is that of the bytes where no key has
  /// another slash.
  public func page(
    prefix wanted: String, after: ObjectKey?, limit: Int
  ) async throws(ObjectStoreError) -> [ListedObject] {
    try await asPromised { () throws(S3Error) in
      var found: [ListedObject] = []
      var token: String?
      while found.count < limit {
        let page = try await bucket.page(
          prefix: prefix + wanted, after: after.map { prefix + $0.text }, token: token, limit: limit - found.count)
        found += listed(page.objects)
        token = page.next
        if token == nil { break }
      }
      return Array(found.prefix(limit))
    }
  }

  /// A request for a thousand.
  public func all(prefix wanted: String) async throws(ObjectStoreError) -> [ListedObject] {
    try await asPromised { () throws(S3Error) in try await listed(bucket.all(prefix: prefix + wanted)) }
  }

  /// What can be an object of ours: what others put there under odd names is left out.
  private func listed(_ objects: [S3Bucket.Listed]) -> [ListedObject] {
    objects.compactMap { object in
      guard object.key.utf8.starts(with: prefix.utf8),
        let key = ObjectKey(String(decoding: object.key.utf8.dropFirst(prefix.utf8.count), as: UTF8.self))
      else { return nil }
      return ListedObject(key: key, sizeBytes: object.sizeBytes, etag: object.etag)
    }
  }

  /// So long an address is the same, so that a browser keeps what it has loaded by it; and it holds twice as long.
  private static let readingSpan = 3600

  /// Signed for between one and two hours. It asks the bucket nothing.
  public func readingAddress(of key: ObjectKey, as contentType: String) -> ReadingAddress? {
    ReadingAddress(
      url: bucket.address(
        of: prefix + key.text, seconds: 2 * Self.readingSpan, from: bucket.moment(ofSpan: Int64(Self.readingSpan)),
        answering: [("response-content-type", contentType)]), seconds: Self.readingSpan)
  }

  /// Signed with the type and the length. It asks the bucket nothing.
  public func writingAddress(
    of key: ObjectKey, contentType: String, sizeBytes: Int64, seconds: Int
  ) -> WritingAddress? {
    let address = bucket.uploadAddress(
      of: prefix + key.text, contentType: contentType, sizeBytes: sizeBytes, seconds: seconds)
    return WritingAddress(url: address.url, headers: address.headers)
  }

  private func infos(_ keys: ArraySlice<ObjectKey>) async throws(S3Error) -> [ObjectInfo] {
    let outcomes = await withTaskGroup(of: (Int, Result<ObjectInfo?, S3Error>).self) { group in
      for (index, key) in keys.enumerated() {
        group.addTask {
          do throws(S3Error) {
            return (index, .success(try await bucket.head(prefix + key.text).map { info(key, $0) }))
          } catch { return (index, .failure(error)) }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }
    }
    var infos: [ObjectInfo] = []
    for (_, outcome) in outcomes {
      // One that was deleted meanwhile is in no list.
      if let info = try outcome.get() { infos.append(info) }
    }
    return infos
  }
}

/// A stream with the port's errors in it.
private actor PromisedPieces {
  private var iterator: ByteStream.AsyncIterator

  init(_ stream: ByteStream) { iterator = stream.makeAsyncIterator() }

  func next() async throws -> [UInt8]? {
    var own = iterator
    defer { iterator = own }
    do { return try await own.next(isolation: self) } catch let error as S3Error { throw error.asPromised }
  }
}
