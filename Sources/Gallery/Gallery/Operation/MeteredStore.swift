import BoothCore

/// A store whose calls are counted. What it answers is the store's.
struct MeteredStore: ObjectStore {
  let store: any ObjectStore
  let metrics: GalleryMetrics

  private func counted<Value: Sendable>(
    _ kind: GalleryMetrics.StoreCall, _ body: () async throws(ObjectStoreError) -> Value
  ) async throws(ObjectStoreError) -> Value {
    let clock = ContinuousClock()
    let start = clock.now
    do throws(ObjectStoreError) {
      let value = try await body()
      metrics.asked(kind, nil, in: clock.now - start)
      return value
    } catch {
      metrics.asked(kind, error.code, in: clock.now - start)
      throw error
    }
  }

  func info(_ key: ObjectKey) async throws(ObjectStoreError) -> ObjectInfo? {
    try await counted(.info) { () throws(ObjectStoreError) in try await store.info(key) }
  }

  /// The time until its bytes begin.
  func read(_ key: ObjectKey, range: Range<Int64>?) async throws(ObjectStoreError) -> (ObjectInfo, ByteStream)? {
    try await counted(.read) { () throws(ObjectStoreError) in try await store.read(key, range: range) }
  }

  func file(_ key: ObjectKey) async throws(ObjectStoreError) -> ObjectFile? {
    try await counted(.read) { () throws(ObjectStoreError) in try await store.file(key) }
  }

  func mark(of keys: [ObjectKey], in folder: ObjectKey?) async -> ObjectsMark? {
    await store.mark(of: keys, in: folder)
  }

  func write(
    _ key: ObjectKey, contentType: String, condition: WriteCondition, sizeBytes: Int64?, body: ByteStream
  ) async throws(ObjectStoreError) -> ObjectInfo {
    try await counted(.write) { () throws(ObjectStoreError) in
      try await store.write(key, contentType: contentType, condition: condition, sizeBytes: sizeBytes, body: body)
    }
  }

  func delete(_ key: ObjectKey) async throws(ObjectStoreError) {
    try await counted(.delete) { () throws(ObjectStoreError) in try await store.delete(key) }
  }

  func makeRoom() async -> Bool { await store.makeRoom() }
  func keepRoom() async { await store.keepRoom() }
  func place() async throws(ObjectStoreError) -> StorePlace? { try await store.place() }

  func list(prefix: String, after: ObjectKey?, limit: Int) async throws(ObjectStoreError) -> [ObjectInfo] {
    try await counted(.list) { () throws(ObjectStoreError) in
      try await store.list(prefix: prefix, after: after, limit: limit)
    }
  }

  func page(prefix: String, after: ObjectKey?, limit: Int) async throws(ObjectStoreError) -> [ListedObject] {
    try await counted(.list) { () throws(ObjectStoreError) in
      try await store.page(prefix: prefix, after: after, limit: limit)
    }
  }

  func all(prefix: String) async throws(ObjectStoreError) -> [ListedObject] {
    try await counted(.list) { () throws(ObjectStoreError) in try await store.all(prefix: prefix) }
  }

  func readingAddress(of key: ObjectKey, as contentType: String) -> ReadingAddress? {
    store.readingAddress(of: key, as: contentType)
  }

  func writingAddress(
    of key: ObjectKey, contentType: String, sizeBytes: Int64, seconds: Int
  ) -> WritingAddress? {
    store.writingAddress(of: key, contentType: contentType, sizeBytes: sizeBytes, seconds: seconds)
  }
}
