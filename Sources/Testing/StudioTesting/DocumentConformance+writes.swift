import Documents
import StudioModel
import Testing

extension DocumentConformance {
  static let writes = [
    DocumentConformance("a document is replaced, merged, and deleted") { trial in
      let path = try trial.path("a")
      try await trial.put("a", ["a": 1, "b": ["c": 2, "d": 3], "e": 4])
      _ = try await trial.store.commit([
        .update(path, ["a": 10, "f": 6], removing: ["e", "b.c", "not.there"])
      ])
      #expect(try await trial.fields("a") == ["a": 10, "b": ["d": 3], "f": 6])
      _ = try await trial.store.commit([
        DocumentWrite(path, .merge(["b": ["d": 30, "x": 99], "y": 99], naming: ["b.d"]), if: .exists)
      ])
      #expect(try await trial.fields("a") == ["a": 10, "b": ["d": 30], "f": 6])
      let odd = DocumentFieldPath(segments: ["odd name", "`\\."])
      _ = try await trial.store.commit([
        DocumentWrite(path, .merge(["odd name": ["`\\.": "x"], "a": 99], naming: [odd]), if: .exists)
      ])
      #expect(try await trial.fields("a")?["odd name"]?.fields?["`\\."] == "x")
      _ = try await trial.store.commit([.set(path, ["z": 1])])
      #expect(try await trial.fields("a") == ["z": 1])
      _ = try await trial.store.commit([.delete(path), .delete(try trial.path("never"))])
      #expect(try await trial.fields("a") == nil)
      #expect(try await trial.ids().isEmpty)
    },
    DocumentConformance("a merge makes what is not there, where it may") { trial in
      _ = try await trial.store.commit([
        DocumentWrite(try trial.path("new"), .merge(["a": 1], naming: ["a"])),
        DocumentWrite(try trial.path("empty"), .merge([:], naming: [])),
      ])
      #expect(try await trial.fields("new") == ["a": 1])
      #expect(try await trial.fields("empty") == [:])
    },
    DocumentConformance("preconditions let in who knows what is there") { trial in
      let (path, store) = (try trial.path("a"), trial.store)
      func commit(_ write: DocumentWrite) async -> DocumentStoreError.Kind? {
        await trial.kind { _ = try await store.commit([write]) }
      }
      let never = DocumentTimestamp(microseconds: 1_000_000)
      #expect(await commit(.set(path, ["n": 1], if: .exists)) == .notFound)
      #expect(await commit(.update(path, ["n": 1])) == .notFound)
      #expect(await commit(.delete(path, if: .exists)) == .notFound)
      #expect(await commit(.set(path, ["n": 1], if: .updateTime(never))) == .preconditionFailed)
      #expect(try await trial.fields("a") == nil)
      #expect(await commit(.set(path, ["n": 1], if: .doesNotExist)) == nil)
      #expect(await commit(.set(path, ["n": 2], if: .doesNotExist)) == .alreadyExists)
      let first = try #require(try await store.document(at: path))
      #expect(await commit(.set(path, ["n": 2], if: .updateTime(first.updateTime))) == nil)
      #expect(await commit(.set(path, ["n": 3], if: .updateTime(first.updateTime))) == .preconditionFailed)
      #expect(await commit(.update(path, ["n": 3], if: .updateTime(first.updateTime))) == .preconditionFailed)
      #expect(await commit(.delete(path, if: .updateTime(first.updateTime))) == .preconditionFailed)
      #expect(try await trial.fields("a") == ["n": 2])
      let second = try #require(try await store.document(at: path))
      #expect(await commit(.update(path, ["m": 3], if: .updateTime(second.updateTime))) == nil)
      #expect(try await trial.fields("a") == ["n": 2, "m": 3])
      #expect(await commit(.delete(path, if: .exists)) == nil)
      #expect(await commit(.delete(path)) == nil)
      #expect(try await trial.fields("a") == nil)
    },
    DocumentConformance("a batch is made wholly or not at all") { trial in
      try await trial.put("there", ["n": 1])
      let kind = await trial.kind {
        _ = try await trial.store.commit([
          .set(try trial.path("a"), ["n": 1]), .delete(try trial.path("there")),
          .set(try trial.path("b"), [:], if: .exists),
        ])
      }
      #expect(kind == .notFound)
      #expect(try await trial.ids() == ["there"])
    },
    DocumentConformance("times are the store's: one for a batch, and each later than the last") { trial in
      let names = (0..<5).map { "d\($0)" }
      var last = DocumentTimestamp(microseconds: 0)
      for round in 0..<5 {
        let commit = try await trial.store.commit(
          try names.map {
            .set(try trial.path($0), ["round": .integer(Int64(round))], serverTimes: ["at", "deep.at"])
          })
        let found = try await trial.store.documents(at: try names.map(trial.path)).compactMap(\.self)
        #expect(Set(found.map(\.updateTime)).count == 1)
        let time = try #require(found.first?.updateTime)
        #expect(time > last)
        #expect(commit.updateTimes == names.map { _ in time })
        let moments = Set(
          found.flatMap { [$0.fields["at"], $0.fields["deep"]?.fields?["at"]] }.map { "\(String(describing: $0))" })
        #expect(moments.count == 1, "all of a batch have one moment")
        guard case .timestamp? = found.first?.fields["at"] else {
          Issue.record("no moment")
          return
        }
        last = time
      }
      #expect(try await trial.ids(by: [.init("at", .descending)], pages: 2) == names.reversed())
    },
    DocumentConformance("a moment is put among fields that stay") { trial in
      let path = try trial.path("a")
      try await trial.put("a", ["n": 1, "m": ["x": 1]])
      _ = try await trial.store.commit([.update(path, ["n": 2], serverTimes: ["m.at", "updatedAt"])])
      let found = try #require(try await trial.store.document(at: path))
      #expect(found.fields["n"] == 2 && found.fields["m"]?.fields?["x"] == 1)
      #expect(found.fields["updatedAt"] != nil && found.fields["updatedAt"] == found.fields["m"]?.fields?["at"])
      #expect(found.createTime < found.updateTime)
    },
    DocumentConformance("what changes nothing leaves the version, and what is made again is new") { trial in
      let path = try trial.path("a")
      let first = try await trial.put("a", ["n": 1])
      #expect(try await trial.put("a", ["n": 1]) == first)
      let found = try #require(try await trial.store.document(at: path))
      #expect(found.createTime == first && found.updateTime == first)
      let second = try await trial.put("a", ["n": 2])
      #expect(second > first)
      #expect(try await trial.store.document(at: path)?.createTime == first)
      _ = try await trial.store.commit([.delete(path)])
      try await trial.put("a", ["n": 2])
      #expect(try #require(try await trial.store.document(at: path)?.createTime) > second)
    },
    DocumentConformance("what can be no document is refused in words, and nothing is written") { trial in
      let path = try trial.path("a")
      let deep = (0..<25).reduce(DocumentValue.integer(1)) { inner, _ in ["m": inner] }
      for write in [
        DocumentWrite.set(path, ["": 1]), .set(path, ["__x__": 1]), .set(path, ["a": [[1]]]), .set(path, ["a": deep]),
        .set(path, ["a": .geoPoint(latitude: 91, longitude: 0)]),
        .set(path, ["a": .geoPoint(latitude: .nan, longitude: 0)]),
        .set(path, [:], serverTimes: ["a", "a.b"]), DocumentWrite(path, .merge([:], naming: ["a.b", "a"])),
        DocumentWrite(path, .delete, serverTimes: ["at"]), .update(path, ["at": 1], if: .none, serverTimes: ["at"]),
        .set(path, [String(repeating: "x", count: 1501): 1]),
      ] {
        let kind = await trial.kind {
          _ = try await trial.store.commit([.set(try trial.path("other"), [:]), write])
        }
        #expect(kind == .invalid, "\(write)")
      }
      #expect(try await trial.ids().isEmpty)
    },
  ]
}
