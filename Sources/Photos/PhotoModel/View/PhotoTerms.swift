/// What photos are known by, for suggestions while a person types a search.
public struct PhotoTerms: Sendable, Equatable {
  /// A word, and how many photos it finds.
  public struct Term: Sendable, Equatable {
    public var name: String
    public var count: Int

    public init(_ name: String, _ count: Int) { (self.name, self.count) = (name, count) }
  }

  /// The cameras of the most photos, those first.
  public var cameras: [Term] = []
  /// The same of folders, by their places in their sources: `2024/Rome`.
  public var folders: [Term] = []
  /// The same of formats, as catalogs name them.
  public var formats: [Term] = []

  public init() {}
}
