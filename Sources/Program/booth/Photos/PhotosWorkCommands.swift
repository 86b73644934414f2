import ArgumentParser
import BoothCore
import BoothSystem
import CommandSupport
import FoundationEssentials
import ImageMetadata
import PhotoLibrary
import PhotoModel

struct PhotosThumbsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "thumbs", abstract: "Create all missing thumbnails.")
  @Option(help: "Only of one source, by its name.") var source: String?
  @OptionGroup var whose: PhotoOwnerOptions
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let photos = try await PhotosWork.open(place, of: whose)
    defer { photos.endPictures() }
    try await PhotosWork.told {
      let view = PhotoView(source: try PhotosWork.source(source, photos))
      let total = try await photos.layout(view).count
      var answer = PhotoThumbsAnswer()
      var failed: [String: PhotoThumbsAnswer.Without] = [:]
      var cursor: PhotoCursor?
      while case let page = try await photos.photos(view, after: cursor, count: 64), let last = page.last {
        cursor = last.cursor
        let troubles = await Self.make(page, photos)
        answer.made += page.count - troubles.count
        for trouble in troubles { failed[trouble.reason, default: trouble].count += 1 }
        PhotosWork.progress("\(answer.made) of \(total)")
      }
      PhotosWork.progress("")
      answer.without = failed.values.sorted { $0.reason < $1.reason }
      if output.json { return try printJSON(answer) }
      say("\(counted(answer.made, "thumbnail is", "thumbnails are")) there")
      for without in answer.without { say("  \(without.count) without: \(advice: without.words)") }
    }
  }

  /// - Returns: the reasons of those that there is none of.
  private static func make(_ page: [PhotoRecord], _ photos: DataFolderPhotos) async -> [PhotoThumbsAnswer.Without] {
    await withTaskGroup(of: PhotoThumbsAnswer.Without?.self) { group in
      for photo in page {
        group.addTask {
          do throws(PhotoLibraryError) {
            _ = try await photos.picture(photo, .thumbnail, .background)
            return nil
          } catch {
            guard case .noPicture(let reason) = error else {
              return PhotoThumbsAnswer.Without(reason: "failed", words: CommandError(error).message)
            }
            return PhotoThumbsAnswer.Without(
              reason: NoPicture(text: reason)?.reason.rawValue ?? reason,
              words: "this photo " + PhotoTroubleWords.withRemedy(reason))
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
  @Flag(help: "Originals without what they say of themselves; the picture stays as it is. JPEG only.") var bare = false
  @OptionGroup var whose: PhotoOwnerOptions
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    guard size == "original" || !bare else {
      throw CommandError("--bare is of originals: a size holds nothing but the picture", code: CommandError.usage)
    }
    guard let form = PhotoForm(bare ? "bare" : size) else {
      throw CommandError("there is no size \"\(size)\": expected original, 1024 or 2048", code: CommandError.usage)
    }
    let search = try PhotosWork.search(words)
    guard !out.isEmpty else { throw CommandError("--out: name a folder", code: CommandError.usage) }
    let photos = try await PhotosWork.open(place, of: whose)
    defer { photos.endPictures() }
    try await PhotosWork.told {
      let view = PhotoView(source: try PhotosWork.source(source, photos), filter: search)
      // Before anything is made.
      guard try await photos.photos(view, after: nil, count: 1).last != nil else {
        throw CommandError("no photo matches: nothing is exported, and \(out) is not made")
      }
      let path = out.hasPrefix("/") ? out : FileManager.default.currentDirectoryPath + "/" + out
      // The same rules as of the studio's page: no copy may be shown as another photo.
      let target = CopyFolder(path: try photos.copyTarget(path, withParents: true))
      var answer = PhotoExportAnswer(folder: out)
      var cursor: PhotoCursor?
      while case let page = try await photos.photos(view, after: cursor, count: 64), let last = page.last {
        cursor = last.cursor
        for photo in form.keepsFile ? try await photos.withRaws(page) : page {
          do {
            switch try await CopyQueue.copy(photo, form, target, photos) {
            case .copied: answer.copied += 1
            case .same: answer.same += 1
            }
          } catch let fault as CopyFolder.Fault {
            throw CommandError("\(advice: fault.words)")
          } catch let error as PhotoLibraryError {
            answer.failed.append(.init(name: photo.entry.name, why: CommandError(error).message))
          } catch {
            answer.failed.append(.init(name: photo.entry.name, why: DataFolderPhotos.words(error)))
          }
        }
        PhotosWork.progress("\(answer.copied) copied")
      }
      PhotosWork.progress("")
      if output.json {
        try printJSON(answer)
      } else {
        say(
          "\(counted(answer.copied, "photo")) copied to \(out)"
            + (answer.same > 0 ? ", \(answer.same) were there already" : ""))
        for failed in answer.failed { complain("  \(failed.name): \(failed.why)") }
      }
      if !answer.failed.isEmpty { throw ExitCode(CommandError.failed) }
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
  var same = 0
  var failed: [Failed] = []
}
