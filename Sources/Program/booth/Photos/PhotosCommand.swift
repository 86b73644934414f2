package import ArgumentParser
import BoothCore
import BoothSystem
import CommandSupport
import Glibc
import PhotoLibrary
import PhotoModel

/// `booth photos …`: photographs from folders, and what is known of them.
package struct PhotosCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "photos", abstract: "Search photos in folders. The studio's page shows the same.",
    discussion: """
      A folder, a bucket, an Apple Photos library or a booth's data folder is added once and read by itself from then on; \
      nothing in it is changed but by who moves a photo to its bin, or writes a catalog. What is known of its photos is kept \
      in `photos` in the data folder.
      """,
    subcommands: [
      PhotosAddCommand.self, PhotosSourcesCommand.self, PhotosScanCommand.self, PhotosListCommand.self,
      PhotosFindCommand.self, PhotosThumbsCommand.self, PhotosExportCommand.self, PhotosCatalogCommand.self,
      PhotosTagsCommand.self, PhotosCacheCommand.self, PhotosBinCommand.self, PhotosRemoveCommand.self,
      PhotosUploadsCommand.self,
      PhotosStarCommand.self,
      PhotosUnstarCommand.self,
    ])

  /// Takes nothing.
  package init() {}
}

/// Whose photographs a command is about.
struct PhotoOwnerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Whose photos: the organizationID of an organisation whose Firebase the studio serves. (default: the studio's own)",
      valueName: "id"))
  var organisation: String?

  /// Nil for the studio's own.
  /// - Parameter isNew: whether they may be its first ones.
  func owner(in data: String, mayBeNew isNew: Bool) throws -> PhotoOwner? {
    guard let organisation else { return nil }
    let (owner, known) = (PhotoOwner(organisation), PhotosFolder.owners(data: data))
    guard owner != PhotosFolder.own(data: data) else { return nil }
    guard !organisation.isEmpty, isNew || known.contains(owner) else {
      throw CommandError(
        "there are no photos of an organisation \"\(organisation)\" here; "
          + (known.isEmpty
            ? "there are only the studio's own" : "there are those of: \(known.map(\.text).joined(separator: ", "))"),
        code: CommandError.usage)
    }
    return owner
  }
}

/// What the commands share.
enum PhotosWork {
  /// Opens the photos that an organisation has in a data folder.
  /// - Parameters:
  ///   - isNew: whether they may be its first ones.
  ///   - need: what the data folder has to be.
  static func open(
    _ place: PlaceOptions, of whose: PhotoOwnerOptions, mayBeNew isNew: Bool = false, data need: DataFolderNeed = .ours
  ) async throws -> DataFolderPhotos {
    try await told {
      let data = try await place.settings(data: need).data
      return try DataFolderPhotos(
        data: data, of: try whose.owner(in: data, mayBeNew: isNew),
        told: { words in
          progress("")
          complain("booth: photos: \(advice: words)")
        })
    }
  }

  /// Says which parts of sources have no disk now.
  static func sayAway(of sources: [PhotoSourceReport]) {
    for source in sources {
      for away in source.away { complain("booth: photos: \(source.id): \(AwayWords.of(away))") }
    }
  }

  /// Errors in words, with the exit code that fits.
  static func told<Value>(_ body: () async throws -> Value) async throws -> Value {
    do { return try await body() } catch let error as PhotoLibraryError { throw CommandError(error) } catch let error
      as PhotoSourceError
    {
      throw CommandError("\(advice: DataFolderPhotos.words(error))", code: CommandError.unavailable)
    } catch let error as CommandError {
      throw error
    } catch let error as ExitCode {
      throw error
    } catch let error as SettingError {
      throw CommandError("\(advice: error)", code: CommandError.usage)
    } catch {
      throw CommandError("\(advice: DataFolderPhotos.words(error))")
    }
  }

  /// The sources that a person named; all if none was.
  static func sources(
    _ photos: DataFolderPhotos, named names: [String]
  ) async throws -> [PhotoSourceReport] {
    let all = try await photos.sources()
    let wanted = try names.map { name in
      guard let found = all.first(where: { $0.id.text == name }) else { throw unknown(name, all.map(\.id.text)) }
      return found
    }
    return names.isEmpty ? all : wanted
  }

  /// The source that a person named; nil if none was. One that is not listed is refused, with those that are.
  static func source(_ name: String?, _ photos: DataFolderPhotos) throws -> PhotoSourceID? {
    guard let name else { return nil }
    let listed = try photos.folder.sources().map(\.id)
    guard let id = PhotoSourceID(name), listed.contains(name) else { throw unknown(name, listed) }
    return id
  }

  private static func unknown(_ name: String, _ listed: [String]) -> CommandError {
    CommandError(
      "there is no source \"\(name)\"; "
        + (listed.isEmpty
          ? "there is none yet: booth photos add FOLDER" : "there are: \(listed.joined(separator: ", "))"),
      code: CommandError.usage)
  }

  /// What is looked for; what makes no sense is refused by its name, as the user of a command wants just that.
  static func search(_ words: [String]) throws -> PhotoSearch {
    let line = words.joined(separator: " ")
    let search = PhotoSearch(line)
    if let mistake = search.mistakes.first {
      throw CommandError("\(advice: self.words(mistake))", code: CommandError.usage)
    }
    for year in PhotoSearch.years(in: line) {
      complain("booth: photos: \(year) is read as the year; for a name with \(year) in it write '\"\(year)\"'")
    }
    return search
  }

  private static func words(_ mistake: PhotoSearchMistake) -> String {
    let part = "\"\(mistake.name)\""
    return switch mistake.reason {
    case .noValue: "\(part): something must stand behind the colon"
    case .noDate:
      "\(part) is no date: expected 2024, 2024-07, 2024-07-14, or two of them with .. between, the earlier first"
    case .noField:
      "\(part): there is no such field; there are \(PhotoSearchField.allCases.map(\.rawValue).joined(separator: ", ")). Quotation marks make it a word"
    case .noColour: "\(part): there is no such colour; there are \(PhotoTags.names.joined(separator: ", "))"
    case .noFormat:
      "\(part): there is no such kind; there are \(PhotoFormatName.written.joined(separator: ", "))"
    case .noBox: "\(part): expected box:SOUTH,WEST,NORTH,EAST in degrees"
    case .noPlace: "\(part): expected near:LATITUDE,LONGITUDE in degrees, and perhaps ,KILOMETRES up to 5000"
    case .openQuote: "\(part): the quotation mark is not closed"
    }
  }

  /// A line that is written over, where a person sees it.
  static func progress(_ line: String) {
    guard isatty(STDERR_FILENO) == 1 else { return }
    let bytes = Array(("\r\u{1B}[K" + line.harmless).utf8)
    _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress!, $0.count) }
  }
}
