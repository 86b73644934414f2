import BoothCore
import BoothSystem
import StudioModel
import Video

extension Examination {
  /// The libraries are loaded only when they are needed: that they are there is not seen by the program's start.
  func clips() -> Finding {
    do throws(ClipError) {
      try H264ClipRecorder.check()
      return .fine("clips", "H.264 by libx264", .init(.clipsReady))
    } catch {
      return .bad(
        "clips", CommandText(advice: error.detail), "until then sessions have photos only", .init(.clipsBroken))
    }
  }
}
