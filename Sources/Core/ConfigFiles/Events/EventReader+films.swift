import BoothCore

extension EventReader {
  /// `["none", "bw", "sepia", "warm"]`: the looks that guests may choose from.
  mutating func filters(in fields: FileFields) -> [PhotoFilter] {
    choices("filters", in: fields, of: PhotoFilter.self) ?? [.none]
  }

  /// `["strip", "boomerang", "gif"]`: the films that are made.
  mutating func films(in fields: FileFields) -> [FilmKind] {
    choices("films", in: fields, of: FilmKind.self) ?? [.strip]
  }

  /// A list of names, each once; nil for none that is known.
  private mutating func choices<Choice: RawRepresentable & CaseIterable & Equatable>(
    _ key: String, in fields: FileFields, of type: Choice.Type
  ) -> [Choice]? where Choice.RawValue == String {
    guard let items = list(key, in: fields, of: "names", limit: 16) else { return nil }
    let known = type.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    var chosen: [Choice] = []
    for item in items {
      guard let choice = item.text.flatMap(Choice.init(rawValue:)), !chosen.contains(choice) else {
        warn(item.path, expected: "one of \(known), each once", found: item.summary, "it is ignored")
        continue
      }
      chosen.append(choice)
    }
    return chosen.isEmpty ? nil : chosen
  }
}
