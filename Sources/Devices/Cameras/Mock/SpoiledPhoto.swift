import BoothCore
import Imaging

/// Whole photos that no guest would take home: what a mock camera's script asks for.
enum SpoiledPhoto {
  /// As if the flash had not fired: an eighth of each value, which is six stops less light.
  static func dark(_ jpeg: [UInt8]) throws(CameraError) -> [UInt8] {
    try change(jpeg) { picture in
      picture.withMutablePixels { pixels in
        for index in pixels.indices { pixels[index] = 0xFF00_0000 | pixels[index] >> 3 & 0x001F_1F1F }
      }
    }
  }

  /// As if the focus were at the wall behind: no detail finer than an eightieth of the width is left.
  static func blurred(_ jpeg: [UInt8]) throws(CameraError) -> [UInt8] {
    try change(jpeg) { picture in
      let small = PixelSize(width: 80, height: max(8, 80 * picture.height / picture.width))
      picture = Resampler.scale(Resampler.scale(picture, to: small), to: picture.size)
    }
  }

  private static func change(_ jpeg: [UInt8], _ body: (inout Bitmap) -> Void) throws(CameraError) -> [UInt8] {
    let codec = JPEGCodec()
    do throws(ImageError) {
      var picture = try codec.decode(jpeg, subject: "the photo to spoil")
      body(&picture)
      return try codec.encode(picture, quality: 90)
    } catch {
      throw CameraError(.badPicture, subject: "mock camera", detail: error.description)
    }
  }
}
