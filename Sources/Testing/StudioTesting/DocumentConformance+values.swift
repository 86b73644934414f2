import Documents
import StudioModel
import Testing

extension DocumentConformance {
  static func moment(_ text: String) throws -> DocumentTimestamp { try #require(DocumentTimestamp(text)) }

  static let values = [
    DocumentConformance("every kind of value comes back as it was") { trial in
      let other = try DocumentPath("organizations/7/critiques/ä b")
      let fields: DocumentFields = [
        "null": .null, "yes": true, "no": false, "zero": 0, "least": .integer(.min), "most": .integer(.max),
        "double": 0.1, "whole": 5.0, "tiny": .double(.leastNonzeroMagnitude), "huge": .double(-1.7976931348623157e308),
        "nan": .double(.nan), "endless": .double(.infinity), "endlessly less": .double(-.infinity),
        "time": .timestamp(try moment("2024-01-15T14:30:00.123456Z")),
        "early": .timestamp(try moment("0001-01-01T00:00:00Z")),
        "late": .timestamp(try moment("9999-12-31T23:59:59.999999Z")),
        "before 1970": .timestamp(try moment("1969-12-31T23:59:59.000001Z")),
        "text": "\"\\\n\u{1}\u{0}/ שלום 😀", "empty text": "", "bytes": .bytes([0, 1, 254, 255]), "no bytes": .bytes([]),
        "reference": .reference(other), "point": .geoPoint(latitude: 31.7683, longitude: -35.2137),
        "zero point": .geoPoint(latitude: 0, longitude: 0), "array": [1, "two", ["three": 3], .null],
        "empty array": [], "map": ["a": ["b": [[:]]], "a.b": 1, "`": 2, "with \\ and /": 3, "ü": 4], "empty map": [:],
      ]
      try await trial.put("all", fields)
      let found = try #require(try await trial.fields("all"))
      for field in fields { #expect(found[field.name] == field.value, "\(field.name)") }
      #expect(found == fields)
      let page = try await trial.store.page(trial.query())
      #expect(page.documents.map(\.fields) == [fields])
    },
    DocumentConformance("a document may have no fields") { trial in
      try await trial.put("empty", [:])
      #expect(try await trial.fields("empty") == [:])
    },
    DocumentConformance("moments are kept to the microsecond, rounded down") { trial in
      try await trial.put(
        "time",
        [
          "a": .timestamp(try moment("2024-01-15T14:30:00.123456999Z")),
          "b": ["c": [.timestamp(try moment("1960-01-01T00:00:00.000001999Z"))]],
        ])
      let found = try #require(try await trial.fields("time"))
      #expect(found["a"] == .timestamp(try moment("2024-01-15T14:30:00.123456Z")))
      #expect(found["b"]?.fields?["c"] == [.timestamp(try moment("1960-01-01T00:00:00.000001Z"))])
    },
    DocumentConformance("two spellings of one sign are two names and two texts") { trial in
      let (one, two) = ("\u{E9}", "e\u{301}")
      try await trial.put(one, [one: "1", two: "2"])
      try await trial.put(two, ["text": .string(two)])
      #expect(try await trial.fields(one)?.count == 2)
      #expect(try await trial.fields(one)?[two] == "2")
      #expect(try await trial.ids(where: [.init("text", is: .string(two))]) == [two])
      #expect(try await trial.ids(where: [.init("text", is: .string(one))]).isEmpty)
    },
    DocumentConformance("odd ids are ids, and what is none is refused") { trial in
      let ids = [
        "a b", "a+b", "a%20b", "a%2Fb", "x?y=1&z#q", "~", "-dash", ".hidden", "...", "__x", "x__", "__", "___", "שלום",
        "😀", "\"'`", "*", "\\", "A", "a", "(default)", "null", "0", String(repeating: "é", count: 750),
      ]
      for id in ids { try await trial.put(id, ["id": .string(id)]) }
      for id in ids { #expect(try await trial.fields(id)?["id"] == .string(id), "\(id)") }
      let bytes = ids.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      #expect(try await trial.ids(pages: 5) == bytes)
      for id in ["", ".", "..", "__x__", "____", "a/b", "a\u{0}", String(repeating: "é", count: 751)] {
        #expect(await trial.kind { _ = try trial.path(id) } == .invalid, "\(id)")
      }
    },
    DocumentConformance("what is not there is nil, in its place") { trial in
      try await trial.put("b", ["n": 2])
      let paths = try ["a", "b", "c", "b"].map(trial.path)
      let found = try await trial.store.documents(at: paths)
      #expect(found.map { $0?.fields["n"] } == [nil, 2, nil, 2])
      #expect(try await trial.store.documents(at: []).isEmpty)
    },
    DocumentConformance("many are had at once, in the order asked for") { trial in
      let writes = try (0..<300).map { DocumentWrite.set(try trial.path("d\($0)"), ["n": .integer(Int64($0))]) }
      _ = try await trial.store.commit(writes)
      let numbers = Array(stride(from: 299, through: 0, by: -1))
      let found = try await trial.store.documents(at: try numbers.map { try trial.path("d\($0)") })
      #expect(found.map { $0?.fields["n"] } == numbers.map { .integer(Int64($0)) })
    },
    DocumentConformance("a collection in a document is another collection") { trial in
      let inner = try DocumentCollection("\(trial.collection)/a/inner")
      try await trial.put("a", ["n": 1])
      _ = try await trial.store.commit([.set(try DocumentPath(inner, "a"), ["n": 1])])
      #expect(try await trial.ids() == ["a"])
      #expect(try await trial.ids(where: [.init("n", is: 1)]) == ["a"])
      #expect(try await trial.store.page(DocumentQuery(inner)).documents.map(\.path.collection) == [inner])
      _ = try await trial.store.commit([.delete(try trial.path("a"))])
      #expect(try await trial.ids().isEmpty)
      #expect(try await trial.store.page(DocumentQuery(inner)).documents.count == 1)
    },
  ]
}
