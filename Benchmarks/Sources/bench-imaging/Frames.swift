import BoothCore
import Imaging
import Glibc
import Measuring

/// What happens to each live frame.
func benchFrames() throws {
  let size = PixelSize(width: 1920, height: 1080)
  let still = try Stills.still(seed: 9).pixels
  let scene = Resampler.fill(size, with: still)
  let codec = JPEGCodec()
  let jpeg = try codec.encode(scene, quality: 80, subsampling: .s422)
  show("1080p JPEG frame", Double(jpeg.count) / 1e3, "kB")
  var picture = I420Picture(size: size)
  let converter = FrameConverter()
  let jpegFrame = frame(jpeg, .jpeg, size, strideBytes: 0)
  try converter.convert(jpegFrame, into: &picture)
  let planar = frame(picture.y + picture.u + picture.v, .i420, size, strideBytes: size.width)
  let packed = frame([UInt8](repeating: 90, count: size.area * 2), .yuyv, size, strideBytes: size.width * 2)
  let box = PixelSize(width: 160, height: 90)
  let count = 25
  for (name, frame) in [("JPEG", jpegFrame), ("I420", planar), ("YUYV", packed)] {
    show(
      "1080p \(name) to 160x90 preview", try measure(count) { _ = try converter.preview(of: frame, in: box) })
    show("1080p \(name) to I420", try measure(count) { try converter.convert(frame, into: &picture) })
    var half = I420Picture(size: PixelSize(width: 1280, height: 720))
    let scaler = FrameConverter()
    try scaler.convert(frame, into: &half)
    show("1080p \(name) to I420 720p", try measure(count) { try scaler.convert(frame, into: &half) })
  }
  show("still of a 1080p I420 frame", try measure(count) { _ = try converter.still(of: planar) })
  show("validate a 1080p JPEG", try measure(count) { try codec.validate(jpeg) })
}

private func frame(_ bytes: [UInt8], _ layout: FrameLayout, _ size: PixelSize, strideBytes: Int) -> Frame {
  let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
  memory.copyBytes(from: bytes)
  // Lives as long as the program.
  return Frame(
    sequence: 1, capturedAt: Instant(nanoseconds: 0), size: size, layout: layout, strideBytes: strideBytes,
    bytes: UnsafeRawBufferPointer(memory), release: {})
}
