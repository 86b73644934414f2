import BoothCore
import BoothSystem
import Imaging
import Locations

/// What `--crop` says: the photograph in a scan, without the card around it.
enum CropOption {
  /// - Parameters:
  ///   - text: `auto`, `none`, or a rectangle.
  ///   - path: the old picture's.
  /// - Returns: nil: all of the picture.
  /// - Throws: ``CommandError`` for a rectangle that is no part of the picture, and a picture that cannot be read.
  static func part(_ text: String, of path: String) throws(CommandError) -> PixelRect? {
    if text == "auto" { return try found(in: path) }
    guard let crop = KeptCrop(text: text), let part = crop.part else { return nil }
    let (bytes, size): ([UInt8], PixelSize)
    bytes = try PictureFile.bytes(path)
    do throws(ImageError) { size = try PictureFacts(of: bytes, subject: path).size } catch {
      throw CommandError("\(error.subject) \(error.detail)")
    }
    guard crop.isWithin(size) else { throw fault(text, size) }
    return part
  }

  /// The photograph that the booth finds by itself; nil where there is no border for sure.
  static func found(in path: String) throws(CommandError) -> PixelRect? {
    let bytes = try PictureFile.bytes(path)
    do throws(ImageError) { return try PairPictures.photograph(in: bytes, name: path) } catch {
      throw CommandError("\(error.subject) \(error.detail)")
    }
  }

  static func fault(_ text: String, _ size: PixelSize?) -> CommandError {
    CommandError(
      "--crop: expected X,Y,WIDTH,HEIGHT within the old picture's \(size?.description ?? "size"), of "
        + "\(KeptCrop.leastSide) pixels or more each way; found \"\(text)\"", code: CommandError.usage)
  }
}
