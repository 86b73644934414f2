public import BoothCore
import Testing

extension ObjectStoreConformance {
  static let conditions = [
    ObjectStoreConformance("ifAbsent lets nobody in where something is") { store in
      let key = try objectKey("once.txt")
      try await store.put(key, "first", .ifAbsent)
      await expectFailure(.conditionFailed) { try await store.put(key, "second", .ifAbsent) }
      #expect(try await store.text(key) == "first")
    },
    ObjectStoreConformance("ifMatch lets in who knows the version, and nobody where nothing is") { store in
      let key = try objectKey("match.txt")
      await expectFailure(.conditionFailed) { try await store.put(key, "x", .ifMatch("none")) }
      let first = try await store.put(key, "first")
      let second = try await store.put(key, "second", .ifMatch(first.etag))
      await expectFailure(.conditionFailed) { try await store.put(key, "late", .ifMatch(first.etag)) }
      #expect(try await store.text(key) == "second")
      try await store.delete(key)
      await expectFailure(.conditionFailed) { try await store.put(key, "gone", .ifMatch(second.etag)) }
      #expect(try await store.info(key) == nil)
    },
    ObjectStoreConformance("of many who write ifAbsent one succeeds") { store in
      let key = try objectKey("race/one.txt")
      let winners = try await withThrowingTaskGroup(of: String?.self) { group in
        for number in 0..<32 {
          group.addTask {
            do {
              try await store.put(key, "\(number)", .ifAbsent)
              return "\(number)"
            } catch let error as ObjectStoreError where error.code == .conditionFailed {
              return nil
            }
          }
        }
        return try await group.reduce(into: [String]()) { if let winner = $1 { $0.append(winner) } }
      }
      #expect(winners.count == 1)
      #expect(try await store.text(key) == winners.first)
    },
    ObjectStoreConformance("64 counters at once lose no count") { store in
      let key = try objectKey("race/count.txt")
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<64 { group.addTask { try await count(up: key, in: store) } }
        try await group.waitForAll()
      }
      #expect(try await store.text(key) == "64")
    },
  ]

  /// Adds one to the number in an object; repeats until no other write came between.
  public static func count(up key: ObjectKey, in store: any ObjectStore) async throws {
    while true {
      let found = try await store.readAll(key, limit: 100)
      let number = try found.map { try #require(Int(String(decoding: $0.1, as: UTF8.self).filter(\.isNumber))) } ?? 0
      do {
        try await store.put(key, "\(number + 1)", found.map { .ifMatch($0.0.etag) } ?? .ifAbsent)
        return
      } catch let error as ObjectStoreError where error.code == .conditionFailed {
        continue
      }
    }
  }
}
