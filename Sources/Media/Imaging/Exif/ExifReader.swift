import BoothCore

/// Finds the few EXIF facts that matter here in a JPEG picture that has been walked with its segments.
enum ExifReader {
  static let signature: [UInt8] = Array("Exif\0\0".utf8)

  /// Upright if nothing, or nothing sensible, is said.
  static func orientation(in bytes: UnsafeRawBufferPointer, _ structure: JPEGStructure) -> Orientation {
    tiff(in: bytes, structure).map(orientation) ?? .upright
  }

  private static func orientation(_ tiff: TIFFReader) -> Orientation {
    guard let entry = tiff.entry(ExifTag.orientation, inDirectoryAt: tiff.firstDirectory),
      let number = tiff.number(entry), let orientation = Orientation(rawValue: number)
    else { return .upright }
    return orientation
  }

  static func facts(in bytes: UnsafeRawBufferPointer, _ structure: JPEGStructure) -> Exif {
    tiff(in: bytes, structure).map(facts) ?? Exif()
  }

  /// The facts of a PNG picture (PNG specification, third edition, 11.3.4.5): its TIFF structure stands bare in a part of its
  /// own, and some programs write JPEG's mark before it.
  static func facts(ofPNG part: UnsafeRawBufferPointer) -> Exif {
    let isMarked = part.starts(with: signature)
    let bytes = isMarked ? UnsafeRawBufferPointer(rebasing: part.dropFirst(signature.count)) : part
    return TIFFReader(bytes).map(facts) ?? Exif()
  }

  private static func facts(_ tiff: TIFFReader) -> Exif {
    var exif = Exif()
    func text(_ tag: UInt16, _ directory: Int) -> String? {
      tiff.entry(tag, inDirectoryAt: directory).flatMap(tiff.text)
    }
    exif.orientation = orientation(tiff)
    exif.make = text(ExifTag.make, tiff.firstDirectory)
    exif.model = text(ExifTag.model, tiff.firstDirectory)
    exif.software = text(ExifTag.software, tiff.firstDirectory)
    exif.artist = text(ExifTag.artist, tiff.firstDirectory)
    exif.copyright = text(ExifTag.copyright, tiff.firstDirectory)
    exif.place = place(tiff)
    if let pointer = tiff.entry(ExifTag.exifDirectory, inDirectoryAt: tiff.firstDirectory).flatMap(tiff.number) {
      exif.dateTimeOriginal = text(ExifTag.dateTimeOriginal, pointer)
      exif.offsetTimeOriginal = text(ExifTag.offsetTimeOriginal, pointer)
    }
    return exif
  }

  /// The first EXIF segment's TIFF structure.
  private static func tiff(in bytes: UnsafeRawBufferPointer, _ structure: JPEGStructure) -> TIFFReader? {
    guard let segment = structure.segments.first(where: { isExif($0, in: bytes) }) else { return nil }
    let range = segment.payload.lowerBound + signature.count..<segment.payload.upperBound
    return TIFFReader(UnsafeRawBufferPointer(rebasing: bytes[range]))
  }

  static func isExif(_ segment: JPEGStructure.Segment, in bytes: UnsafeRawBufferPointer) -> Bool {
    segment.marker == 0xE1 && bytes[segment.payload].starts(with: signature)
  }
}

/// Tag numbers of CIPA DC-008 (EXIF 2.32), section 4.6.
enum ExifTag {
  static let make: UInt16 = 0x010F
  static let model: UInt16 = 0x0110
  static let orientation: UInt16 = 0x0112
  static let software: UInt16 = 0x0131
  static let dateTime: UInt16 = 0x0132
  static let artist: UInt16 = 0x013B
  static let copyright: UInt16 = 0x8298
  static let exifDirectory: UInt16 = 0x8769
  static let gpsDirectory: UInt16 = 0x8825
  static let dateTimeOriginal: UInt16 = 0x9003
  static let offsetTimeOriginal: UInt16 = 0x9011
}
