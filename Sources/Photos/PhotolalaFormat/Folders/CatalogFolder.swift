/// Why a folder of catalogs gave or took nothing.
public struct CatalogFolderError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Why, by what the caller can do.
  public enum Code: String, Sendable {
    /// It may be read and not written: the cache's copy is all there is.
    case readOnly
    /// There is no room.
    case full
    /// It cannot be reached or read at the moment.
    case unavailable
    /// The file is larger than was asked for.
    case tooLarge
  }

  /// Why; decide by this, not by the words.
  public var code: Code
  /// In words, with the path.
  public var detail: String

  /// `CatalogFolderError(.full, "…/.photolala.md5: no space left")`.
  public init(_ code: Code, _ detail: String) {
    self.code = code
    self.detail = detail
  }

  /// The words.
  public var description: String { detail }
}

/// A folder in which catalogs are kept: on a disk, in memory. Names are of files in it, never paths. Calls block.
public protocol CatalogFolder {
  /// The bytes of a file, or nil where there is none. Over `limit` bytes it throws.
  func read(_ name: String, limit: Int) throws(CatalogFolderError) -> [UInt8]?
  /// Puts a file whole or not at all in the place of another: a temporary file, then renamed.
  func write(_ name: String, _ bytes: [UInt8]) throws(CatalogFolderError)
  /// Takes a file away; harmless where there is none.
  func remove(_ name: String) throws(CatalogFolderError)
  /// The names of the files that begin so.
  func names(beginning: String) throws(CatalogFolderError) -> [String]
}
