package import BoothCore
import Documents
package import StudioModel

/// An entry of the navigation.
package struct StudioSection: Sendable, Equatable {
  /// Where it leads, such as `/booth`. What lies below it belongs to the section, too.
  package var path: String
  /// Who may not do this does not see the entry.
  package var action: StudioAction
  private let titles: [Language: String]

  /// - Parameter title: what it is called in each language.
  package init(_ path: String, _ action: StudioAction, title: (Language) -> String) {
    self.path = path
    self.action = action
    titles = Dictionary(uniqueKeysWithValues: Language.allCases.map { ($0, title($0)) })
  }

  /// What it is called.
  package func title(_ language: Language) -> String { titles[language] ?? path }

  static let booth = StudioSection("/booth", .seeBooth) { StudioWords($0)[.booth] }
  static let sessions = StudioSection("/sessions", .seeSessions) { StudioWords($0)[.sessions] }
  package static let people = StudioSection("/people", .seePeople) { StudioWords($0)[.people] }
}
