import BoothCore
import BoothStore

/// A store that has no files to be sent.
struct UnfiledStore: WrappedStore { let inner: FolderObjectStore }

/// A folder's store of which a test changes an answer.
protocol WrappedStore: ObjectStore { var inner: FolderObjectStore { get } }

extension WrappedStore {
  func info(_ key: ObjectKey) async throws(ObjectStoreError) -> ObjectInfo? { try await inner.info(key) }
  func read(_ key: ObjectKey, range: Range<Int64>?) async throws(ObjectStoreError) -> (ObjectInfo, ByteStream)? {
    try await inner.read(key, range: range)
  }
  func write(
    _ key: ObjectKey, contentType: String, condition: WriteCondition, sizeBytes: Int64?, body: ByteStream
  ) async throws(ObjectStoreError) -> ObjectInfo {
    try await inner.write(key, contentType: contentType, condition: condition, sizeBytes: sizeBytes, body: body)
  }
  func delete(_ key: ObjectKey) async throws(ObjectStoreError) { try await inner.delete(key) }
  func list(prefix: String, after: ObjectKey?, limit: Int) async throws(ObjectStoreError) -> [ObjectInfo] {
    try await inner.list(prefix: prefix, after: after, limit: limit)
  }
}
