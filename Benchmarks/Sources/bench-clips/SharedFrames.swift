import Video
import BoothCore
import Imaging
import Glibc

/// What a clip costs beside a screen that shows the same JPEG frames, as in a booth, where they share each frame's decoding.
enum SharedFrames {
  /// Frames come as fast as a camera's, as only so the screen and the clip have the same one at hand.
  /// - Returns: CPU seconds per second of film, of the screen's pictures alone and of those with the clip.
  static func measure(_ frames: [Frame], size: PixelSize, path: String) async throws -> (shown: Double, both: Double) {
    let seconds = Double(frames.count) / 30
    var before = cpuSeconds()
    try play(frames, size) { _ in }
    let shown = (cpuSeconds() - before) / seconds
    before = cpuSeconds()
    let recording = try H264ClipRecorder().start(ClipRequest(path: path))
    try play(frames, size) { recording.receive($0) }
    _ = try await recording.finish()
    return (shown, (cpuSeconds() - before) / seconds)
  }

  private static func play(_ frames: [Frame], _ size: PixelSize, _ record: (Frame) -> Void) throws {
    let decoder = SharedFrameDecoder()
    let screen = LivePicture(chain: TransformChain())
    for frame in frames {
      let shared = decoder.share(frame) { _ in }
      record(shared)
      try screen.take(shared, size: size)
      screen.paint(PixelRect(x: 0, y: 0, width: size.width, height: size.height)) { _ in }
      usleep(33_333)
    }
  }
}
