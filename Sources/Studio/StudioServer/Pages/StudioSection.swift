package import BoothCore
import Documents
package import StudioModel
package import WebSupport

/// An entry of the navigation.
package struct StudioSection: Sendable, Equatable {
  /// Where it leads, such as `/booth`. What lies below it belongs to the section, too.
  package var path: String
  /// Who may not do this does not see the entry.
  package var action: StudioAction
  /// Its sign in the navigation, and that of the section that is open.
  package var icon: Icon
  package var openIcon: Icon
  private let titles: [Language: String]

  /// - Parameters:
  ///   - icons: its sign, and the sign while it is open.
  ///   - title: what it is called in each language.
  package init(
    _ path: String, _ action: StudioAction, _ icons: (icon: Icon, open: Icon), title: (Language) -> String
  ) {
    self.path = path
    self.action = action
    icon = icons.icon
    openIcon = icons.open
    titles = Dictionary(uniqueKeysWithValues: Language.allCases.map { ($0, title($0)) })
  }

  /// What it is called.
  package func title(_ language: Language) -> String { titles[language] ?? path }

  package static let booth = StudioSection("/booth", .seeBooth, (.camera, .cameraFill)) { StudioWords($0)[.booth] }
  /// No entry of its own: a tab beside the booth's page.
  static let sessions = StudioSection("/sessions", .seeSessions, (.collection, .collectionFill)) {
    StudioWords($0)[.sessions]
  }
  package static let people = StudioSection("/people", .seePeople, (.people, .peopleFill)) { StudioWords($0)[.people] }

  /// In the order of the navigation: what leaders and operators look at first, and what all others do.
  static func ordered(_ sections: [StudioSection], for standing: Standing) -> [StudioSection] {
    let first =
      standing.role == .employee
      ? ["/training", "/reports", "/photos", "/places", "/booth"]
      : ["/booth", "/training", "/reports", "/photos", "/places"]
    return sections.enumerated().sorted { a, b in
      (first.firstIndex(of: a.element.path) ?? first.count, a.offset)
        < (first.firstIndex(of: b.element.path) ?? first.count, b.offset)
    }.map(\.element)
  }
}
