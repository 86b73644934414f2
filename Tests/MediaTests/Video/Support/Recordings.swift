import BoothCore
import BoothTesting
import Testing

@testable import Video

// The suites that run a recording's or a film's thread, one test after the other, so that threads can be counted.

@Suite(.serialized) enum ClipThreads {}

extension ClipRecording {
  /// Hands over frames no faster than they are encoded, so that none is dropped on a slow machine.
  func receiveAll(_ frames: some Sequence<Frame>, from camera: TestCamera) async {
    for frame in frames {
      receive(frame)
      await eventually { camera.framesOut <= 4 }
    }
    await eventually { camera.framesOut == 0 }
  }
}

/// Lets other tasks and threads run until `condition` holds; a minute is a failure.
func eventually(
  _ condition: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation
) async {
  let deadline = ContinuousClock.now + .seconds(600)
  while !condition() {
    guard ContinuousClock.now < deadline else {
      Issue.record("waited ten minutes in vain", sourceLocation: sourceLocation)
      return
    }
    await Task.moment()
  }
}
