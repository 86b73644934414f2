import Glibc

/// The app's cache of small pictures and facts, by photographs' sums: `{root}/md5/thumbnails/{2 digits}/{md5}.jpg` and
/// `{root}/md5/metadata/{2 digits}/{md5}.json`. Calls block.
public struct PhotoCache: Sendable {
  /// What the app lets it grow to, in bytes.
  public static let quotaBytes: Int64 = 10 << 30
  /// How the app calls the folder, in a user's folder of caches.
  public static let folderName = "com.photolala.catalog"

  /// What is kept of a photograph.
  public enum Kind: String, Sendable, CaseIterable {
    case thumbnails
    case metadata

    var ending: String { self == .thumbnails ? ".jpg" : ".json" }
    /// More is none.
    public var mostBytes: Int { self == .thumbnails ? 1 << 20 : CachedFacts.mostBytes }
  }

  private let root: String

  /// - Parameter root: the cache's folder.
  public init(root: String) { self.root = root }

  private func folder(_ kind: Kind, _ md5: PhotoMD5) -> String { "\(root)/md5/\(kind.rawValue)/\(md5.text.prefix(2))" }

  /// Nil where there is none; also where something larger stands in its place, which is none.
  public func read(_ kind: Kind, _ md5: PhotoMD5) throws(CatalogFolderError) -> [UInt8]? {
    do throws(CatalogFolderError) {
      return try DiskCatalogFolder(path: folder(kind, md5)).read(md5.text + kind.ending, limit: kind.mostBytes)
    } catch {
      guard error.code != .tooLarge else { return nil }
      throw error
    }
  }

  /// Puts one there, whole or not at all.
  public func write(_ kind: Kind, _ md5: PhotoMD5, _ bytes: [UInt8]) throws(CatalogFolderError) {
    var path = root
    for part in ["", "md5", kind.rawValue, String(md5.text.prefix(2))] {
      if !part.isEmpty { path += "/" + part }
      guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw DiskCatalogFolder.error(path, "cannot be made") }
    }
    try DiskCatalogFolder(path: path).write(md5.text + kind.ending, bytes)
  }

  private struct Kept {
    var path: String
    var bytes: Int64
    var used: Int64
  }

  /// Where the cache has grown beyond its quota, what was asked for the longest ago goes, until four fifths of it are left.
  /// - Returns: how many files went.
  public func clean(quota: Int64 = Self.quotaBytes) throws(CatalogFolderError) -> Int {
    var kept: [Kept] = []
    for kind in Kind.allCases {
      let folder = "\(root)/md5/\(kind.rawValue)"
      for shard in Self.names(folder) where shard.utf8.count == 2 {
        for name in Self.names("\(folder)/\(shard)") { Self.add("\(folder)/\(shard)/\(name)", kind.ending, &kept) }
      }
      let apple = "\(root)/apple/\(kind.rawValue)"
      for name in Self.names(apple) { Self.add("\(apple)/\(name)", kind.ending, &kept) }
    }
    var sum = kept.reduce(0) { $0 + $1.bytes }
    guard sum > quota else { return 0 }
    kept.sort { ($0.used, $0.path) < ($1.used, $1.path) }
    var gone = 0
    for file in kept {
      guard sum > quota / 5 * 4 else { break }
      guard unlink(file.path) == 0 || errno == ENOENT else {
        throw DiskCatalogFolder.error(file.path, "cannot be removed")
      }
      sum -= file.bytes
      gone += 1
    }
    return gone
  }

  /// Nothing where there is no such folder.
  private static func names(_ path: String) -> [String] {
    do throws(CatalogFolderError) { return try DiskCatalogFolder(path: path).names(beginning: "") } catch { return [] }
  }

  private static func add(_ path: String, _ ending: String, _ kept: inout [Kept]) {
    var facts = stat()
    guard path.hasSuffix(ending), lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return }
    kept.append(Kept(path: path, bytes: Int64(facts.st_size), used: Int64(facts.st_atim.tv_sec)))
  }
}
