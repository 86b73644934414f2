import LocationLibrary

/// Something that takes longer than a page: how far it is, and what came of it.
enum PlaceWork: Sendable {
  /// How far it is, in words with numbers in them.
  struct Progress: Sendable, Equatable {
    var text: PlacesText
    var numbers: [Int]

    init(_ text: PlacesText, _ numbers: Int...) { (self.text, self.numbers) = (text, numbers) }
  }

  /// What came of it.
  enum Outcome: Sendable {
    case made
    case exported(ExportedFile)
    case imported(ImportOutcome)
  }

  case underWay(Progress)
  case done(Outcome)
  case failed(PlaceError)

  var isUnderWay: Bool { if case .underWay = self { true } else { false } }
}
