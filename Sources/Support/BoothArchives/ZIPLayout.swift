/// Where everything stands in an archive of stored files whose sizes are known before a byte of it is sent: so its length can be
/// said, and any part of it be made anew by itself.
///
/// The same files in the same order are the same bytes. Checksums are asked for only where a part needs them.
package struct ZIPLayout: Sendable {
  /// A file that is to be in it, whose checksum may not be known yet.
  package struct Entry: Sendable, Equatable {
    /// With slashes for folders.
    package var name: String
    package var sizeBytes: UInt64
    /// When it was made, as clocks on the wall had it.
    package var made: CivilMoment

    package init(name: String, sizeBytes: UInt64, made: CivilMoment) {
      (self.name, self.sizeBytes, self.made) = (name, sizeBytes, made)
    }

    fileprivate func file(_ checksum: UInt32) -> ZIPArchive.File {
      ZIPArchive.File(name: name, sizeBytes: sizeBytes, checksum: checksum, made: made)
    }
  }

  package let entries: [Entry]
  /// Where each file's head begins; behind the last one's bytes the list of all.
  private let heads: [UInt64]
  /// Where the list of all files begins.
  package let list: UInt64
  /// All of it.
  package let sizeBytes: UInt64

  package init(_ entries: [Entry]) {
    self.entries = entries
    var archive = ZIPArchive()
    var heads: [UInt64] = []
    var place: UInt64 = 0
    for entry in entries {
      heads.append(place)
      place += UInt64(archive.begin(entry.file(0)).count) + entry.sizeBytes
    }
    (self.heads, list) = (heads, place)
    sizeBytes = archive.end().reduce(place) { $0 + UInt64($1.count) }
  }

  /// Where a file's head and its bytes stand.
  package func place(of index: Int) -> Range<UInt64> {
    heads[index]..<(index + 1 < heads.count ? heads[index + 1] : list)
  }

  /// Where a file's bytes stand.
  package func bytes(of index: Int) -> Range<UInt64> {
    let place = place(of: index)
    return (place.upperBound - entries[index].sizeBytes)..<place.upperBound
  }

  /// The file in whose head or bytes a place is; nil in the list.
  package func index(at place: UInt64) -> Int? {
    guard place < list else { return nil }
    var (low, high) = (0, heads.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if heads[middle] <= place { low = middle } else { high = middle }
    }
    return low
  }

  /// What stands before a file's bytes.
  package func head(of index: Int, checksum: UInt32) -> [UInt8] {
    var archive = ZIPArchive(offset: heads[index])
    return archive.begin(entries[index].file(checksum))
  }

  /// The list of all files, in pieces.
  /// - Parameter checksums: of each file.
  package func end(_ checksums: [UInt32]) -> [[UInt8]] {
    var archive = ZIPArchive()
    for (entry, checksum) in zip(entries, checksums) { _ = archive.begin(entry.file(checksum)) }
    return Array(archive.end())
  }
}
