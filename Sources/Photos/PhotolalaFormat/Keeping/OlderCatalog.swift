import PhotoModel

/// A catalog of the first kind that a folder still has: what it says of a photo's bytes is believed where name, size and time of
/// change are the same, so that they are not read again.
public struct OlderCatalog: Sendable, Equatable {
  private struct Key: Hashable {
    var filename: String
    var sizeBytes: Int64
    var modified: Int64
  }

  private let rows: [Key: ShardedRow]
  /// What was left out of it, in words.
  public let troubles: [String]
  /// How many photos it knows.
  public var count: Int { rows.count }

  /// Of two photos of one name, size and time it says nothing.
  public init(_ catalog: ShardedCatalog) {
    var rows: [Key: ShardedRow?] = [:]
    for row in catalog.rows {
      guard let modified = row.modified else { continue }
      let key = Key(filename: row.filename, sizeBytes: row.sizeBytes, modified: modified)
      rows[key] = rows[key] == nil ? row : .some(nil)
    }
    self.rows = rows.compactMapValues(\.self)
    var troubles = catalog.troubles
    let skipped = catalog.skipped.values.reduce(0, +)
    if skipped > 0 { troubles.append("\(skipped) rows of it made no sense") }
    self.troubles = troubles
  }

  /// Looks for one in a folder: `.photolala/manifest.plist` with its shards, or the single file `.photolala`; nil where there is
  /// none.
  /// - Throws: Why it is of no use, or cannot be read, in words.
  public init?(in path: String) throws(CatalogFolderError) {
    let folder = DiskCatalogFolder(path: path + "/" + ShardedCatalog.folder)
    let manifest: [UInt8]?
    do throws(CatalogFolderError) { manifest = try folder.read(ShardedCatalog.manifest, limit: 16 << 20) } catch {
      manifest = nil
    }
    guard let manifest else {
      guard let single = try DiskCatalogFolder(path: path).read(ShardedCatalog.folder, limit: ShardedCatalog.mostBytes)
      else { return nil }
      self.init(ShardedCatalog.read(single: single))
      return
    }
    var unreadable: [String] = []
    do throws(ShardedCatalog.UnusableError) {
      var catalog = try ShardedCatalog.read(manifest: manifest) { name in
        do throws(CatalogFolderError) { return try folder.read(name, limit: ShardedCatalog.mostBytes) } catch {
          unreadable.append(error.detail)
          return nil
        }
      }
      catalog.troubles += unreadable
      self.init(catalog)
    } catch {
      throw CatalogFolderError(.unavailable, "\(path)/\(ShardedCatalog.folder): \(error)")
    }
  }

  /// What it says of a photo.
  /// - Parameter modified: in nanoseconds since 1970.
  func row(name: String, sizeBytes: Int64, modified: Int64?) -> ShardedRow? {
    guard let modified else { return nil }
    let seconds = FileMoment.seconds(modified)
    return rows[Key(filename: name, sizeBytes: sizeBytes, modified: seconds)]
  }
}
