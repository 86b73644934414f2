/// The small file that says which snapshot of a catalog is the right one: `.photolala.md5`.
public enum CatalogPointer {
  /// Its name, beside the photographs or in a bucket's folder.
  public static let name = ".photolala.md5"
  /// The name of the catalog that is being changed, in the cache.
  public static let workingName = ".photolala.csv"
  /// More is no pointer.
  public static let mostBytes = 4096

  /// The name of the snapshot with these bytes.
  public static func snapshotName(_ md5: PhotoMD5) -> String { ".photolala.\(md5).csv" }

  /// The hash in a snapshot's name, or nil for what is no snapshot.
  public static func snapshot(named name: String) -> PhotoMD5? {
    guard name.hasPrefix(".photolala."), name.hasSuffix(".csv"), name.utf8.count == 47 else { return nil }
    return PhotoMD5(name.dropFirst(11).dropLast(4))
  }

  /// What the pointer says, in its first line, or nil for what is none.
  public static func read(_ bytes: [UInt8]) -> PhotoMD5? {
    guard bytes.count <= mostBytes else { return nil }
    var lines = CatalogLines(bytes)
    // The first line, not the first that holds something.
    guard let first = bytes.first, first != 0x0A, first != 0x0D else { return nil }
    return lines.next()?.text.flatMap { PhotoMD5(Substring($0).trimmed) }
  }

  /// A pointer to the snapshot, without an end of line: a reader that takes the whole file for the hash reads it, too.
  public static func bytes(_ md5: PhotoMD5) -> [UInt8] { Array(md5.text.utf8) }
}
