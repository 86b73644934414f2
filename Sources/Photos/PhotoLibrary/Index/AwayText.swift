import FoundationEssentials
import PhotoModel

/// What is away of a source, as its row has it: empty for nothing.
enum AwayText {
  static func of(_ away: [PhotoAway]) throws -> String {
    away.isEmpty ? "" : String(decoding: try JSONEncoder().encode(away), as: UTF8.self)
  }

  static func read(_ text: String) throws -> [PhotoAway] {
    text.isEmpty ? [] : try JSONDecoder().decode([PhotoAway].self, from: Data(text.utf8))
  }
}
