public import BoothCore

/// The EXIF facts of a picture that matter to a booth.
public struct Exif: Sendable, Equatable {
  /// How the stored pixels are to be turned; upright where the file says nothing, or nothing sensible.
  public var orientation = Orientation.upright
  /// `yyyy:MM:dd HH:mm:ss` in the camera's local time, as the camera wrote it.
  public var dateTimeOriginal: String?
  /// `+hh:mm` or `-hh:mm`.
  public var offsetTimeOriginal: String?
  /// The camera's maker, in its own words; nil where the file does not say.
  public var make: String?
  /// The camera's model, in its own words; nil where the file does not say.
  public var model: String?
  /// The program, or the camera's firmware, that made the file; nil where it does not say.
  public var software: String?
  /// Who took the picture; nil where the file does not say.
  public var artist: String?
  /// Who has the rights, in their own words; nil where the file does not say.
  public var copyright: String?
  /// Where it was taken; nil where the file does not say.
  public var place: ExifPlace?

  /// The facts of a picture that says nothing: upright, and all else nil.
  public init() {}

  /// Reads the facts of a JPEG picture; all that is missing, or makes no sense, is nil.
  /// - Throws: ``ImageError`` if the bytes are no JPEG picture at all.
  public init(jpeg: [UInt8], subject: String = "the picture") throws(ImageError) {
    self = try jpeg.withUnsafeBufferPointer { (buffer) throws(ImageError) in
      let bytes = UnsafeRawBufferPointer(buffer)
      let structure = try JPEGStructure(bytes, toFirstScan: true, keepingSegments: true, subject: subject)
      return ExifReader.facts(in: bytes, structure)
    }
  }
}
