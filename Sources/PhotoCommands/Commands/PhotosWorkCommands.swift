import ArgumentParser
import BoothProgram
import BoothSystem
import FoundationEssentials
import Glibc
import PhotoBrowser

struct PhotosThumbsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "thumbs", abstract: "Make all thumbnails that are missing, so that nobody waits for one.")
  @Option(help: "Only of one source, by its name.") var source: String?
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let view = PhotoView(source: try PhotosWork.source(source))
    let photos = try await PhotosWork.open(place)
    defer { photos.endPictures() }
    try await PhotosWork.told {
      let total = try await photos.layout(view).count
      var answer = PhotoThumbsAnswer()
      var failed: [String: PhotoThumbsAnswer.Without] = [:]
      var cursor: PhotoCursor?
      while case let page = try await photos.photos(view, after: cursor, count: 64), let last = page.last {
        cursor = last.cursor(view.order)
        let troubles = await Self.make(page, photos)
        answer.made += page.count - troubles.count
        for trouble in troubles { failed[trouble.reason, default: trouble].count += 1 }
        PhotosWork.progress("\(answer.made) of \(total)")
      }
      PhotosWork.progress("")
      answer.without = failed.values.sorted { $0.reason < $1.reason }
      if output.json { return try printJSON(answer) }
      say("\(answer.made) thumbnails are there")
      for without in answer.without { say("  \(without.count) without: \(without.words)") }
    }
  }

  /// - Returns: the reasons of those that there is none of.
  private static func make(_ page: [PhotoRecord], _ photos: DataFolderPhotos) async -> [PhotoThumbsAnswer.Without] {
    await withTaskGroup(of: PhotoThumbsAnswer.Without?.self) { group in
      for photo in page {
        group.addTask {
          do throws(PhotoShelfError) {
            _ = try await photos.picture(photo, .thumbnail, .background)
            return nil
          } catch {
            guard case .noPicture(let reason) = error else {
              return PhotoThumbsAnswer.Without(reason: "failed", words: CommandError(error).message)
            }
            return PhotoThumbsAnswer.Without(reason: reason, words: "this photo " + PhotoTroubleWords.of(reason))
          }
        }
      }
      return await group.reduce(into: []) { if let reason = $1 { $0.append(reason) } }
    }
  }
}

/// What `thumbs` came to, for programs.
struct PhotoThumbsAnswer: Encodable {
  struct Without: Encodable {
    var reason: String
    var count = 0
    /// Of the first of them.
    var words: String
  }

  var made = 0
  var without: [Without] = []
}

struct PhotosExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Copy the photos that match into a folder; nothing there is written over.")
  @Argument(help: "What is looked for, as in `booth photos find`; nothing: all.") var words: [String] = []
  @Option(help: "The folder; made where it is not there.") var out: String
  @Option(help: "Only of one source, by its name.") var source: String?
  @Option(help: "`original`, or the longest side in pixels: 1024, 2048. Smaller ones hold nothing but the picture.")
  var size = "original"
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let size = try Self.size(size)
    let view = PhotoView(
      source: try PhotosWork.source(source), filter: PhotoSearch(words.joined(separator: " ")))
    let photos = try await PhotosWork.open(place)
    defer { photos.endPictures() }
    do { try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true) } catch {
      throw CommandError("\(out) cannot be made: \(error)", code: CommandError.cannotCreate)
    }
    try await PhotosWork.told {
      var answer = PhotoExportAnswer(folder: out)
      var cursor: PhotoCursor?
      while case let page = try await photos.photos(view, after: cursor, count: 64), let last = page.last {
        cursor = last.cursor(view.order)
        for photo in page {
          do throws(PhotoShelfError) {
            try await Self.copy(photo, photos, size, to: out)
            answer.copied += 1
          } catch {
            answer.failed.append(.init(name: photo.entry.name, why: CommandError(error).message))
          }
        }
        PhotosWork.progress("\(answer.copied) copied")
      }
      PhotosWork.progress("")
      if output.json { try printJSON(answer) } else { say("\(answer.copied) photos copied to \(out)") }
      if !output.json { for failed in answer.failed { complain("  \(failed.name): \(failed.why)") } }
      if !answer.failed.isEmpty { throw ExitCode(CommandError.failed) }
    }
  }

  private static func size(_ text: String) throws -> PhotoSize? {
    if text == "original" { return nil }
    guard let size = PhotoSize(rawValue: text), size != .thumbnail else {
      throw CommandError("there is no size \"\(text)\": expected original, 1024 or 2048", code: CommandError.usage)
    }
    return size
  }

  private static func copy(
    _ photo: PhotoRecord, _ photos: DataFolderPhotos, _ size: PhotoSize?, to folder: String
  ) async throws(PhotoShelfError) {
    var name = ExportNames.file(photo, isOriginal: size == nil)
    var number = 1
    var target: Int32 = -1
    while target < 0 {
      target = open(folder + "/" + name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
      if target >= 0 { break }
      guard errno == EEXIST, number < 10_000 else {
        throw .unavailable("\(folder)/\(name): \(String(cString: strerror(errno)))")
      }
      number += 1
      name = ExportNames.numbered(ExportNames.file(photo, isOriginal: size == nil), number)
    }
    defer { close(target) }
    do throws(PhotoShelfError) {
      if let size {
        try write(try await photos.picture(photo, size, .background), to: target)
      } else {
        try await pour(try await photos.content(photo), to: target)
      }
    } catch {
      unlink(folder + "/" + name)
      throw error
    }
  }

  private static func pour(_ content: PhotoContent, to target: Int32) async throws(PhotoShelfError) {
    switch content {
    case .bytes(let bytes): try write(bytes, to: target)
    case .file(let file):
      var offset: Int64 = 0
      while offset < file.count {
        let piece: [UInt8]
        do throws(PhotoSourceError) { piece = try file.read(at: offset, count: 1 << 20) } catch {
          throw DataFolderPhotos.shelf(error)
        }
        guard !piece.isEmpty else { throw .unavailable("it became shorter while it was copied") }
        try write(piece, to: target)
        offset += Int64(piece.count)
      }
    }
  }

  private static func write(_ bytes: [UInt8], to target: Int32) throws(PhotoShelfError) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { Glibc.write(target, $0.baseAddress! + done, bytes.count - done) }
      if count < 0, errno != EINTR { throw .unavailable(String(cString: strerror(errno))) }
      done += max(count, 0)
    }
  }
}

/// What `export` came to, for programs.
struct PhotoExportAnswer: Encodable {
  struct Failed: Encodable {
    var name: String
    var why: String
  }

  var folder: String
  var copied = 0
  var failed: [Failed] = []
}
