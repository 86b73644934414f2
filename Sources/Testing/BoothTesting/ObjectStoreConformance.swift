public import BoothCore
import Synchronization
public import Testing

/// What every `ObjectStore` promises: run all `checks`, each on an empty store of its own.
///
/// ```swift
/// @Test(arguments: ObjectStoreConformance.checks)
/// func `the folder store keeps the port's promise`(_ check: ObjectStoreConformance) async throws {
///   try await check.run(FolderObjectStore(path: scratch.path))
/// }
/// ```
public struct ObjectStoreConformance: Sendable, CustomTestStringConvertible {
  public let testDescription: String
  public let run: @Sendable (any ObjectStore) async throws -> Void

  init(_ promise: String, _ run: @escaping @Sendable (any ObjectStore) async throws -> Void) {
    testDescription = promise
    self.run = run
  }

  public static let checks: [ObjectStoreConformance] = reading + writing + conditions + failing + listing
}

// MARK: - Tools of the checks

/// A key that is known to be one.
public func objectKey(_ text: String) throws -> ObjectKey { try #require(ObjectKey(text)) }

/// Bytes that tell where they stand, so that a piece out of place is seen.
public func bytePattern(_ count: Int, seed: Int = 0) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8 &+ seed) }
}

/// A body that comes in pieces, then ends, or breaks off with an error.
func body(_ pieces: [[UInt8]], breakingOff: Bool = false) -> ByteStream {
  let left = Mutex(pieces[...])
  let box = Box(left)
  return ByteStream(unfolding: {
    if let piece = box.mutex.withLock({ $0.popFirst() }) { return piece }
    if breakingOff { throw BrokenOffError() }
    return nil
  })
}

struct BrokenOffError: Error {}

private final class Box: Sendable {
  let mutex: Mutex<ArraySlice<[UInt8]>>
  init(_ mutex: consuming Mutex<ArraySlice<[UInt8]>>) { self.mutex = mutex }
}

extension ObjectStore {
  func text(_ key: ObjectKey) async throws -> String? {
    try await readAll(key, limit: 1 << 20).map { String(decoding: $0.1, as: UTF8.self) }
  }

  @discardableResult
  func put(_ key: ObjectKey, _ text: String, _ condition: WriteCondition = .always) async throws -> ObjectInfo {
    try await write(key, contentType: "text/plain", condition: condition, bytes: Array(text.utf8))
  }
}

/// Expects `call` to fail with `code`.
func expectFailure(
  _ code: ObjectStoreError.Code, sourceLocation: SourceLocation = #_sourceLocation,
  _ call: () async throws -> Void
) async {
  let error = await #expect(throws: ObjectStoreError.self, sourceLocation: sourceLocation) { try await call() }
  #expect(error?.code == code, sourceLocation: sourceLocation)
  #expect(error?.subject.isEmpty == false && error?.detail.isEmpty == false, sourceLocation: sourceLocation)
}
