import ArgumentParser
import BoothSystem
import CommandSupport
import PhotoLibrary
import PhotoModel

struct PhotosBinCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bin", abstract: "List what is in folders' bins, or restore it.")
  @Argument(help: "Names of sources. (default: all)") var sources: [String] = []
  @Flag(help: "Move all of it back; never over another file.") var restore = false
  @Option(help: "Move back what lies at this place alone, as the list names it.") var only: String?
  @OptionGroup var whose: PhotoOwnerOptions
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let photos = try await PhotosWork.open(place, of: whose)
    try await PhotosWork.told {
      var answers: [PhotoBinAnswer] = []
      var closed: [String] = []
      for source in try await PhotosWork.sources(photos, named: sources) {
        var isBack = false
        let binned: [PhotoTrashed]
        do { binned = try await photos.binned(source.id) } catch {
          // The others' are there all the same.
          let name = "\(source.displayName) (\(source.id.text))"
          let help = if case PhotoSourceError.binUnusable = error { "" } else { "; attach its disk, and ask again" }
          closed.append("\(name): its bin cannot be read: \(DataFolderPhotos.words(error))\(help)")
          continue
        }
        for photo in binned where only == nil || only == photo.place {
          var answer = PhotoBinAnswer(source: source.id.text, id: NameBytes.shown(photo.id.text), place: photo.place)
          if restore || only != nil {
            do {
              try await photos.bringBack(photo, source.id)
              answer.state = "back"
              isBack = true
            } catch {
              answer.state = "failed"
              answer.words = DataFolderPhotos.words(error)
            }
          }
          answers.append(answer)
        }
        if isBack { _ = try await photos.scan(source.id) }
      }
      if output.json {
        try printJSON(["bin": answers])
      } else if answers.isEmpty {
        say(only == nil ? "the bins are empty" : "nothing lies at that place: booth photos bin lists what there is")
      } else {
        printTable(
          header: ["photo", "state", "place"],
          answers.map { [PhotoAnswer.place($0.source, $0.id), $0.state, $0.words ?? $0.place] })
      }
      for words in closed { complain("booth: \(words)") }
      if !closed.isEmpty || answers.contains(where: { $0.state == "failed" }) || (only != nil && answers.isEmpty) {
        throw ExitCode(CommandError.failed)
      }
    }
  }
}

/// A photo in a bin, for programs.
struct PhotoBinAnswer: Encodable {
  var source: String
  var id: String
  var place: String
  var state = "there"
  var words: String?
}
