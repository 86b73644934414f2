import BoothCore
import BoothSystem
import CommandSupport
import Gallery
import Thumbnails

/// Makes the gallery's small pictures, on a thread that leaves the machine to the booth: JPEG here, strip by strip, everything else in a
/// process that may die of it.
struct SmallPictureThread: SmallPictureMaker {
  /// Lower than the studio's pictures, and than all that guests at the booth wait for.
  private static let niceness: Int32 = 10

  /// Where they are kept; nil: not on this machine.
  let folder: String?
  let room: RoomBesideBooth
  /// Of the booth that the gallery is inside of.
  let quiet = QuietBooth()

  func untilQuiet() async { await quiet.wait() }

  func jpeg(of original: SmallPictureSource, filling frame: PixelSize) async throws(SmallPictureError) -> [UInt8] {
    let answer: Result<[UInt8], SmallPictureError> = await withCheckedContinuation { continuation in
      let fault = OwnThread.start("small pictures", niceness: Self.niceness, leavesSignals: true) {
        continuation.resume(returning: Self.made(original, frame))
      }
      if fault != 0 {
        continuation.resume(
          returning: .failure(SmallPictureError(mayPass: true, detail: OwnThread.refusal(fault))))
      }
    }
    return try answer.get()
  }

  func mayKeep(_ bytes: Int) async -> Bool { folder.flatMap { room.left(at: $0) }.map { $0 > Int64(bytes) } ?? true }

  private static func made(_ original: SmallPictureSource, _ frame: PixelSize) -> Result<[UInt8], SmallPictureError> {
    // It ends with this thread, and with it a process that it has started.
    let maker = ThumbnailMaker(program: .ourselves())
    do throws(ThumbnailError) {
      switch original {
      case .bytes(let bytes): return .success(try maker.picture(of: .bytes(bytes), filling: frame).jpeg)
      case .file(let file):
        // Opened anew, as it was when it was found, whatever stands under its name now.
        defer { withExtendedLifetime(file) {} }
        return .success(try maker.picture(of: .file("/proc/self/fd/\(file.descriptor)"), filling: frame).jpeg)
      }
    } catch {
      return .failure(SmallPictureError(mayPass: error.code.mayPass, detail: error.detail))
    }
  }
}
