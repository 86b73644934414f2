import LocationLibrary
import Locations
import WebSupport

/// What a list's address asks for.
struct PlacesQuery: Equatable {
  enum Sort: String, CaseIterable {
    case distance, status, date
  }

  var words: String
  /// Nil for all of them.
  var status: LocationStatus?
  var sort: Sort
  /// As it was typed.
  var nearText: String
  /// Nil where none was typed, or none that is on the earth.
  var near: Coordinate?
  /// Behind which the page begins.
  var after: String?

  /// Nothing is refused: what is not understood is as if it were not there, and a place that is none is said.
  init(_ query: Query) {
    let typed = String((query["search"] ?? "").prefix(200))
    status = query["status"].flatMap(LocationStatus.init(rawValue:))
    sort = query["sort"].flatMap(Sort.init(rawValue:)) ?? .distance
    // A position that is typed where words are searched is one to be near to.
    let isPosition = typed.contains { ".°".contains($0) } && Self.coordinate(typed) != nil
    words = isPosition ? "" : typed
    nearText = isPosition ? typed : String((query["near"] ?? "").prefix(100))
    near = Self.coordinate(nearText)
    after = query["after"]
  }

  var isNearWrong: Bool { near == nil && !nearText.allSatisfy(\.isWhitespace) }
  /// Whether anything is left out.
  var isNarrowed: Bool { status != nil || !words.allSatisfy(\.isWhitespace) }

  var order: LocationOrder {
    switch sort {
    case .distance: .distance(from: near)
    case .status: .status
    case .date: .date
    }
  }

  /// What leaves something out, as the end of an address: empty, or `?search=…&status=…`. The map has no pages and no order.
  var narrowing: String {
    let text = Self.text([("search", words), ("status", status?.rawValue), ("near", nearText)])
    return text.isEmpty ? "" : "?" + text
  }

  private static func text(_ fields: [(String, String?)]) -> String {
    fields.compactMap { name, value in
      value.flatMap { $0.isEmpty ? nil : "\(name)=\(PercentEncoding.component($0))" }
    }.joined(separator: "&")
  }

  /// The address of a page of the same list.
  func address(after key: LocationKey?) -> String {
    let fields: [(String, String?)] = [
      ("search", words), ("status", status?.rawValue), ("sort", sort.rawValue), ("near", nearText),
      ("after", key?.text),
    ]
    return "/places?" + Self.text(fields)
  }

  /// A place as people type it: decimal degrees, or with minutes and seconds.
  static func coordinate(_ text: String) -> Coordinate? {
    guard !text.allSatisfy(\.isWhitespace) else { return nil }
    do throws(CoordinateText.Fault) { return try CoordinateText.pair(text) } catch { return nil }
  }
}
