package import StudioModel
package import WebSupport

/// What a part of the studio shows on a person's home.
package struct HomeOffer: Sendable, Equatable {
  package var cards: [HomeCard]
  /// What does not exist yet, and this person may make.
  package var steps: [HomeStep]

  package init(cards: [HomeCard] = [], steps: [HomeStep] = []) {
    self.cards = cards
    self.steps = steps
  }

  /// Nothing.
  package static let none = HomeOffer()
}

/// One subject of the home: how it stands, and where it goes on.
///
/// ```swift
/// HomeCard("training", .news, .mortarboard, "Training", figures: [.init("3", "New")], action: .init("View training", "/training"))
/// ```
package struct HomeCard: Sendable, Equatable {
  /// How soon it matters to the person; cards stand in this order.
  package enum Urgency: Int, Sendable, Comparable, CaseIterable {
    /// Waits for the person.
    case due
    /// The person has not seen it.
    case news
    /// As usual.
    case usual

    package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  }

  /// A number and what is counted.
  package struct Figure: Sendable, Equatable {
    package var value: String
    package var label: String

    package init(_ value: String, _ label: String) { (self.value, self.label) = (value, label) }
    package init(_ value: Int, _ label: String) { self.init("\(value)", label) }
  }

  /// A small picture that leads somewhere.
  package struct Picture: Sendable, Equatable {
    /// Of the picture.
    package var address: String
    /// The alternative text.
    package var text: String
    /// Where it leads.
    package var path: String

    package init(_ address: String, text: String, to path: String) {
      (self.address, self.text, self.path) = (address, text, path)
    }
  }

  /// The most names that are shown.
  package static let mostNames = 6

  /// The card's identifier, saved when a person hides it: lower-case letters and hyphens.
  package var name: String
  package var urgency: Urgency
  package var icon: Icon
  package var title: String
  /// How it stands, in one sentence.
  package var sentence: String?
  package var figures: [Figure]
  package var pictures: [Picture]
  /// Of the people that the last figure counts: who has not sent a report.
  package var names: [String]
  package var action: HomeLink

  package init(
    _ name: String, _ urgency: Urgency, _ icon: Icon, _ title: String, sentence: String? = nil,
    figures: [Figure] = [], pictures: [Picture] = [], names: [String] = [], action: HomeLink
  ) {
    self.name = name
    self.urgency = urgency
    self.icon = icon
    self.title = title
    self.sentence = sentence
    self.figures = figures
    self.pictures = pictures
    self.names = names
    self.action = action
  }
}

extension HomeCard {
  /// What it is about. Among cards that matter as soon, work that people wait for comes before the booth, photos and locations.
  package enum Kind: Int, Sendable, Comparable {
    case work, rest

    package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  }

  package var kind: Kind { ["report", "reports", "training", "team-training"].contains(name) ? .work : .rest }
}

/// A first step: what does not exist yet, and how this person makes it.
package struct HomeStep: Sendable, Equatable {
  /// The card's identifier, saved when a person hides it: lower-case letters and hyphens.
  package var name: String
  package var icon: Icon
  package var title: String
  /// What it is good for, in one sentence.
  package var text: String
  package var action: HomeLink
  /// Another way to the same thing; nil where there is none.
  package var other: HomeLink?

  package init(
    _ name: String, _ icon: Icon, _ title: String, _ text: String, action: HomeLink, other: HomeLink? = nil
  ) {
    self.name = name
    self.icon = icon
    self.title = title
    self.text = text
    self.action = action
    self.other = other
  }
}

/// What a link says, and where it leads.
package struct HomeLink: Sendable, Equatable {
  package var title: String
  package var path: String

  package init(_ title: String, _ path: String) { (self.title, self.path) = (title, path) }
}

/// A person's visit to their home: what features need to know of it.
package struct HomeVisit: Sendable {
  package let context: StudioContext
  package let shell: StudioShell
  package let principal: Principal
  /// The reader's day, counted from 1970-01-01.
  package let today: Int
  /// Reads the organisation's people.
  package let people: @Sendable () async throws -> [Person]
}
