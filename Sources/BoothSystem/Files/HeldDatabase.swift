/// A database of SQLite's that is open, with the folder that it is in, its write-ahead log and that log's index: what is written to it
/// is lost where one of their paths leads elsewhere.
///
///     let held = try HeldDatabase(path)
///     …commit…
///     if let fault = held.fault { throw … }  // it is not confirmed
package struct HeldDatabase: Sendable {
  private let held: HeldPlaces

  /// - Parameter path: of the database, which is open. As long as it is, no other process removes the log and its index.
  package init(_ path: String) throws(HeldPlaces.Fault) {
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    let isRelative = !path.hasPrefix("/")
    held = try HeldPlaces(
      [folder.isEmpty ? (isRelative ? "." : "/") : folder, path], whereThere: [path + "-wal", path + "-shm"])
  }

  /// What is not in its place any more; nil where all is.
  package var fault: HeldPlaces.Fault? { held.fault() }
}
