import Testing

@testable import BoothCore

struct OperatorFactTests {
  /// With names that are in no language's letters.
  private static let facts: [OperatorFact] = [
    .event(nil), .event("47"), .camera(nil), .camera("47"), .queue(jobs: 47, waiting: 53), .links("47"),
  ]

  @Test(arguments: facts)
  func `what the settings say is in every language's own letters, and says the fact`(_ fact: OperatorFact) {
    for language in Language.allCases {
      let text = fact.text(in: language)
      let letters = text.unicodeScalars.filter { $0.properties.isAlphabetic }
      #expect(!letters.isEmpty && text.first != " " && text.last != " ", "\(language)")
      switch language {
      case .hebrew: #expect(letters.allSatisfy { (0x590..<0x600).contains($0.value) }, "\(text)")
      case .arabic: #expect(letters.allSatisfy { (0x600..<0x700).contains($0.value) }, "\(text)")
      case .english, .german, .french, .spanish: #expect(letters.allSatisfy { $0.value < 0x250 }, "\(text)")
      }
      #expect(text.contains("47") == (fact != .event(nil) && fact != .camera(nil)), "\(text)")
    }
  }
}
