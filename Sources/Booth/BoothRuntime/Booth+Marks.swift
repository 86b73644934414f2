public import BoothCore
import FoundationEssentials
import Glibc
import Logging

/// Keeps points that were marked at a location, with the frame that they were marked in.
public protocol MarkKeeper: Sendable {
  /// The size of a JPEG as people see it, whichever way its camera was mounted.
  func uprightSize(of frame: [UInt8]) throws(ImageError) -> PixelSize
  /// Durable when it returns. The frame is a JPEG of this upright size.
  func keep(
    _ pairs: [MarkPair], in frame: [UInt8], size: PixelSize, of location: String, at time: WallTime
  ) async throws(StoreError)
}

/// A live frame that stands still: whole and upright, as a photo of the live view would be.
struct FrozenFrame: Sendable {
  var still: StillFrame
  var jpeg: [UInt8]
}

/// Marking points: the newest live frame is kept still, outside of every session, until it is kept with its points or
/// forgotten.
extension Booth {
  func freezeFrame(_ attempt: AttemptID) {
    let newest = liveView.newest
    let frames = [newest, liveView.newestPicture].compactMap { $0 }
    let record = ExposureRecord(
      time: ports.clock.wallTime, device: cameraDescription?.model ?? "camera", liveFrame: newest?.size)
    let path = ports.store.scratchPath(for: "frame-\(attempt.number).jpg")
    let keeper = ports.marks
    Task { [self] in
      do throws(Fault) {
        guard let keeper else { throw Fault(.storage, "nobody here keeps points") }
        let photo = try await workshop.develop(try await workshop.still(of: frames), record, atLeast: nil)
        let size: PixelSize
        do throws(ImageError) { size = try keeper.uprightSize(of: photo.jpeg) } catch {
          throw Fault(.picture, error.description)
        }
        guard flow.isAwaited(attempt) else { return post(.answered(attempt, .failed(.tooLate))) }
        do { try Data(photo.jpeg).write(to: URL(filePath: path)) } catch {
          unlink(path)
          throw Fault(.storage, "the frame could not be written: \(error)")
        }
        frozen = FrozenFrame(still: StillFrame(path: path, size: size), jpeg: photo.jpeg)
        post(.answered(attempt, .liveFrameSeen(capturedAt: newest?.capturedAt ?? ports.clock.now)))
      } catch {
        log.error("no frame to mark points in", metadata: ["marks.fault": "\(error)"])
        post(.answered(attempt, .failed(error)))
      }
    }
  }

  func keepMarks(_ attempt: AttemptID, _ pairs: [MarkPair], of location: String) {
    guard let keeper = ports.marks, let frozen else {
      return post(.answered(attempt, .failed(Fault(.storage, "there is no frame"))))
    }
    storeLane.add { [mail, clock = ports.clock, log] in
      do throws(StoreError) {
        try await keeper.keep(pairs, in: frozen.jpeg, size: frozen.still.size, of: location, at: clock.wallTime)
        log.notice("points", metadata: ["points.location": "\(location)", "points.marked": "\(pairs.count)"])
        mail.yield(.trouble(topic: "marked points", nil))
        mail.yield(.flow(.answered(attempt, .storageReady)))
      } catch {
        // The picture that is taken next is kept all the same.
        mail.yield(.trouble(topic: "marked points", "the points were not kept: \(error)"))
        mail.yield(.flow(.answered(attempt, .failed(Fault(.storage, error.description)))))
      }
    }
  }

  /// When marking has ended, the frame's file goes.
  func forgetFrozenFrame() {
    guard let frozen else { return }
    if case .capture(let capture) = flow.state, case .marking = capture.phase { return }
    unlink(frozen.still.path)
    self.frozen = nil
  }
}
