import Documents
import StudioModel
import Testing

extension DocumentConformance {
  static let large = [
    DocumentConformance("a document of 1 MiB is kept, and one byte more is refused") { trial in
      let path = try trial.path("large")
      let frame = DocumentLimits.size(path, ["t": ""])
      let most = String(repeating: "x", count: DocumentLimits.documentBytes - frame)
      try await trial.put("large", ["t": .string(most)])
      #expect(try await trial.fields("large")?["t"] == .string(most))
      #expect(await trial.kind { try await trial.put("large", ["t": .string(most + "y")]) } == .tooLarge)
      let small = try trial.path("small")
      #expect(
        await trial.kind {
          _ = try await trial.store.commit([.set(small, [:]), .set(path, ["t": .string(most + "y")])])
        } == .tooLarge)
      #expect(try await trial.fields("large")?["t"] == .string(most))
      #expect(try await trial.fields("small") == nil)
    },
    DocumentConformance("more than 500 writes are made in batches") { trial in
      let names = (1000..<2201).map { "d\($0)" }
      let commit = try await trial.store.commit(try names.map { .set(try trial.path($0), ["n": 1]) })
      #expect(commit.updateTimes.count == names.count)
      #expect(try await trial.ids(pages: 500) == names)
      let tooMany = try names.prefix(501).map { DocumentWrite.delete(try trial.path($0)) }
      #expect(await trial.kind { _ = try await trial.store.commitBatch(tooMany) } == .invalid)
    },
    DocumentConformance("of batches that end early it is said how many writes were made") { trial in
      var writes = try (1000..<2200).map { DocumentWrite.set(try trial.path("d\($0)"), ["n": 1]) }
      writes[1100].precondition = .exists
      let failure = await trial.failure { _ = try await trial.store.commit(writes) }
      #expect(failure?.kind == .notFound && failure?.committed == 1000)
      #expect(try await trial.ids(pages: 1000).count == 1000)
    },
  ]

  static let together = [
    DocumentConformance("of many who make one document one succeeds") { trial in
      let path = try trial.path("one")
      let winners = try await withThrowingTaskGroup(of: Int64?.self) { group in
        for number in 0..<16 {
          group.addTask {
            let failure = await trial.failure {
              _ = try await trial.store.commit([.set(path, ["n": .integer(Int64(number))], if: .doesNotExist)])
            }
            guard let failure else { return Int64(number) }
            guard failure.isConflict else { throw failure }
            return nil
          }
        }
        return try await group.reduce(into: [Int64]()) { if let winner = $1 { $0.append(winner) } }
      }
      #expect(winners.count == 1)
      #expect(try await trial.fields("one")?["n"] == winners.first.map(DocumentValue.integer))
    },
    DocumentConformance("counters through two doors lose no count") { trial in
      let path = try trial.path("count")
      try await trial.put("count", ["n": 0])
      let doors = [trial.store, try await trial.another()]
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<12 { group.addTask { try await count(up: path, doors[number % 2]) } }
        try await group.waitForAll()
      }
      #expect(try await trial.fields("count")?["n"] == 12)
    },
    DocumentConformance("what was answered is there through another door") { trial in
      try await trial.put("a", ["n": 1])
      _ = try await trial.ids(by: [.init("n")])
      let other = try await trial.another()
      #expect(try await other.document(at: trial.path("a"))?.fields == ["n": 1])
      let commit = try await other.commit([.set(try trial.path("b"), ["n": 2], serverTimes: ["at"])])
      #expect(try await trial.ids(by: [.init("n")]) == ["a", "b"])
      #expect(try await trial.store.document(at: trial.path("b"))?.updateTime == commit.updateTimes.first)
    },
    DocumentConformance("a listener hears of what is there, and of every change, also through another door") { trial in
      let other = try await trial.another()
      try await trial.put("a", ["kind": 1, "n": 1])
      let query = trial.query(where: [.init("kind", is: 1)], by: [.init("n")])
      var changes = trial.store.watch(query).makeAsyncIterator()
      func ids(_ change: DocumentChange?) -> [String] { change?.documents.map(\.path.id) ?? [] }
      let first = try #require(await changes.next())
      #expect(ids(first) == ["a"] && first.changed.map(\.path.id) == ["a"] && first.removed.isEmpty)

      try await trial.put("elsewhere", ["kind": 2, "n": 0])
      try await trial.put("b", ["kind": 1, "n": 0])
      let second = try #require(await changes.next())
      #expect(ids(second) == ["b", "a"] && second.changed.map(\.path.id) == ["b"])

      _ = try await other.commit([.update(try trial.path("a"), ["n": -1])])
      let third = try #require(await changes.next())
      #expect(ids(third) == ["a", "b"] && third.changed.map(\.path.id) == ["a"])

      _ = try await other.commit([.update(try trial.path("a"), ["kind": 2]), .delete(try trial.path("b"))])
      let fourth = try #require(await changes.next())
      #expect(ids(fourth).isEmpty && Set(fourth.removed.map(\.id)) == ["a", "b"])
    },
    DocumentConformance("a listener who stops listening is let go") { trial in
      try await trial.put("a", ["n": 1])
      let stream = trial.store.watch(trial.query())
      let (started, begin) = AsyncStream.makeStream(of: Void.self)
      let listener = Task {
        var heard = 0
        for await _ in stream {
          heard += 1
          begin.yield()
        }
        return heard
      }
      for await _ in started { break }
      listener.cancel()
      #expect(await listener.value == 1)
    },
    DocumentConformance("a question that can have no answer is told to its listener") { trial in
      var changes = trial.store.watch(trial.query(limit: 0)).makeAsyncIterator()
      #expect(await changes.next()?.failure?.kind == .invalid)
    },
  ]

  private static func count(up path: DocumentPath, _ store: any DocumentStore) async throws {
    while true {
      let found = try #require(try await store.document(at: path))
      guard case .integer(let number)? = found.fields["n"] else {
        Issue.record("no number")
        return
      }
      do {
        _ = try await store.commit([.set(path, ["n": .integer(number + 1)], if: .updateTime(found.updateTime))])
        return
      } catch { guard error.isConflict else { throw error } }
    }
  }
}
