public import BoothCore

extension Exif {
  /// Takes everything out of a JPEG file that is not its picture: EXIF and makers' notes with serial numbers, owners'
  /// names and places, XMP, IPTC, comments, colour profiles, and whatever follows the end marker.
  /// - Throws: ``ImageError`` for a picture that is cut short, damaged or none.
  public static func strip(jpeg: [UInt8], subject: String = "the photo") throws(ImageError) -> [UInt8] {
    try jpeg.withUnsafeBufferPointer { (buffer) throws(ImageError) in
      let bytes = UnsafeRawBufferPointer(buffer)
      let structure = try JPEGStructure(bytes, keepingSegments: true, subject: subject)
      var stripped: [UInt8] = []
      var position = 0
      // Without JFIF's and Adobe's segments a decoder would take the colours for others.
      for segment in structure.segments where segment.marker != 0xE0 && segment.marker != 0xEE {
        stripped += bytes[position..<segment.payload.lowerBound - 4]
        position = segment.payload.upperBound
      }
      return stripped + bytes[position..<structure.end]
    }
  }
}
