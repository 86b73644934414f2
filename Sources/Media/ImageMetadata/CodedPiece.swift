/// Where one coded piece of a HEIC's picture stands: all of it, or a tile of a grid.
public struct CodedPiece: Sendable, Equatable {
  /// What its decoder has to know first: the content of its `hvcC` (ISO/IEC 14496-15, 8.3.3.1).
  public var configuration: Range<Int>
  /// Its bytes, in their order; as the file says it, also behind its end.
  public var data: [Range<Int>]

  /// The pieces of the picture that the file shows; none for what is no HEIC, or is coded by other means than HEVC.
  ///
  /// Blocks as long as the bytes' own reads do.
  public static func read(_ bytes: any PhotoBytes) -> [CodedPiece] { HEIFFacts.pieces(ByteWindow(bytes)) }
}
