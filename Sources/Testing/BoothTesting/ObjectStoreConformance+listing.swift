import BoothCore
import Testing

extension ObjectStoreConformance {
  /// Keys whose order tells a walk over folders from the order of bytes.
  private static let keys = [
    "a-b", "a.b", "a/b", "a/b-c", "a/b.c/d", "a/c/d/e", "a/c/d0", "a0", "b/1", "b/10", "b/2", "ä",
    "events/7/index.json",
    "events/7/sessions/S/manifest.json", "events/70/index.json", "Z",
  ].sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }

  private static func fill(_ store: any ObjectStore) async throws {
    for key in keys.shuffled() { try await store.put(try objectKey(key), key) }
  }

  static let listing = [
    ObjectStoreConformance("a listing is in the order of bytes, with all that is known") { store in
      try await fill(store)
      let all = try await store.list(prefix: "", after: nil, limit: 1000)
      #expect(all.map(\.key.text) == keys)
      for info in all { #expect(try await store.info(info.key) == info) }
    },
    ObjectStoreConformance("a prefix is a prefix of bytes, not of folders") { store in
      try await fill(store)
      for prefix in [
        "a", "a/", "a/b", "a/c/d", "b/1", "events/7", "events/7/", "nothing", "a/nothing/", "..", "/", "a//",
      ] {
        let found = try await store.list(prefix: prefix, after: nil, limit: 1000).map(\.key.text)
        #expect(found == keys.filter { $0.utf8.starts(with: prefix.utf8) }, "prefix \(prefix)")
      }
    },
    ObjectStoreConformance("pages follow each other without gap or repeat") { store in
      try await fill(store)
      for limit in [1, 2, 3, 7] {
        var pages: [String] = []
        var last: ObjectKey?
        while true {
          let page = try await store.list(prefix: "", after: last, limit: limit)
          #expect(page.count <= limit)
          if page.isEmpty { break }
          pages += page.map(\.key.text)
          last = page.last?.key
        }
        #expect(pages == keys, "pages of \(limit)")
      }
    },
    ObjectStoreConformance("a listing goes on after a key that is not there") { store in
      try await fill(store)
      for after in ["a", "a/b.", "a/c", "b/", "b/1/x", "zz", "events/7/sessions/S"] where ObjectKey(after) != nil {
        let found = try await store.list(prefix: "", after: try objectKey(after), limit: 1000).map(\.key.text)
        #expect(found == keys.filter { after.utf8.lexicographicallyPrecedes($0.utf8) }, "after \(after)")
      }
      #expect(try await store.list(prefix: "", after: nil, limit: 0).isEmpty)
    },
    ObjectStoreConformance("pages of one level are in the order of bytes, from any key on") { store in
      let names = (0..<40).map { "\(1_000_000 - $0 * 7)-S_\($0 % 3).QUJD-\($0)" } + ["a", "a-b", "a.b", "a0", "aZ"]
      let keys = try names.map { try objectKey("list/order/\($0)") }
        .sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
      for key in keys.shuffled() { try await store.put(key, key.text) }
      for other in ["list/order0", "list/orde", "list/a/b", "listing"] {
        try await store.put(try objectKey(other), "x")
      }
      for limit in [1, 3, 45, 1000] {
        var found: [ListedObject] = []
        while true {
          let page = try await store.page(prefix: "list/order/", after: found.last?.key, limit: limit)
          #expect(page.count <= limit)
          if page.isEmpty { break }
          found += page
        }
        #expect(found.map(\.key) == keys, "pages of \(limit)")
        for object in found where limit == 45 { #expect(object.sizeBytes == object.key.text.utf8.count) }
      }
      try await store.delete(keys[20])
      #expect(try await store.page(prefix: "list/order/", after: keys[20], limit: 3).map(\.key) == Array(keys[21...23]))
      #expect(try await store.page(prefix: "list/nothing/", after: nil, limit: 3).isEmpty)
      #expect(try await store.page(prefix: "list/order/", after: nil, limit: 0).isEmpty)
    },
    ObjectStoreConformance("all below a prefix is found, each once") { store in
      try await fill(store)
      for prefix in ["", "a", "a/", "events/7/", "events/7", "nothing/"] {
        let found = try await store.all(prefix: prefix).map(\.key.text)
        #expect(
          found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            == keys.filter { $0.utf8.starts(with: prefix.utf8) })
      }
    },
  ]
}
