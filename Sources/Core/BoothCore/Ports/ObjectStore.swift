/// An object's key: `events/7/sessions/…/photo_0.jpg`. Always relative, without empty, `.` or `..` parts, without
/// control characters or backslashes, at most 1024 bytes (S3's limit) and 255 a part (a file name's limit).
///
/// ```swift
/// ObjectKey("events/7/index.json")
/// ObjectKey("events/../private")  // nil
/// ```
public struct ObjectKey: Hashable, Sendable, CustomStringConvertible {
  /// The key as it was given; safe to use as a relative path.
  public let text: String

  /// Nil for what breaks a rule above: `ObjectKey("../secret")` is nil.
  public init?(_ text: String) {
    guard !text.isEmpty, text.utf8.count <= 1024,
      text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control && $0 != "\\" })
    else { return nil }
    for part in text.split(separator: "/", omittingEmptySubsequences: false) {
      guard !part.isEmpty, part != ".", part != "..", part.utf8.count <= 255 else { return nil }
    }
    self.text = text
  }

  /// The key itself.
  public var description: String { text }
}

/// What a store knows of an object.
public struct ObjectInfo: Sendable, Equatable {
  /// Which object it is.
  public var key: ObjectKey
  /// The bytes of the whole object, also where only a range is read.
  public var sizeBytes: Int64
  /// The MIME type it was written with.
  public var contentType: String
  /// Changes whenever the bytes do; without quotes.
  public var etag: String

  /// Takes what the store says.
  public init(key: ObjectKey, sizeBytes: Int64, contentType: String, etag: String) {
    self.key = key
    self.sizeBytes = sizeBytes
    self.contentType = contentType
    self.etag = etag
  }
}

/// Bytes in pieces of at most 64 KiB or so, pulled by their reader.
public typealias ByteStream = AsyncThrowingStream<[UInt8], any Error>

/// A store's folder, as it was seen: another one, or the same mounted again, is not equal to it.
public struct StorePlace: Sendable, Equatable {
  /// Random, made with the folder and kept in it; nil for one that took none.
  public let mark: String?
  /// The numbers by which the system knows the folder.
  public let device: UInt
  public let inode: UInt

  /// Takes what the system says.
  public init(mark: String?, device: UInt, inode: UInt) {
    (self.mark, self.device, self.inode) = (mark, device, inode)
  }
}

/// When a write may happen.
public enum WriteCondition: Sendable, Equatable {
  /// Whatever the store has under the key.
  case always
  /// Only while no object has the key.
  case ifAbsent
  /// Only while the object's entity tag is this one.
  case ifMatch(String)
}

/// Why a store refused, or what it could not do.
public struct ObjectStoreError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Why, by what the caller can do about it.
  public enum Code: String, Sendable {
    /// The condition did not hold: read again, decide again.
    case conditionFailed
    /// The disk or the bucket is full.
    case full
    /// The store cannot be reached or read at the moment.
    case unavailable
    /// The writer's stream ended with an error, or sent other than it promised.
    case incomplete
    /// The store can never hold this key or content type: trying again is of no use.
    case refused
  }

  /// Why; decide by this, not by the words.
  public var code: Code
  /// The object's key, or what else it is about.
  public var subject: String
  /// In words, for the operator: what the disk or the bucket said.
  public var detail: String

  /// `ObjectStoreError(.full, subject: key.text, detail: "no space left")`.
  public init(_ code: Code, subject: String, detail: String) {
    self.code = code
    self.subject = subject
    self.detail = detail
  }

  /// One line for logs and people: the key and the words.
  public var description: String { "object \(subject): \(detail)" }
}

/// Objects by key: a folder, or any S3-compatible bucket. All calls may run at once, from any task.
///
/// ```swift
/// _ = try await store.write(key, contentType: "image/jpeg", condition: .ifAbsent, bytes: bytes)
/// let size = try await store.info(key)?.sizeBytes
/// ```
public protocol ObjectStore: Sendable {
  /// What is known of an object, or nil where there is none.
  func info(_ key: ObjectKey) async throws(ObjectStoreError) -> ObjectInfo?
  /// The bytes of `range` (all of them for nil; the range must lie within the object), or nil where there is none.
  func read(_ key: ObjectKey, range: Range<Int64>?) async throws(ObjectStoreError) -> (ObjectInfo, ByteStream)?
  /// The object as an open file, where the store has it as one: then it need not be read to be sent. Nil where there is
  /// no such object, or the store is no folder.
  func file(_ key: ObjectKey) async throws(ObjectStoreError) -> ObjectFile?
  /// What these objects are now, and which names a folder of the store has (`events/7/sessions/…`, without a slash behind
  /// it): cheaper than reading any of them. Nil where the store cannot tell.
  func mark(of keys: [ObjectKey], in folder: ObjectKey?) async -> ObjectsMark?
  /// Stores an object whole or not at all, durable when it returns; readers see the old bytes or the new.
  /// - Parameter sizeBytes: what the stream must amount to, where the caller knows it.
  func write(
    _ key: ObjectKey, contentType: String, condition: WriteCondition, sizeBytes: Int64?, body: ByteStream
  ) async throws(ObjectStoreError) -> ObjectInfo
  /// Removes an object; harmless where there is none.
  func delete(_ key: ObjectKey) async throws(ObjectStoreError)
  /// Gives back the room that a store keeps for what must be written on a full disk, as an erasure must; whether it had any.
  func makeRoom() async -> Bool
  /// Keeps such room again, where there is any.
  func keepRoom() async
  /// Which folder the store is in; nil for a store that is no folder. Throws `unavailable` where the folder that was opened is gone, or
  /// another stands in its place.
  func place() async throws(ObjectStoreError) -> StorePlace?
  /// Up to `limit` objects whose keys start with `prefix`, in byte order, after `after`.
  func list(prefix: String, after: ObjectKey?, limit: Int) async throws(ObjectStoreError) -> [ObjectInfo]
  /// Up to `limit` (at most 1000) objects whose keys start with `prefix`, in byte order, after `after`: as ``list(prefix:after:limit:)``,
  /// by one question whatever the number of objects.
  ///
  /// No key may have a slash behind the prefix: stores do not agree on the place of such keys. `after` has the prefix, too.
  func page(prefix: String, after: ObjectKey?, limit: Int) async throws(ObjectStoreError) -> [ListedObject]
  /// All objects whose keys start with `prefix`, each once, in an order of the store's: without a question for each of them.
  func all(prefix: String) async throws(ObjectStoreError) -> [ListedObject]
  /// Where anybody who is told it may read the object straight from the store; nil where objects are read through this port alone.
  /// Asks the store nothing: there may be no such object.
  /// - Parameter contentType: what the store is to call it there, whatever it was written as.
  func readingAddress(of key: ObjectKey, as contentType: String) -> ReadingAddress?
  /// Where anybody who is told it may write the object straight into the store, with this type and of this length; nil where
  /// objects are written through this port alone.
  func writingAddress(of key: ObjectKey, contentType: String, sizeBytes: Int64, seconds: Int) -> WritingAddress?
}

extension ObjectStore {
  /// For a store that is no folder: its objects are read.
  public func file(_ key: ObjectKey) async throws(ObjectStoreError) -> ObjectFile? { nil }
  /// For a store that cannot tell cheaply.
  public func mark(of keys: [ObjectKey], in folder: ObjectKey?) async -> ObjectsMark? { nil }

  /// For a store whose list is cheap.
  public func page(prefix: String, after: ObjectKey?, limit: Int) async throws(ObjectStoreError) -> [ListedObject] {
    try await list(prefix: prefix, after: after, limit: min(limit, 1000)).map(ListedObject.init)
  }
  /// For a store whose list is cheap: by the thousand.
  public func all(prefix: String) async throws(ObjectStoreError) -> [ListedObject] {
    var all: [ListedObject] = []
    var last: ObjectKey?
    repeat {
      let page = try await list(prefix: prefix, after: last, limit: 1000)
      all += page.map(ListedObject.init)
      last = page.count == 1000 ? page.last?.key : nil
    } while last != nil
    return all
  }
  /// For a store that has no addresses of its own.
  public func readingAddress(of key: ObjectKey, as contentType: String) -> ReadingAddress? { nil }
  /// For a store that has no addresses of its own.
  public func writingAddress(
    of key: ObjectKey, contentType: String, sizeBytes: Int64, seconds: Int
  ) -> WritingAddress? { nil }

  /// For a store that is no folder: a bucket is not exchanged for another under its name.
  public func place() async throws(ObjectStoreError) -> StorePlace? { nil }

  /// A store that keeps none: a bucket is not full.
  public func makeRoom() async -> Bool { false }
  /// For a store that keeps no room: nothing happens.
  public func keepRoom() async {}

  /// All of a small object (an index, a manifest), or nil; throws when it is over `limit` bytes.
  public func readAll(_ key: ObjectKey, limit: Int) async throws(ObjectStoreError) -> (ObjectInfo, [UInt8])? {
    guard let (info, stream) = try await read(key, range: nil) else { return nil }
    guard info.sizeBytes <= limit else {
      throw ObjectStoreError(
        .incomplete, subject: key.text, detail: "is \(info.sizeBytes) bytes, expected at most \(limit)")
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(info.sizeBytes))
    do {
      for try await piece in stream { bytes += piece }
    } catch let error as ObjectStoreError {
      throw error
    } catch {
      throw ObjectStoreError(.unavailable, subject: key.text, detail: "\(error)")
    }
    return (info, bytes)
  }

  /// Stores bytes that are already in memory.
  public func write(
    _ key: ObjectKey, contentType: String, condition: WriteCondition = .always, bytes: [UInt8]
  ) async throws(ObjectStoreError) -> ObjectInfo {
    let stream = ByteStream { continuation in
      continuation.yield(bytes)
      continuation.finish()
    }
    return try await write(
      key, contentType: contentType, condition: condition, sizeBytes: Int64(bytes.count), body: stream)
  }
}
