/// How far a location has come. The raw values are those of the Then & Now app.
public enum LocationStatus: String, Sendable, Codable, CaseIterable {
  case notVisited, completed, inaccessible
}
