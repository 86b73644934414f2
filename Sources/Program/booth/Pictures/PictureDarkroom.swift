import BoothSystem
import CommandSupport
import Documents
import FoundationEssentials
import Glibc
package import StudioModel
import Thumbnails

/// Makes pictures ready that a person has sent, of every kind that can be read, each in a process of its own, two at a
/// time. Any part of the studio that shows what people send can use it.
package actor PictureDarkroom {
  private static let mostAtOnce = 2
  private static let patience = Duration.seconds(60)
  private let folder: String
  private var running = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// - Parameter folder: where files lie while they are looked at; what lies there from before goes.
  package init(folder: String) throws {
    self.folder = folder
    if FileManager.default.fileExists(atPath: folder) { try FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  /// Upright, at most 2000 pixels long, and a thumbnail of 400, without anything but their pixels.
  /// - Parameter input: the path of what was sent; it is read, and stays.
  package func prepare(_ input: String) async throws(StudioPictureError) -> PreparedPicture {
    if running < Self.mostAtOnce {
      running += 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
    defer { if waiting.isEmpty { running -= 1 } else { waiting.removeFirst().resume() } }
    let stem = "\(folder)/\(UInt64.random(in: 0 ... .max))"
    let (picture, thumbnail) = (stem + ".jpg", stem + "-small.jpg")
    defer { for path in [picture, thumbnail] { unlink(path) } }
    let answer: Result<(output: [UInt8], code: Int32)?, ThumbnailError> = await withCheckedContinuation {
      continuation in
      let fault = OwnThread.start("pictures") {
        continuation.resume(
          returning: Result { () throws(ThumbnailError) in
            let turn = try SentPictureMemory.turn(input)
            defer { withExtendedLifetime(turn) {} }
            return OwnProgram.run(["pictures", input, picture, thumbnail], atMost: Self.patience)
          })
      }
      if fault != 0 { continuation.resume(returning: .failure(ThumbnailError(.failed, OwnThread.refusal(fault)))) }
    }
    let ended: (output: [UInt8], code: Int32)?
    do throws(ThumbnailError) { ended = try answer.get() } catch {
      guard error.code == .tooLarge else { throw .unavailable(error.detail) }
      throw .refused(.tooLarge)
    }
    // Killed, or much too slow: by the picture, as far as anybody can tell.
    guard let ended else { throw .refused(.damaged) }
    if let refusal = RefusalCode.refusal(ended.code) { throw .refused(refusal) }
    if let words = RefusalCode.trouble(ended.code) { throw .unavailable(words) }
    guard ended.code == 0, let jpeg = FileManager.default.contents(atPath: picture),
      let small = FileManager.default.contents(atPath: thumbnail)
    else { throw .unavailable("a picture could not be made ready (code \(ended.code))") }
    return PreparedPicture(jpeg: Array(jpeg), thumbnail: Array(small))
  }
}
