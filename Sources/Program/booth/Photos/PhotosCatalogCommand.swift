import ArgumentParser
import BoothCore
import BoothSystem
import CommandSupport
import FoundationEssentials
import Glibc
import ImageMetadata
import PhotoLibrary
import PhotoModel
import PhotoSources
import PhotolalaFormat

struct PhotosCatalogCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "catalog", abstract: "Write a catalog beside a folder's photos, or compare one with them.",
    discussion: """
      The catalog is Photolala's: two files, .photolala.md5 and .photolala.{md5}.csv, put in place so that whoever reads \
      meanwhile has the old one or the new. The photos are not changed. What a catalog knows already is not read again.
      """)
  @Argument(help: "The folder; everything below it belongs to it.") var folder: String
  @Flag(help: "Write nothing: say how the catalog and the folder differ.") var check = false
  @Flag(help: "Read every photo to its last byte, also those that the catalog knows.") var whole = false
  @Option(help: "A folder for a copy, which stands in where the folder itself cannot be written.") var cache: String?
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let own = OwnFolders(data: try await place.settings(data: .nothing).data)
    guard let real = realpath(folder, nil) else {
      throw CommandError("\(folder): \(SystemWords.of(errno))", code: CommandError.usage)
    }
    defer { free(real) }
    let bytes = Array(UnsafeRawBufferPointer(start: real, count: strlen(real)))
    let path = String(cString: real)
    // As a source is: what lies there is not for everybody, and nothing else writes there.
    let now = own.now()
    if now.hold(NameBytes.text(bytes)) { throw CommandError("\(advice: DataFolderPhotos.refusal(ofOwn: folder))") }
    if let cache, now.hold(cache.hasPrefix("/") ? cache : FileManager.default.currentDirectoryPath + "/" + cache) {
      throw CommandError("\(cache) lies in the booth's own data folder: name another one", code: CommandError.usage)
    }
    // Only folders have catalogs: everything else is read, and never written.
    let kind = try PhotoPlace.named(path, absolute: { $0 })?.kind
    guard kind == nil else {
      throw CommandError(
        "\(path) is \(kind == .sessions ? "a booth's data folder" : "an Apple Photos library"): it is only read, and gets no catalog",
        code: CommandError.usage)
    }
    do {
      let copy = try cache.map { (cache) throws(CatalogFolderError) in try DiskCatalogFolder(cache: cache, of: path) }
      let kept = KeptCatalog(root: DiskCatalogFolder(path: path), cache: copy)
      let source = FolderPhotos(PhotoSourceID("catalog")!, root: NameBytes.text(bytes), own: own)
      try await PhotosWork.told { try await run(kept, source, path) }
    } catch let error as CatalogFolderError {
      throw CommandError("\(error.detail)", code: CommandError.cannotCreate)
    }
  }

  private func run(
    _ kept: KeptCatalog<DiskCatalogFolder, DiskCatalogFolder>, _ source: FolderPhotos, _ path: String
  ) async throws {
    let (found, root, copy) = kept.find()
    var answer = PhotosCatalogAnswer(folder: path)
    answer.words = [root, found == nil ? copy : nil].compactMap { $0?.words }.first
    if check, found == nil {
      if output.json { try printJSON(answer) } else { say("\(path): \(answer.words ?? "there is no catalog")") }
      throw ExitCode(CommandError.failed)
    }
    let maker = CatalogMaker(of: source, reader: FactsReader())
    if let found, !check, !whole, let list = try await listIfAsItWas(found, kept, maker, path) {
      answer.asItWas = true
      (answer.photos, answer.known) = (found.catalog.rows.count, found.catalog.rows.count)
      (answer.md5, answer.place) = (found.md5.text, found.place.rawValue)
      // The copy may be of another catalog, or not there yet.
      if cache != nil { answer.md5 = try kept.publish(found.catalog, list: list).md5.text }
      if output.json { try printJSON(answer) } else { printAnswer(answer) }
      return
    }
    let older = whole ? nil : older(path)
    let (catalog, report) = try await maker.make(
      known: whole ? PhotoCatalog() : found?.catalog ?? PhotoCatalog(), older: older
    ) { PhotosWork.progress("\($0.photos) photos, \($0.hashed) read") }
    PhotosWork.progress("")
    answer.take(report)
    if let found {
      answer.place = found.place.rawValue
      answer.skippedRows = found.skipped.values.reduce(0, +)
      answer.take(CatalogDifference(found.catalog, now: catalog))
    }
    if !check {
      let (md5, refused) = try kept.publish(catalog, list: report.list)
      answer.md5 = md5.text
      answer.place = refused == nil ? "root" : "cache"
      answer.words = refused?.detail
    }
    if output.json { try printJSON(answer) } else { printAnswer(answer) }
    if check, answer.missing + answer.gone + answer.changed > 0 { throw ExitCode(CommandError.failed) }
  }

  /// The list of the folder's own catalog, where that is one of the files that are there now; else nil.
  private func listIfAsItWas(
    _ found: KeptCatalog<DiskCatalogFolder, DiskCatalogFolder>.Found,
    _ kept: KeptCatalog<DiskCatalogFolder, DiskCatalogFolder>, _ maker: CatalogMaker, _ path: String
  ) async throws -> DirectoryList? {
    guard found.place == .root, found.skipped.isEmpty, let list = kept.list(of: found.md5),
      let written = DiskCatalogFolder(path: path).written(CatalogPointer.snapshotName(found.md5))
    else { return nil }
    return try await maker.isAsListed(list, since: written) ? list : nil
  }

  /// One of the first kind, which saves reading; what is wrong with it is said, and it is done without.
  private func older(_ path: String) -> OlderCatalog? {
    do throws(CatalogFolderError) {
      let older = try OlderCatalog(in: path)
      for trouble in older?.troubles ?? [] { complain("\(path)/\(ShardedCatalog.folder): \(trouble)") }
      return older
    } catch {
      complain("\(error.detail)")
      return nil
    }
  }

  private func printAnswer(_ answer: PhotosCatalogAnswer) {
    let differs = "\(answer.missing) not in the catalog, \(answer.gone) gone, \(answer.changed) changed"
    if check {
      say("\(answer.folder): \(answer.photos) photos; \(differs)")
    } else if answer.asItWas {
      say("\(answer.folder): a catalog of \(answer.photos) photos is there, and nothing has changed since")
    } else {
      let place = answer.place == "cache" ? "in the cache alone (\(answer.words ?? ""))" : "written"
      say(
        "\(answer.folder): a catalog of \(answer.photos) photos \(place); \(answer.hashed) read, \(answer.known) known")
    }
    if answer.skippedRows > 0 { say("  \(answer.skippedRows) rows of the old catalog made no sense") }
    for failed in answer.failed.prefix(20) { say("  \(failed.name.harmless): \(failed.why)") }
    if answer.failed.count > 20 { say("  and \(answer.failed.count - 20) more") }
  }
}

/// What `catalog` came to, for programs.
struct PhotosCatalogAnswer: Encodable {
  struct Failed: Encodable {
    var name: String
    var why: String
  }

  var folder: String
  var place: String?
  var md5: String?
  var words: String?
  var photos = 0
  var hashed = 0
  var known = 0
  var missing = 0
  var gone = 0
  var changed = 0
  var skippedRows = 0
  var asItWas = false
  var failed: [Failed] = []

  mutating func take(_ report: CatalogMaker.Report) {
    (photos, hashed, known) = (report.photos, report.hashed, report.known)
    failed = report.failed.sorted { $0.key < $1.key }.map {
      Failed(name: $0.key, why: NoPicture(text: $0.value)?.words ?? $0.value)
    }
  }

  mutating func take(_ difference: CatalogDifference) {
    (missing, gone, changed) = (difference.missing.count, difference.gone.count, difference.changed.count)
  }
}
