import BoothCore
import BoothImaging
import BoothSystem
import Crypto
import PhotoBrowser

/// Pictures of JPEG and PNG files, decoded in this process by the booth's own decoder, each on a thread of its own.
struct DecodedPictures: PhotoRenderer {
  /// A picture of 100 megapixels that is hardly compressed.
  private static let mostBytes: Int64 = 400_000_000

  func render(
    _ content: PhotoContent, _ details: PhotoDetails, as size: PhotoSize
  ) async throws(PhotoRenderError) -> [UInt8] {
    let result: Result<[UInt8], PhotoRenderError> = await withCheckedContinuation { continuation in
      let code = OwnThread.start("photo picture") {
        continuation.resume(returning: Self.made(content, size))
      }
      if code != 0 {
        continuation.resume(returning: .failure(PhotoRenderError("failed", detail: OwnThread.refusal(code))))
      }
    }
    return try result.get()
  }

  private static func made(_ content: PhotoContent, _ size: PhotoSize) -> Result<[UInt8], PhotoRenderError> {
    let bytes: [UInt8]
    switch content {
    case .bytes(let all): bytes = all
    case .file(let file):
      guard file.count <= mostBytes else { return .failure(PhotoRenderError("tooLarge")) }
      do throws(PhotoSourceError) { bytes = try file.read(at: 0, count: Int(file.count)) } catch {
        return .failure(PhotoRenderError("unreadable", detail: "\(error)"))
      }
    }
    guard !bytes.isEmpty else { return .failure(PhotoRenderError("empty")) }
    do throws(ImageError) {
      return .success(try ScaledPicture.jpeg(of: bytes, longestSide: side(size)))
    } catch {
      let isPicture = bytes.starts(with: [0xFF, 0xD8, 0xFF]) || bytes.starts(with: [0x89, 0x50, 0x4E, 0x47])
      return .failure(
        PhotoRenderError(
          error.code == .tooLarge ? "tooLarge" : isPicture ? "damaged" : "notAPicture", detail: "\(error)"))
    }
  }

  private static func side(_ size: PhotoSize) -> Int {
    switch size {
    case .thumbnail: 512
    case .screen: 1280
    case .large: 2560
    }
  }
}

/// What is shown before a picture is there: three colours of its thirds.
enum PictureTint {
  /// Of a JPEG that we have made; empty where it cannot be decoded.
  static func of(_ jpeg: [UInt8]) -> String {
    do throws(ImageError) {
      let bitmap = try JPEGCodec().decode(jpeg, covering: PixelSize(width: 3, height: 3))
      return Resampler.scale(bitmap, to: PixelSize(width: 3, height: 1)).pixels.map { pixel in
        [16, 8, 0].map { String((pixel >> UInt32($0 + 4)) & 0xF, radix: 16) }.joined()
      }.joined()
    } catch {
      return ""
    }
  }
}
