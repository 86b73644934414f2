import ArgumentParser
import BoothCore
import BoothStore
import BoothSystem
import CommandSupport
import FoundationEssentials
import Gallery
import S3Storage

struct GalleryMoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Copy a gallery from a folder into a bucket, or back.",
    discussion: """
      FROM and TO are a data folder or `s3://BUCKET` and more; see the manual. FROM is not changed, and its gallery may serve \
      meanwhile. TO must be empty, and nothing may serve it yet.
      1. `booth gallery move FROM TO` copies what is missing or another in TO, and compares all of it by checksums. Cut it off \
      and repeat it as often as you like.
      2. Stop the galleries of FROM, and run `booth gallery move FROM TO --finish`: it copies the rest, until nothing has \
      changed, and then leaves TO for good.
      3. Start the galleries of TO, with the same secrets: links, events' keys and PINs stay as they are.
      """)
  @Argument(help: "The data folder or bucket of the gallery that there is.") var from: String
  @Argument(help: "The data folder or bucket that it is moved to.") var to: String
  @Flag(help: "The gallery of FROM serves no more: copy what is left, and be done.") var finish = false
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let first = try GalleryPlace(from)
    let second = try GalleryPlace(to)
    let result: Result<GalleryMove.Report, any Error>
    do {
      let move = GalleryMove(
        from: first.side, to: second.side, logger: ConsoleLog.make("gallery", level: "warning"))
      let isQuiet = output.json
      let told: @Sendable (GalleryMove.Report) -> Void = { report in
        if !isQuiet { say("\(counted(report.objects, "object")) compared, \(report.copied) of them copied") }
      }
      result = .success(finish ? try await move.finish(told: told) : try await move.pass(told: told))
    } catch {
      result = .failure(error)
    }
    await first.end()
    await second.end()
    let report: GalleryMove.Report
    do { report = try result.get() } catch GalleryMove.Fault.isInUse(let key) {
      throw CommandError(
        "\(second.words) has objects that were not moved there, such as \(key): name an empty place, or one that nothing has served since"
      )
    } catch GalleryMove.Fault.neverDone {
      throw CommandError("\(first.words) changes as fast as it is copied: stop its galleries, then finish")
    } catch let error as ObjectStoreError {
      throw CommandError("\(error.subject): \(advice: error.detail); repeat the command: it goes on where it was")
    }
    if output.json { return try printJSON(GalleryMoveAnswer(report, isFinished: finish)) }
    say(
      "\(counted(report.objects, "object")), \(report.bytes) bytes; copied: \(report.copied) (\(report.copiedBytes) bytes); "
        + "deleted in \(second.words): \(report.deleted)")
    say("sessions in events' lists: \(report.listed)")
    if report.waiting > 0, !second.isBucket {
      say(
        "\(counted(report.waiting, "session")) that the host has not shown: in no list, as a folder's gallery has no moderation"
      )
    }
    say(
      finish
        ? "done: start the galleries of \(second.words)"
        : "to be done: stop the galleries of \(first.words), and repeat with --finish")
  }
}

/// A gallery's store, as `gallery move` names it.
private struct GalleryPlace {
  let side: GalleryMove.Side
  let words: String
  let isBucket: Bool
  private let bucket: S3Bucket?

  /// - Throws: what is missing, in words.
  init(_ text: String) throws {
    if text.hasPrefix("s3:") {
      let place = try BucketPlace(text, environment: ProcessInfo.processInfo.environment)
      let bucket = place.bucket { words in complain("booth: the bucket is asked again: \(advice: words)") }
      side = GalleryMove.Side(S3ObjectStore(bucket, prefix: place.prefix), lists: .keys)
      (words, isBucket, self.bucket) = (place.words, true, bucket)
      return
    }
    let folder = text + "/gallery"
    guard OwnGallery.isBegun(in: text) else {
      throw CommandError(
        "\(folder) is not there: name a data folder in which a gallery was started once, or s3://BUCKET")
    }
    do throws(ObjectStoreError) {
      side = GalleryMove.Side(try FolderObjectStore(path: folder), lists: .index)
    } catch {
      throw CommandError("\(folder) cannot be used: \(advice: error.detail)")
    }
    (words, isBucket, bucket) = (folder, false, nil)
  }

  func end() async { if let bucket { await BucketPlace.end(bucket) } }
}

/// What `gallery move` says to programs.
struct GalleryMoveAnswer: Encodable {
  var objects: Int
  var bytes: Int64
  var copied: Int
  var copiedBytes: Int64
  var deleted: Int
  var listed: Int
  var waiting: Int
  var isFinished: Bool

  init(_ report: GalleryMove.Report, isFinished: Bool) {
    (objects, bytes) = (report.objects, report.bytes)
    (copied, copiedBytes, deleted) = (report.copied, report.copiedBytes, report.deleted)
    (listed, waiting) = (report.listed, report.waiting)
    self.isFinished = isFinished
  }
}
