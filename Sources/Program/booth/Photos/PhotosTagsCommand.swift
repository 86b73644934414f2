import ArgumentParser
import BoothCore
import BoothSystem
import CommandSupport
import Glibc
import PhotoLibrary
import PhotoModel
import PhotoSources
import PhotolalaFormat

struct PhotosTagsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tags", abstract: "Synchronise colours with Photolala's tags.",
    discussion: """
      The folder is the one that the app keeps in iCloud, or a copy of it: tags.csv, and tags-delta-… of each device. What others \
      have changed there since the last time becomes the studio's colours, and what was changed in the studio is written as a \
      device's changes. Photos are known by all their bytes; those that nobody has read yet are read once.
      """)
  @Argument(help: "The folder with tags.csv.") var folder: String
  @Flag(help: "Change nothing: say what would be.") var check = false
  @Flag(help: "Put the changes of all devices into tags.csv and take their files away, as the app does.") var merge =
    false
  @Flag(help: "The folder is a new one, or has lost files: nothing that it lacks was taken off there.") var afresh =
    false
  @OptionGroup var whose: PhotoOwnerOptions
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    guard !check || !merge else {
      throw CommandError("--check changes nothing, and --merge does: name one of them", code: CommandError.usage)
    }
    guard let real = realpath(folder, nil) else {
      throw CommandError("\(folder): \(SystemWords.of(errno))", code: CommandError.usage)
    }
    defer { free(real) }
    let path = String(cString: real)
    let photos = try await PhotosWork.open(place, of: whose, data: .takes)
    if photos.own.now().hold(path) {
      throw CommandError("\(path) lies in the booth's own data folder: name the app's", code: CommandError.usage)
    }
    let run = TagRun(photos: photos, folder: TagFolder(path: path), isCheck: check, isAfresh: afresh, isMerge: merge)
    let answer = try await PhotosWork.told {
      do { return try await run.run(progress: PhotosWork.progress) } catch let error as CatalogFolderError {
        throw Self.told(error)
      }
    }
    if output.json { try printJSON(answer) } else { answer.printAnswer() }
  }

  static func told(_ error: CatalogFolderError) -> CommandError {
    switch error.code {
    case .full:
      CommandError("\(advice: error.detail). Make room on its disk and run it again", code: CommandError.cannotCreate)
    case .readOnly:
      CommandError(
        "\(advice: error.detail). It must be possible to write there; --check says what would change",
        code: CommandError.cannotCreate)
    case .unavailable, .tooLarge: CommandError("\(advice: error.detail)", code: CommandError.unavailable)
    }
  }
}

/// What `tags` came to, for programs.
struct PhotosTagsAnswer: Encodable {
  struct Count: Encodable {
    var on = 0
    var off = 0
    var sum: Int { on + off }

    enum CodingKeys: String, CodingKey { case on, off }
  }

  struct Change: Encodable {
    var key: String
    var id: String
    var color: String
    var on: Bool
    var to: String
  }

  struct Nonsense: Encodable {
    var file: String
    var lines: Int
    var why: String
  }

  var folder: String
  var check: Bool
  var device: String?
  var taken = Count()
  var told = Count()
  var changes: [Change] = []
  var unknown = 0
  var waiting = 0
  var read = 0
  var failed = 0
  var merged: Int?
  var cutOff: Bool
  var nonsense: [Nonsense] = []

  init(folder: String, check: Bool, cutOff: Bool) {
    (self.folder, self.check, self.cutOff) = (folder, check, cutOff)
  }

  mutating func take(_ contents: TagFolder.Contents) {
    nonsense = contents.nonsense.flatMap { file in
      file.skipped.sorted { $0.key.rawValue < $1.key.rawValue }.map { reason, count in
        Nonsense(file: file.name.harmless, lines: count, why: Self.words(reason))
      }
    }
  }

  private static func words(_ reason: SkippedRow) -> String {
    switch reason {
    case .tooFewColumns: "too few columns"
    case .badNumber: "a time or a colour that is none"
    case .badHash: "no id, or neither on nor off"
    case .notText: "no text"
    case .tooMany: "more than are kept"
    }
  }

  mutating func add(_ key: PhotoKey, _ ids: [TaggedID], _ agreement: TagAgreement) {
    func note(_ colors: TagColors, _ to: String) {
      for color in colors.colors {
        let isOn = agreement.agreed.contains(TagColors(color))
        let name = PhotoTags.names[color.rawValue - 1]
        changes.append(Change(key: key.text, id: ids.first?.description ?? "", color: name, on: isOn, to: to))
        switch (to == "studio", isOn) {
        case (true, true): taken.on += 1
        case (true, false): taken.off += 1
        case (false, true): told.on += 1
        case (false, false): told.off += 1
        }
      }
    }
    note(agreement.taken, "studio")
    note(agreement.said, "folder")
  }

  func printAnswer() {
    let would = check ? "would be " : ""
    say(
      "\(folder): \(taken.on) colours \(would)put on here and \(taken.off) taken off, as others changed them; "
        + "\(told.on) \(would)put on there and \(told.off) taken off")
    for change in changes.prefix(20) where check {
      say("  \(change.on ? "+" : "-") \(change.color) \(change.id) to the \(change.to)")
    }
    if check, changes.count > 20 { say("  and \(changes.count - 20) more") }
    if read > 0 { say("  \(read) photos were read to be known") }
    if failed > 0 { say("  \(failed) photos could not be read: they are away, or others by now") }
    if unknown > 0 { say("  \(unknown) of its ids are of no photo here; they stay as they are") }
    if waiting > 0 { say("  \(waiting) photos with colours are not here at the moment; theirs stay as they are") }
    for line in nonsense { say("  \(line.file): \(line.lines) lines make no sense: \(line.why)") }
    if let merged { say("  \(merged) files of changes merged into \(TagChange.masterName)") }
    if cutOff { say("  a merge was cut off there: --merge does the rest") }
  }
}
