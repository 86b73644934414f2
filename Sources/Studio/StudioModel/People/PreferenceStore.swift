/// What people and organisations have chosen for their pages, by its name.
public enum StudioPreference: String, Sendable, CaseIterable {
  /// A person's: `light` or `dark`; else as the device is.
  case look
  /// A person's: names of the cards of their home that they have hidden, with spaces between them.
  case hiddenCards
  /// An organisation's: what it is called.
  case organisationName
  /// An organisation's: where the map has its tiles, and who made them.
  case tiles, tilesAttribution
}

/// What was chosen.
public struct StudioPreferences: Sendable, Equatable {
  private let values: [String: String]

  /// Names of a newer version are kept, and mean nothing here.
  public init(_ values: [String: String] = [:]) { self.values = values }

  /// Nil for what was not chosen.
  public subscript(_ preference: StudioPreference) -> String? {
    values[preference.rawValue].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Both; of what both have, the other's.
  public func merging(_ other: StudioPreferences) -> StudioPreferences {
    StudioPreferences(values.merging(other.values) { $1 })
  }
}

/// Keeps what people and organisations have chosen. From any thread.
public protocol PreferenceStore: Sendable {
  /// Of a person or an organisation, by its id.
  func preferences(of owner: String) async throws(AccountError) -> StudioPreferences
  /// All or none; nil takes one back.
  func set(_ preferences: [StudioPreference: String?], of owner: String) async throws(AccountError)
  /// What others call a person; their own choice.
  func setDisplayName(_ name: String, of user: UserID) async throws(AccountError)
  /// Whether anybody may sign in who may let others in.
  func hasAdmin() async throws(AccountError) -> Bool
}
