import GRDB
import PhotoModel

/// Sources by what they are called: by their ids and their names for people, folded as what is looked for is.
struct SearchedSources {
  private let all: [(number: Int64, names: [String])]

  /// - Parameter names: for people, by ids.
  init(_ names: [String: String], _ db: Database) throws {
    all = try Row.fetchAll(db, sql: "SELECT n, id FROM source").map { row in
      let id: String = row[1]
      return (row[0], [id, names[id].map(FoldedWords.of)].compactMap { $0 })
    }
  }

  /// Those with a word in their names.
  func holding(_ word: String) -> [Int64] {
    // By bytes, as the database looks for words: signs that are drawn as one are not taken as one.
    all.filter { $0.names.contains { $0.utf8.firstRange(of: word.utf8) != nil } }.map(\.number)
  }

  /// Those that a person means: of each name the sources that are called just so, else those with it in their names.
  func meant(by names: [String]) -> [Int64] {
    names.flatMap { name in
      let called = all.filter { $0.names.contains(name) }.map(\.number)
      return called.isEmpty ? holding(name) : called
    }
  }
}
