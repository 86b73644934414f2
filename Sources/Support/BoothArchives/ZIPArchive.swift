/// A ZIP archive as it is sent: files one after the other, each with its size and checksum before it, and their list at
/// the end. Nothing is packed, as pictures and clips are already, but for what is packed while it is made
/// (``beginPacked(_:made:)``) or read while it is sent (``beginStreamed(_:made:most:)``), whose size and checksum stand behind it. Whatever is over 4 GiB, or over 65,534 files, is written
/// as ZIP64 (PKWARE, APPNOTE.TXT 6.3.10, 4.3 and 4.5.3).
package struct ZIPArchive {
  /// A file in it.
  package struct File: Sendable, Equatable {
    /// With slashes for folders.
    package var name: String
    package var sizeBytes: UInt64
    /// ``CRC32`` of its bytes.
    package var checksum: UInt32
    /// When it was made, as clocks on the wall had it.
    package var made: CivilMoment

    package init(name: String, sizeBytes: UInt64, checksum: UInt32, made: CivilMoment) {
      self.name = name
      self.sizeBytes = sizeBytes
      self.checksum = checksum
      self.made = made
    }
  }

  private struct Entry {
    var file: File
    var offset: UInt64
    /// Of what is deflated: its bytes here.
    var packedBytes: UInt64?
    /// Of what is read while it is sent: whether its sizes may need eight bytes.
    var isLarge: Bool?
  }

  private var files: [Entry] = []
  private var offset: UInt64 = 0

  /// - Parameter offset: how many bytes stand before it; not 0 in tests alone.
  package init(offset: UInt64 = 0) { self.offset = offset }

  /// What is sent before a file's bytes.
  package mutating func begin(_ file: File) -> [UInt8] {
    var bytes: [UInt8] = []
    let isLarge = file.sizeBytes >= Self.large
    bytes.append(little: UInt32(0x0403_4B50))
    bytes.append(little: isLarge ? Self.versionOfZIP64 : Self.version)
    Self.append(file, to: &bytes, sizeBytes: isLarge ? UInt32.max : UInt32(file.sizeBytes))
    bytes.append(little: UInt16(isLarge ? 20 : 0))
    bytes += file.name.utf8
    if isLarge { Self.append(extra: [file.sizeBytes, file.sizeBytes], to: &bytes) }
    files.append(Entry(file: file, offset: offset))
    offset += UInt64(bytes.count) + file.sizeBytes
    return bytes
  }

  /// What is sent before the deflated bytes of a file of a number that is not known yet.
  package mutating func beginPacked(_ name: String, made: CivilMoment) -> [UInt8] {
    let file = File(name: name, sizeBytes: 0, checksum: 0, made: made)
    var bytes: [UInt8] = []
    bytes.append(little: UInt32(0x0403_4B50))
    bytes.append(little: Self.version)
    Self.append(file, to: &bytes, sizeBytes: 0, packedBytes: 0)
    bytes.append(little: UInt16(0))
    bytes += name.utf8
    files.append(Entry(file: file, offset: offset, packedBytes: 0))
    offset += UInt64(bytes.count)
    return bytes
  }

  /// What is sent behind them (4.3.9).
  /// - Parameters:
  ///   - sizeBytes: unpacked.
  ///   - packedBytes: as they were sent.
  ///   - checksum: ``CRC32`` of the unpacked bytes.
  /// - Throws: for more than 4 GiB, which readers do not expect there.
  package mutating func endPacked(
    sizeBytes: UInt64, packedBytes: UInt64, checksum: UInt32
  ) throws(ArchiveFault) -> [UInt8] {
    guard let place = files.indices.last, files[place].packedBytes != nil, max(sizeBytes, packedBytes) < Self.large
    else {
      throw ArchiveFault("is larger than 4 GiB")
    }
    (files[place].file.sizeBytes, files[place].file.checksum) = (sizeBytes, checksum)
    files[place].packedBytes = packedBytes
    offset += packedBytes
    var bytes: [UInt8] = []
    for number in [0x0807_4B50, checksum, UInt32(packedBytes), UInt32(sizeBytes)] { bytes.append(little: number) }
    offset += UInt64(bytes.count)
    return bytes
  }

  /// What is sent before the bytes of a file that is read while it is sent, and may turn out shorter than it was, or not to be read.
  /// - Parameter most: it has no more bytes.
  package mutating func beginStreamed(_ name: String, made: CivilMoment, most: UInt64) -> [UInt8] {
    let file = File(name: name, sizeBytes: 0, checksum: 0, made: made)
    let isLarge = most >= Self.large
    var bytes: [UInt8] = []
    bytes.append(little: UInt32(0x0403_4B50))
    bytes.append(little: isLarge ? Self.versionOfZIP64 : Self.version)
    Self.append(file, to: &bytes, sizeBytes: isLarge ? UInt32.max : 0, isStreamed: true)
    bytes.append(little: UInt16(isLarge ? 20 : 0))
    bytes += name.utf8
    // That this stands here says that the sizes behind it have eight bytes (4.3.9.2).
    if isLarge { Self.append(extra: [0, 0], to: &bytes) }
    files.append(Entry(file: file, offset: offset, isLarge: isLarge))
    offset += UInt64(bytes.count)
    return bytes
  }

  /// What is sent behind them (4.3.9).
  /// - Parameter isWhole: where it is not, the list at the end does not have it: to readers there is no such file.
  package mutating func endStreamed(sizeBytes: UInt64, checksum: UInt32, isWhole: Bool) -> [UInt8] {
    guard let place = files.indices.last, let isLarge = files[place].isLarge else { return [] }
    (files[place].file.sizeBytes, files[place].file.checksum) = (sizeBytes, checksum)
    var bytes: [UInt8] = []
    for number in [0x0807_4B50, checksum] { bytes.append(little: number) }
    for _ in 0..<2 {
      if isLarge { bytes.append(little: sizeBytes) } else { bytes.append(little: UInt32(clamping: sizeBytes)) }
    }
    offset += sizeBytes + UInt64(bytes.count)
    if !isWhole { files.removeLast() }
    return bytes
  }

  /// The list of all files, in pieces, after the last one's bytes.
  package func end() -> some Sequence<[UInt8]> {
    let starts = stride(from: 0, to: files.count, by: 500)
    let sizeBytes = files.reduce(0 as UInt64) { $0 + UInt64(Self.entry($1).count) }
    let last = Self.last(count: UInt64(files.count), sizeBytes: sizeBytes, offset: offset)
    let pieces = starts.lazy.map { start in
      files[start..<min(start + 500, files.count)].reduce(into: [UInt8]()) { $0 += Self.entry($1) }
    }
    return [Array(pieces), [last]].joined()
  }

  private static let large = UInt64(UInt32.max)
  private static let version: UInt16 = 20
  private static let versionOfZIP64: UInt16 = 45

  /// What a file's head and its entry have in common, up to the length of its name.
  private static func append(
    _ file: File, to bytes: inout [UInt8], sizeBytes: UInt32, packedBytes: UInt32? = nil, isStreamed: Bool = false
  ) {
    // Names are UTF-8; what is deflated, or read while it is sent, has its sizes behind it, too.
    bytes.append(little: UInt16(1 << 11 | (packedBytes == nil && !isStreamed ? 0 : 1 << 3)))
    bytes.append(little: UInt16(packedBytes == nil ? 0 : 8))
    bytes.append(little: file.made.msdosTime)
    bytes.append(little: file.made.msdosDate)
    bytes.append(little: file.checksum)
    bytes.append(little: packedBytes ?? sizeBytes)
    bytes.append(little: sizeBytes)
    bytes.append(little: UInt16(file.name.utf8.count))
  }

  private static func append(extra numbers: [UInt64], to bytes: inout [UInt8]) {
    bytes.append(little: UInt16(1))
    bytes.append(little: UInt16(numbers.count * 8))
    for number in numbers { bytes.append(little: number) }
  }

  private static func entry(_ entry: Entry) -> [UInt8] {
    let (file, offset) = (entry.file, entry.offset)
    var bytes: [UInt8] = []
    let (isLarge, isFar) = (file.sizeBytes >= large, offset >= large)
    let extra = (isLarge ? [file.sizeBytes, file.sizeBytes] : []) + (isFar ? [offset] : [])
    bytes.append(little: UInt32(0x0201_4B50))
    // Made on Unix, so that its rights count.
    bytes.append(little: UInt16(3 << 8) | versionOfZIP64)
    bytes.append(little: extra.isEmpty ? version : versionOfZIP64)
    append(
      file, to: &bytes, sizeBytes: isLarge ? UInt32.max : UInt32(file.sizeBytes),
      packedBytes: entry.packedBytes.map { UInt32($0) }, isStreamed: entry.isLarge != nil)
    bytes.append(little: UInt16(extra.isEmpty ? 0 : 4 + extra.count * 8))
    // No comment, on the first disk, of no special kind.
    for _ in 0..<3 { bytes.append(little: UInt16(0)) }
    // A file that its owner may write and all may read.
    bytes.append(little: UInt32(0o100644) << 16)
    bytes.append(little: isFar ? UInt32.max : UInt32(offset))
    bytes += file.name.utf8
    if !extra.isEmpty { append(extra: extra, to: &bytes) }
    return bytes
  }

  private static func last(count: UInt64, sizeBytes: UInt64, offset: UInt64) -> [UInt8] {
    var bytes: [UInt8] = []
    if count >= UInt64(UInt16.max) || sizeBytes >= large || offset >= large {
      bytes.append(little: UInt32(0x0606_4B50))
      bytes.append(little: UInt64(44))
      bytes.append(little: UInt16(3 << 8) | versionOfZIP64)
      bytes.append(little: versionOfZIP64)
      bytes.append(little: UInt32(0))
      bytes.append(little: UInt32(0))
      for number in [count, count, sizeBytes, offset] { bytes.append(little: number) }
      // Where that stands.
      bytes.append(little: UInt32(0x0706_4B50))
      bytes.append(little: UInt32(0))
      bytes.append(little: offset + sizeBytes)
      bytes.append(little: UInt32(1))
    }
    bytes.append(little: UInt32(0x0605_4B50))
    bytes.append(little: UInt32(0))
    for _ in 0..<2 { bytes.append(little: UInt16(min(count, UInt64(UInt16.max)))) }
    for number in [sizeBytes, offset] { bytes.append(little: UInt32(min(number, large))) }
    bytes.append(little: UInt16(0))
    return bytes
  }
}

extension [UInt8] {
  fileprivate mutating func append(little number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { self += $0 }
  }
}
