import ArgumentParser
import BoothSystem
import CommandSupport
import FoundationEssentials
import Glibc
import PhotoLibrary
import PhotoModel
import PhotolalaFormat

struct PhotosCacheCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache", abstract: "Exchange thumbnails and facts with Photolala's cache.",
    discussion: """
      The cache is the app's folder com.photolala.catalog, or one for it. Without --read or --write both are done: what is there of \
      photos whose bytes are not at hand becomes known here, and what is missing is put there. Nothing that is right is written over.
      """)
  @Argument(help: "The cache's folder; made where something is written.") var root: String
  @Flag(help: "Only take what is there.") var read = false
  @Flag(help: "Only put there what is missing.") var write = false
  @OptionGroup var whose: PhotoOwnerOptions
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard !root.isEmpty else { throw ValidationError("the cache's folder has no name: give its path") }
  }

  func run() async throws {
    let (reads, writes) = (read || !write, write || !read)
    let path = root.hasPrefix("/") ? root : FileManager.default.currentDirectoryPath + "/" + root
    let photos = try await PhotosWork.open(place, of: whose)
    defer { photos.endPictures() }
    let answer = try await PhotosWork.told {
      let real = try writes ? photos.copyTarget(path, withParents: true) : Self.real(path)
      var answer = try await Self.told {
        try await CacheRun(photos: photos, cache: PhotoCache(root: real), reads: reads, writes: writes)
          .run(progress: PhotosWork.progress)
      }
      answer.folder = real
      answer.words = await photos.troubles().first
      return answer
    }
    if output.json { try printJSON(answer) } else { answer.printAnswer(reads, writes) }
  }

  private static func told<Value>(_ body: () async throws -> Value) async throws -> Value {
    do { return try await body() } catch let error as CatalogFolderError { throw PhotosTagsCommand.told(error) }
  }

  private static func real(_ path: String) throws -> String {
    var facts = stat()
    guard let real = realpath(path, nil) else {
      throw CommandError("\(path): \(SystemWords.of(errno))", code: CommandError.usage)
    }
    defer { free(real) }
    guard stat(real, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else {
      throw CommandError("\(path) is no folder", code: CommandError.usage)
    }
    return String(cString: real)
  }
}

/// What `cache` came to, for programs.
struct PhotosCacheAnswer: Encodable {
  /// What became of one thing.
  enum State: Sendable { case right, written, without }

  var folder = ""
  var readThumbnails = 0
  var readFacts = 0
  var refused = 0
  var writtenThumbnails = 0
  var writtenFacts = 0
  var right = 0
  var without = 0
  var unknown = 0
  var hashed = 0
  var failed = 0
  var cleaned = 0
  var words: String?

  mutating func take(_ outcome: CacheRun.Outcome) {
    if outcome.thumbnail == .written { writtenThumbnails += 1 }
    if outcome.facts == .written { writtenFacts += 1 }
    for state in [outcome.thumbnail, outcome.facts] {
      right += state == .right ? 1 : 0
      without += state == .without ? 1 : 0
    }
  }

  func printAnswer(_ reads: Bool, _ writes: Bool) {
    if reads {
      say("\(folder): \(readThumbnails) thumbnails and facts of \(readFacts) photos taken from it")
      if refused > 0 { say("  \(refused) files there are not what their names say, and were left") }
    }
    if writes {
      say(
        "\(folder): \(writtenThumbnails) thumbnails and facts of \(writtenFacts) photos written; \(right) were right already"
      )
      if without > 0 { say("  \(without) could not be made: the photos are away, or cannot be shown") }
      if hashed > 0 { say("  \(hashed) photos were read to be known") }
      if cleaned > 0 { say("  \(cleaned) files went that were asked for the longest ago, as it was full") }
    }
    if unknown > 0 { say("  \(unknown) photos have no sum yet that the app would know them by") }
    if let words { say("  \(words)") }
  }
}
