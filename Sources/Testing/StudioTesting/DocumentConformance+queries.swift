public import Documents
import StudioModel
import Testing

extension DocumentConformance {
  /// In order; those in one row are equal.
  public static let ladder: [[DocumentValue]] = [
    [.null], [false], [true], [.double(.nan)], [.double(-.infinity)], [.integer(.min)], [.integer(-5), -5.0], [-0.5],
    [0, 0.0], [.double(.leastNonzeroMagnitude)], [1, 1.0], [1.5], [.integer(9_007_199_254_740_992)],
    [.integer(9_007_199_254_740_993)],
    [.double(9_007_199_254_740_994)], [.integer(.max)], [.double(9_223_372_036_854_775_808)], [.double(.infinity)],
    [.timestamp(DocumentTimestamp(microseconds: -1))], [.timestamp(DocumentTimestamp(microseconds: 1))],
    [""], ["\u{0}"], ["\u{1}"], ["A"], ["a"], ["a\u{0}"], ["a\u{1}"], ["ab"], ["e\u{301}"], ["\u{E9}"], ["\u{FFFD}"],
    ["😀"], [.bytes([])], [.bytes([0])], [.bytes([0, 0])], [.bytes([0, 1])], [.bytes([1])], [.bytes([255])],
    [.geoPoint(latitude: -90, longitude: 0)], [.geoPoint(latitude: 1, longitude: -180)],
    [.geoPoint(latitude: 1, longitude: 180)], [[]], [[.null]], [[1], [1.0]], [[1, 1]], [["a"]], [["a", 1]], [["b"]],
    [[:]], [["a": 1], ["a": 1.0]], [["a": 1, "b": 1]], [["a": 2]], [["b": 0]],
  ]

  private static func fill(_ trial: DocumentTrial) async throws -> [String] {
    func name(_ place: Int) -> String { place < 10 ? "d0\(place)" : "d\(place)" }
    let values = ladder.flatMap(\.self)
    _ = try await trial.store.commit(
      try values.enumerated().map { .set(try trial.path(name($0)), ["v": $1, "m": ["v": $1]]) })
    return values.indices.map(name)
  }

  static let queries = [
    DocumentConformance("values of all kinds have one order, both ways, on pages of any size") { trial in
      let names = try await fill(trial)
      for pages in [1000, 7, 1] {
        #expect(try await trial.ids(by: [.init("v")], pages: pages) == names, "pages of \(pages)")
      }
      #expect(try await trial.ids(by: [.init("v", .descending)], pages: 5) == names.reversed())
      #expect(try await trial.ids(by: [.init("m.v")], pages: 9) == names)
    },
    DocumentConformance("equal is what stands at one place of the order") { trial in
      let names = try await fill(trial)
      var place = 0
      for equals in ladder {
        let expected = Array(names[place..<place + equals.count])
        for value in equals {
          #expect(try await trial.ids(where: [.init("v", is: value)]) == expected, "\(value)")
          #expect(try await trial.ids(where: [.init("m.v", is: value)]) == expected, "\(value)")
        }
        place += equals.count
      }
    },
    DocumentConformance("who lacks a field is neither equal to null, nor in its order") { trial in
      try await trial.put("none", ["other": 1])
      try await trial.put("null", ["v": .null])
      try await trial.put("one", ["v": 1])
      try await trial.put("inner", ["v": ["w": .null]])
      #expect(try await trial.ids(where: [.init("v", is: .null)]) == ["null"])
      #expect(try await trial.ids(by: [.init("v")]) == ["null", "one", "inner"])
      #expect(try await trial.ids(where: [.init("v.w", is: .null)]) == ["inner"])
      #expect(try await trial.ids(by: [.init("v.x")]).isEmpty)
      #expect(try await trial.ids() == ["inner", "none", "null", "one"])
    },
    DocumentConformance("several filters must all hold, with and without an order") { trial in
      for number in 0..<60 {
        try await trial.put(
          number < 10 ? "d0\(number)" : "d\(number)",
          [
            "org": number % 2 == 0 ? "a" : "b", "kind": .integer(Int64(number % 3)), "at": .integer(Int64(59 - number)),
            "m": ["x": .boolean(number % 4 == 0)],
          ])
      }
      let filters: [DocumentQuery.Filter] = [.init("org", is: "a"), .init("kind", is: 0), .init("m.x", is: true)]
      let expected = ["d00", "d12", "d24", "d36", "d48"]
      for pages in [1, 2, 100] {
        #expect(try await trial.ids(where: filters, pages: pages) == expected)
        #expect(try await trial.ids(where: filters, by: [.init("at")], pages: pages) == expected.reversed())
        #expect(try await trial.ids(where: filters, by: [.init("at", .descending)], pages: pages) == expected)
      }
      #expect(try await trial.ids(where: [.init("org", is: "c")], by: [.init("at")]).isEmpty)
    },
    DocumentConformance("ties go on by name, in the direction of the order") { trial in
      let names = (10..<35).map { "d\($0)" }
      _ = try await trial.store.commit(try names.shuffled().map { .set(try trial.path($0), ["v": "same", "w": 1]) })
      for pages in [1, 4, 5, 25, 26] {
        #expect(try await trial.ids(by: [.init("v")], pages: pages) == names)
        #expect(try await trial.ids(by: [.init("v", .descending)], pages: pages) == names.reversed())
        #expect(try await trial.ids(by: [.init("v", .descending), .init("w")], pages: pages) == names)
        #expect(try await trial.ids(where: [.init("v", is: "same")], pages: pages) == names)
      }
    },
    DocumentConformance("two orders decide one after the other, whatever their directions") { trial in
      var all: [(String, Int, Int)] = []
      for first in 0..<4 { for second in 0..<5 { all.append(("d\(first)\(second)", first, second)) } }
      _ = try await trial.store.commit(
        try all.shuffled().map {
          .set(try trial.path($0.0), ["a": .integer(Int64($0.1)), "b": .integer(Int64($0.2 / 2))])
        })
      for (a, b) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
        let expected = all.sorted {
          (a * $0.1, b * ($0.2 / 2)) == (a * $1.1, b * ($1.2 / 2))
            ? (b > 0) == ($0.0 < $1.0) : (a * $0.1, b * ($0.2 / 2)) < (a * $1.1, b * ($1.2 / 2))
        }
        let orders: [DocumentQuery.Order] = [
          .init("a", a > 0 ? .ascending : .descending), .init("b", b > 0 ? .ascending : .descending),
        ]
        for pages in [3, 20] {
          #expect(try await trial.ids(by: orders, pages: pages) == expected.map(\.0), "\(a) \(b) \(pages)")
        }
      }
    },
    DocumentConformance("a page goes on where it ended, whoever was deleted or came between") { trial in
      for number in 0..<6 { try await trial.put("d\(number)", ["v": .integer(Int64(number * 10))]) }
      let first = try await trial.store.page(trial.query(by: [.init("v")], limit: 3))
      #expect(first.documents.map(\.path.id) == ["d0", "d1", "d2"] && first.next != nil)
      _ = try await trial.store.commit([
        .delete(try trial.path("d2")), .set(try trial.path("late"), ["v": 25]), .set(try trial.path("early"), ["v": 5]),
      ])
      let second = try await trial.store.page(trial.query(by: [.init("v")], limit: 3, after: first.next))
      #expect(second.documents.map(\.path.id) == ["late", "d3", "d4"])
      let cursor = DocumentQuery.Cursor(values: ["no number"], id: "x")
      #expect(try await trial.store.page(trial.query(by: [.init("v")], after: cursor)).documents.isEmpty)
    },
    DocumentConformance("a field that is written anew stands at its new place alone") { trial in
      try await trial.put("a", ["v": 1])
      try await trial.put("b", ["v": 2])
      #expect(try await trial.ids(by: [.init("v")]) == ["a", "b"])
      try await trial.put("a", ["v": 3])
      #expect(try await trial.ids(by: [.init("v")]) == ["b", "a"])
      #expect(try await trial.ids(where: [.init("v", is: 1)]).isEmpty)
      try await trial.put("a", ["w": 3])
      #expect(try await trial.ids(by: [.init("v")]) == ["b"])
    },
    DocumentConformance("what no store answers is refused in words") { trial in
      let cursor = DocumentQuery.Cursor(values: [1], id: "x")
      for query in [
        trial.query(limit: 0), trial.query(limit: 1001), trial.query(by: [.init("a"), .init("a", .descending)]),
        trial.query(where: [.init("a", is: 1)], by: [.init("a")]), trial.query(after: cursor),
        trial.query(by: [.init("a")], after: .init(values: [1], id: "..")), trial.query(by: [.init("__a__")]),
        trial.query(where: [.init(.init(field: ""), is: 1)]),
      ] {
        #expect(await trial.kind { _ = try await trial.store.page(query) } == .invalid)
      }
    },
  ]
}
