import BoothArchives
import BoothCore

/// A part of an archive of objects, made while it is sent: one piece of one object is in memory at a time.
///
/// Each object is read for its checksum, which stands before its bytes, unless that is known: some programs read no archive where
/// it stands behind them. The list at the end has all checksums; those that a part does not need before are read beside what
/// is sent, so that no long silence comes before the list.
///
/// An object that is no longer what it was when the archive was laid out ends the stream: what was promised cannot be sent any more.
///
/// `@unchecked`: a stream is pulled by one reader, piece after piece.
final class ArchiveStream: @unchecked Sendable {
  /// An object is gone, or another one, since the archive was laid out.
  struct ChangedFault: Error {}

  private let store: any ObjectStore
  private let archive: LaidOutArchive
  private let known: ArchiveChecksums
  private let range: Range<UInt64>
  /// What is sent next.
  private var place: UInt64
  private var body: (bytes: ByteStream.AsyncIterator, end: UInt64)?
  private var end: [[UInt8]]?
  private var checksums: [UInt32?]
  /// Files whose checksum the list needs and no head that is sent does, and what reading them amounts to.
  private var owed: ArraySlice<Int> = []
  private var owedBytes: UInt64 = 0
  private var readBytes: UInt64 = 0

  /// - Parameter range: of the archive's bytes; not empty.
  init(_ store: any ObjectStore, _ archive: LaidOutArchive, _ known: ArchiveChecksums, _ range: Range<Int64>) {
    self.store = store
    self.archive = archive
    self.known = known
    self.range = UInt64(range.lowerBound)..<UInt64(range.upperBound)
    place = self.range.lowerBound
    let layout = archive.layout
    checksums = Array(repeating: nil, count: layout.entries.count)
    guard self.range.upperBound > layout.list else { return }
    let first = layout.index(at: place) ?? layout.entries.count
    // Of the file that a part begins in the middle of, the head is not sent.
    let isCut = first < layout.entries.count && layout.bytes(of: first).lowerBound <= place
    owed = (0..<(first + (isCut ? 1 : 0)))[...].filter { known.checksum(of: archive.objects[$0].info) == nil }[...]
    owedBytes = owed.reduce(0) { $0 + layout.entries[$1].sizeBytes }
  }

  var pieces: ByteStream { ByteStream(unfolding: { [self] in try await piece() }) }

  private func piece() async throws -> [UInt8]? {
    guard place < range.upperBound else { return nil }
    if let piece = try await bodyPiece() {
      place += UInt64(piece.count)
      try await settle()
      return piece
    }
    let layout = archive.layout
    guard let index = layout.index(at: place) else { return try await listPiece() }
    let (bytes, all) = (layout.bytes(of: index), layout.place(of: index))
    guard place < bytes.lowerBound else {
      try await open(index, from: place - bytes.lowerBound)
      return try await piece()
    }
    let head = layout.head(of: index, checksum: try await checksum(of: index))
    return take(head, standingAt: all.lowerBound)
  }

  /// Of bytes that stand at a place of the archive, those that are to be sent now.
  private func take(_ bytes: [UInt8], standingAt start: UInt64) -> [UInt8] {
    let end = min(start + UInt64(bytes.count), range.upperBound)
    defer { place = end }
    return Array(bytes[Int(place - start)..<Int(end - start)])
  }

  private func bodyPiece() async throws -> [UInt8]? {
    guard body != nil else { return nil }
    if let piece = try await body?.bytes.next() { return piece }
    guard body?.end == place else { throw ChangedFault() }
    body = nil
    return nil
  }

  private func open(_ index: Int, from offset: UInt64) async throws {
    let (object, bytes) = (archive.objects[index].info, archive.layout.bytes(of: index))
    let end = min(bytes.upperBound, range.upperBound)
    let part = Int64(offset)..<Int64(end - bytes.lowerBound)
    guard let (found, stream) = try await store.read(object.key, range: part), found.etag == object.etag else {
      throw ChangedFault()
    }
    body = (stream.makeAsyncIterator(), end)
  }

  private func listPiece() async throws -> [UInt8]? {
    if end == nil {
      var all: [UInt32] = []
      for index in checksums.indices { all.append(try await checksum(of: index)) }
      var start = archive.layout.list
      // What the part does not begin with is not sent.
      end = archive.layout.end(all).filter { piece in
        start += UInt64(piece.count)
        return start > place
      }.reversed()
      let left = end?.reduce(0) { $0 + UInt64($1.count) } ?? 0
      listStart = archive.layout.sizeBytes - left
    }
    guard let piece = end?.popLast() else { return nil }
    defer { listStart += UInt64(piece.count) }
    return take(piece, standingAt: listStart)
  }

  /// Where the list's next piece stands.
  private var listStart: UInt64 = 0

  /// Reads what the list will need, in step with what is sent.
  private func settle() async throws {
    guard !owed.isEmpty else { return }
    let (sent, all) = (Double(place - range.lowerBound), Double(max(archive.layout.list - range.lowerBound, 1)))
    while let index = owed.first, Double(readBytes) * all <= Double(owedBytes) * sent {
      owed.removeFirst()
      _ = try await checksum(of: index)
      readBytes += max(archive.layout.entries[index].sizeBytes, 1)
    }
  }

  private func checksum(of index: Int) async throws -> UInt32 {
    if let checksum = checksums[index] { return checksum }
    let object = archive.objects[index].info
    if let checksum = known.checksum(of: object) {
      checksums[index] = checksum
      return checksum
    }
    guard let (found, bytes) = try await store.read(object.key, range: nil), found.etag == object.etag else {
      throw ChangedFault()
    }
    var sum = CRC32()
    for try await piece in bytes { sum.add(piece) }
    try Task.checkCancellation()
    known.keep(sum.value, of: object)
    checksums[index] = sum.value
    return sum.value
  }
}
