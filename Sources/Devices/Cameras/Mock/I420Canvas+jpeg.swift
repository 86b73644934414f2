import BoothCore
import Imaging

extension I420Canvas {
  /// Encodes the picture as a photo, with buffers that are given back at once: 12 megapixels take some 40 MB.
  func jpeg(quality: Int = 92) throws(CameraError) -> [UInt8] {
    let target = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.byteCount(size), alignment: 64)
    defer { target.deallocate() }
    let count = try encode(with: JPEGCodec(), quality: quality, into: target)
    return [UInt8](UnsafeRawBufferPointer(rebasing: target[..<count]))
  }

  /// Encodes the picture into `target` and returns its length.
  func encode(
    with codec: JPEGCodec, quality: Int, into target: UnsafeMutableRawBufferPointer
  ) throws(CameraError) -> Int {
    do {
      return try codec.encode(i420: bytes, size: size, strideBytes: size.width, quality: quality, into: target)
    } catch {
      throw CameraError(.failed, subject: "mock camera", detail: "its picture cannot be encoded: \(error)")
    }
  }
}
