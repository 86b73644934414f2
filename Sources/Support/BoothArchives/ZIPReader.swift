/// A ZIP archive that another program made (PKWARE, APPNOTE.TXT 6.3.10), read by its list at the end: stored and
/// deflated files, ZIP64, sizes behind the data. Nothing of it is believed before it is held against the archive's own
/// size.
package struct ZIPReader {
  /// A file in it; folders are left out.
  package struct Entry: Sendable, Equatable {
    /// With slashes; a path that stays in the archive's folder.
    package var name: String
    /// Unpacked, in bytes.
    package var sizeBytes: UInt64
    fileprivate var packedBytes: UInt64
    fileprivate var method: UInt16
    fileprivate var checksum: UInt32
    fileprivate var offset: UInt64
    fileprivate var isEncrypted: Bool
  }

  /// What is read at most.
  package enum Limit {
    /// Files.
    package static let files = 200_000
    /// Bytes of the list.
    package static let list = 128 << 20
    /// Bytes of one file.
    package static let file = 256 << 20
    /// How many times the archive's own size all files together may be, beyond 64 MiB: pictures do not pack.
    package static let ratio: UInt64 = 100
  }

  /// Reads `count` bytes from an offset; fewer are an error.
  package typealias Source = (_ offset: UInt64, _ count: Int) throws(ArchiveFault) -> [UInt8]

  private let source: Source
  private let sizeBytes: UInt64
  package let entries: [Entry]

  /// Reads the list.
  /// - Throws: ``ArchiveFault`` for what is no archive, is damaged, or could harm: a path that leads out of it, a link, more
  ///   bytes than there can be.
  package init(sizeBytes: UInt64, source: @escaping Source) throws(ArchiveFault) {
    self.source = source
    self.sizeBytes = sizeBytes
    entries = try Self.list(sizeBytes, source)
  }

  /// A file's bytes, unpacked and held against size and checksum.
  package func read(_ entry: Entry) throws(ArchiveFault) -> [UInt8] {
    guard !entry.isEncrypted else { throw ArchiveFault("is locked with a password; pack it without one") }
    guard entry.sizeBytes <= UInt64(Limit.file) else {
      throw ArchiveFault("has \(entry.sizeBytes) bytes; \(Limit.file >> 20) MiB are read at most")
    }
    guard entry.offset <= sizeBytes, sizeBytes - entry.offset >= 30 else { throw Self.damaged }
    let head = try source(entry.offset, 30)
    guard head.number(0, 4) == 0x0403_4B50 else { throw Self.damaged }
    let start = entry.offset + 30 + head.number(26, 2) + head.number(28, 2)
    guard start <= sizeBytes, entry.packedBytes <= sizeBytes - start else { throw Self.damaged }
    let packed = try source(start, Int(entry.packedBytes))
    let bytes: [UInt8]
    switch entry.method {
    case 0: bytes = packed
    case 8: bytes = try Inflater.inflate(packed, size: Int(entry.sizeBytes))
    default:
      throw ArchiveFault("is packed by method \(entry.method); expected a ZIP that is stored or deflated, as usual")
    }
    var checksum = CRC32()
    checksum.add(bytes)
    guard UInt64(bytes.count) == entry.sizeBytes, checksum.value == entry.checksum else {
      throw ArchiveFault("is damaged: size or checksum is not what the archive says; copy the archive again")
    }
    return bytes
  }

  private static let damaged = ArchiveFault("is damaged, or no whole ZIP archive; copy it again")

  private static func list(_ size: UInt64, _ source: Source) throws(ArchiveFault) -> [Entry] {
    guard size >= 22 else { throw ArchiveFault("is no ZIP archive") }
    let tailSize = min(size, 22 + 65_535)
    let tail = try source(size - tailSize, Int(tailSize))
    // The record may be followed by a comment, whose length it says.
    guard
      let end = stride(from: tail.count - 22, through: 0, by: -1).first(where: {
        tail.number($0, 4) == 0x0605_4B50 && Int(tail.number($0 + 20, 2)) == tail.count - $0 - 22
      })
    else { throw ArchiveFault("is no ZIP archive, or was cut short; copy it again") }
    guard tail.number(end + 4, 2) == tail.number(end + 6, 2) else {
      throw ArchiveFault("is one part of an archive of several; pack it as one")
    }
    var (count, listSize, offset) = (tail.number(end + 10, 2), tail.number(end + 12, 4), tail.number(end + 16, 4))
    if count == 0xFFFF || listSize == 0xFFFF_FFFF || offset == 0xFFFF_FFFF {
      let place = size - tailSize + UInt64(end)
      guard place >= 20 else { throw damaged }
      let locator = try source(place - 20, 20)
      if locator.number(0, 4) == 0x0706_4B50 {
        let at = locator.number(8, 8)
        guard at <= size, size - at >= 56 else { throw damaged }
        let record = try source(at, 56)
        guard record.number(0, 4) == 0x0606_4B50 else { throw damaged }
        (count, listSize, offset) = (record.number(32, 8), record.number(40, 8), record.number(48, 8))
      }
    }
    guard count <= UInt64(Limit.files) else {
      throw ArchiveFault("has \(count) files; \(Limit.files) are read at most")
    }
    guard offset <= size, listSize <= size - offset, count * 46 <= listSize else { throw damaged }
    guard listSize <= UInt64(Limit.list) else { throw ArchiveFault("has a list of \(listSize) bytes; refused") }
    let list = try source(offset, Int(listSize))
    var entries: [Entry] = []
    var names: Set<String> = []
    var (position, packed, unpacked): (Int, UInt64, UInt64) = (0, 0, 0)
    for _ in 0..<count {
      guard let (entry, next) = try entry(list, position) else { throw damaged }
      position = next
      guard let entry else { continue }
      packed = packed.addingReportingOverflow(entry.packedBytes).partialValue
      let (sum, isTooMuch) = unpacked.addingReportingOverflow(entry.sizeBytes)
      guard entry.packedBytes <= size, packed <= size, !isTooMuch, sum <= size * Limit.ratio + 64 << 20 else {
        throw ArchiveFault(
          "would unpack to far more than its \(size) bytes can hold of pictures; refused, as it looks made to fill a disk"
        )
      }
      unpacked = sum
      guard names.insert(entry.name).inserted else { throw ArchiveFault("has \"\(entry.name)\" twice; refused") }
      entries.append(entry)
    }
    return entries
  }

  /// Nil at what is no entry; a folder has none, and is passed over.
  private static func entry(_ list: [UInt8], _ at: Int) throws(ArchiveFault) -> (Entry?, next: Int)? {
    guard list.count - at >= 46, list.number(at, 4) == 0x0201_4B50 else { return nil }
    let (nameSize, extraSize) = (Int(list.number(at + 28, 2)), Int(list.number(at + 30, 2)))
    let next = at + 46 + nameSize + extraSize + Int(list.number(at + 32, 2))
    guard next <= list.count else { return nil }
    let name = String(decoding: list[at + 46..<at + 46 + nameSize], as: UTF8.self)
    let flags = list.number(at + 8, 2)
    var entry = Entry(
      name: name, sizeBytes: list.number(at + 24, 4), packedBytes: list.number(at + 20, 4),
      method: UInt16(list.number(at + 10, 2)), checksum: UInt32(list.number(at + 16, 4)),
      offset: list.number(at + 42, 4), isEncrypted: flags & 1 != 0)
    // What does not fit is in the extra field 1, in this order (4.5.3).
    var extra = at + 46 + nameSize
    let extraEnd = extra + extraSize
    while extraEnd - extra >= 4 {
      let (kind, length) = (list.number(extra, 2), Int(list.number(extra + 2, 2)))
      guard extra + 4 + length <= extraEnd else { break }
      if kind == 1 {
        var place = extra + 4
        func large(_ value: inout UInt64) throws(ArchiveFault) {
          guard value == 0xFFFF_FFFF else { return }
          guard place + 8 <= extra + 4 + length else { throw damaged }
          value = list.number(place, 8)
          place += 8
        }
        try large(&entry.sizeBytes)
        try large(&entry.packedBytes)
        try large(&entry.offset)
      }
      extra += 4 + length
    }
    let shown = "\"\(name.prefix(100))\""
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let isFolder = name.hasSuffix("/")
    let inner = isFolder ? parts.dropLast() : parts[...]
    guard !inner.isEmpty, inner.allSatisfy({ !["", ".", ".."].contains($0) }), !name.utf8.contains(0),
      !name.contains("\\"), !(name.utf8.count >= 2 && name.utf8.dropFirst().first == 0x3A)
    else { throw ArchiveFault("has a file \(shown), which is no path inside the archive; refused") }
    // Made on Unix: the upper half has its mode.
    let mode = list.number(at + 38, 4) >> 16
    if list.number(at + 5, 1) == 3, mode & 0xF000 != 0, ![0x8000, 0x4000].contains(mode & 0xF000) {
      throw ArchiveFault("has \(shown), which is a link or a device and no file; refused")
    }
    return (isFolder ? nil : entry, next)
  }
}

extension [UInt8] {
  /// Little-endian; within the bytes.
  fileprivate func number(_ offset: Int, _ count: Int) -> UInt64 {
    self[offset..<offset + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
