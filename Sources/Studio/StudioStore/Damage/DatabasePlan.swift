import GRDB

/// What one of the studio's databases has, to check whether it is whole, and save what can be read of one that is not.
struct DatabasePlan: Sendable {
  /// A table whose rows cannot be made again.
  struct Table: Sendable {
    let name: String
    /// The columns that are summed, in that order; its column `sum` has the sum, or null for a row of before. None where it has no sums.
    var summed: [String] = []
    /// What a row is called for people, and which of its indexes has that.
    var names: (columns: [String], index: String)?
    /// Whether nothing of it may be missing: then the database is left as it is, and a person decides.
    var isNeededWhole = false
    /// Whether a row that has no sum says what it can: of its values, in the order of its columns.
    var isGood: @Sendable ([DatabaseValue]) -> Bool = { _ in true }
  }

  /// How each connection to one is made.
  static func configuration() -> Configuration {
    var configuration = Configuration()
    configuration.prepareDatabase { $0.add(function: RowSum.function) }
    return configuration
  }

  let migrator: DatabaseMigrator
  /// In an order in which they can be filled.
  let tables: [Table]
  /// What is wrong with what its rows say, beyond what SQLite sees and their sums; nil where nothing is.
  var fault: @Sendable (Database) throws -> String? = { _ in nil }
  /// What is wrong with what is made of those tables, in words for what it is; nil where nothing is.
  var orderFault: @Sendable (Database) throws -> String? = { _ in nil }
  /// Makes that anew, or has it made when it is asked for.
  var order: @Sendable (Database) throws -> Void = { _ in }
  /// What a damaged database (the first) has had that the new one has not, beyond so many rows that are known to be lost.
  var missing: @Sendable (Database, Database, Int) throws -> String? = { _, _, _ in nil }
}
