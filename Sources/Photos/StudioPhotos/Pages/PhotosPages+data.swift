import BoothCore
import Documents
import HTTPTypes
import HummingbirdCore
import PhotoLibrary
import PhotoModel
import StudioModel
import StudioServer
import WebSupport

/// What the page's script asks, in few bytes.
extension PhotosPages {
  /// The most that one window shows.
  static let window = 200

  func layout() async throws -> WebAnswer {
    _ = try shell.principal(context, may: .seePhotos)
    let view = view
    let layout = try await library.layout(view)
    let sources = try await library.sources().filter { view.source == nil || view.source == $0.id }
    // A person who changes to a source, or an album, that is none stays where they were.
    guard view.source == nil || !sources.isEmpty else { throw PhotoLibraryError.notFound }
    if let album = view.album, layout.stretches.isEmpty, try await library.album(album, of: view.source) == nil {
      throw PhotoLibraryError.notFound
    }
    let offline = awayLine(sources).map { [JSONDocument.array([.string($0), .string("")])] } ?? []
    let stretches = layout.stretches.map { stretch -> JSONDocument in
      .array([stretch.month.map { .integer($0.number) } ?? .null, .integer(stretch.count)])
    }
    return .json(
      .members([
        "version": .integer(layout.version), "months": .array(stretches),
        "unread": .integer(sources.reduce(0) { $0 + $1.unread }),
        "scanning": .bool(sources.contains { $0.state == .scanning || $0.state == .new }),
        "away": .array(offline), "mistakes": .array(mistakeLines(view.filter).map { .string($0) }),
      ]))
  }

  func window() async throws -> WebAnswer {
    _ = try shell.principal(context, may: .seePhotos)
    let query = context.call.query
    if let list = query["numbers"] {
      let numbers = list.split(separator: ",").map { Int64($0) }
      guard numbers.count <= Self.window, !numbers.contains(nil) else { throw PhotoLibraryError.notFound }
      return .json(.array(try await library.photos(numbered: numbers.compactMap { $0 }).map(cell)))
    }
    let first = query["from"].flatMap { Int($0) } ?? 0
    let count = query["count"].flatMap { Int($0) } ?? 100
    guard first >= 0, (1...Self.window).contains(count) else { throw PhotoLibraryError.notFound }
    let photos = try await library.photos(
      view, in: query["month"].flatMap { Int($0) }.map(PhotoMonth.init(number:)), from: first, count: count)
    return .json(.array(photos.map(cell)))
  }

  /// Number, stamp, proportions in thousandths, colours before the picture, bits, tags, when (null if unknown), name, and where it has no picture why.
  private func cell(_ photo: PhotoRecord) -> JSONDocument {
    let details = photo.entry.details
    var ratio = 0
    if let width = details.width, let height = details.height, width > 0, height > 0 {
      ratio = max(100, min(10_000, width * 1000 / height))
    }
    let flags = photo.entry.flags
    var bits = photo.isStarred ? 1 : 0
    if details.trouble != nil { bits |= 2 }
    if photo.partner != nil { bits |= 4 }
    if photo.isLive { bits |= 8 }
    if flags.contains(.edited) { bits |= 16 }
    if flags.contains(.missing) { bits |= 32 }
    if flags.contains(.animated), Self.moving(photo) != nil { bits |= 64 }
    let cell: [JSONDocument] = [
      .integer(photo.number), .string(photo.stamp), .integer(ratio), .string(photo.tint), .integer(bits),
      .integer(photo.tags.rawValue), photo.isDated ? .integer(photo.shownSeconds) : .null,
      .shown(photo.entry.name),
    ]
    return .array(cell + (trouble(photo).map { [.string($0)] } ?? []))
  }

  /// Only the numbers, for selections that reach far.
  func numbers() async throws -> WebAnswer {
    _ = try shell.principal(context, may: .seePhotos)
    let query = context.call.query
    guard let first = query["from"].flatMap({ Int($0) }), let count = query["count"].flatMap({ Int($0) }), first >= 0,
      (1...1000).contains(count)
    else { throw PhotoLibraryError.notFound }
    let photos = try await library.photos(view, in: nil, from: first, count: count)
    return .json(.array(photos.map { .integer($0.number) }))
  }

  func place() async throws -> WebAnswer {
    _ = try shell.principal(context, may: .seePhotos)
    guard let number = context.call.query["photo"].flatMap({ Int64($0) }) else { throw PhotoLibraryError.notFound }
    let place = try await library.place(of: number, in: view)
    return .json(.members(["place": place.map { .integer($0) }]))
  }

  // MARK: Pictures

  /// It stays on no disk, here or there.
  static let unkept = "private, no-store"

  /// Files that their source has: asked for each time; what guests may have erased is not kept at all.
  func fileKeeping(_ photo: PhotoRecord) async throws -> String {
    try await library.canBeErased(photo) ? Self.unkept : "private, no-cache"
  }

  func picture(_ number: Int64, _ stamp: String, _ size: PhotoSize) async throws -> WebAnswer {
    let photo = try await known(number, stamp)
    let tag = "\(stamp)-\(size.rawValue)-1"
    var headers: HTTPFields = [
      .eTag: EntityTags.header(tag), .cacheControl: "private, no-cache", .contentType: "image/jpeg",
    ]
    // A page does not go on showing it: it is looked for each time.
    if try await library.canBeErased(photo) {
      (headers[.eTag], headers[.cacheControl]) = (nil, Self.unkept)
    } else if let seen = context.call.request.headers[.ifNoneMatch], EntityTags.noneMatch(seen, has: tag) {
      return WebAnswer(.ok, headers)
    }
    let urgency = context.call.query["p"].flatMap { Int($0) }.flatMap(PictureUrgency.init) ?? .visible
    let bytes = try await library.picture(photo, size, urgency)
    return WebAnswer(.ok, headers, .bytes(bytes))
  }

  func original(_ number: Int64, _ stamp: String) async throws -> WebAnswer {
    let photo = try await known(number, stamp)
    // Only its library's cloud has it, or none has it: that is an ordinary state, and has its words.
    if photo.entry.flags.contains(.missing), let remark = photo.entry.remark.flatMap(PhotoRemarkText.init) {
      return missing(photo, WordTable<PhotoRemarkText>(words.language)[remark])
    }
    let content = try await library.content(photo, .original)
    let name = ExportNames.file(photo, isOriginal: true)
    // What lies there is anything at all: it is saved, never shown.
    let headers: HTTPFields = [
      .contentType: "application/octet-stream", .cacheControl: try await fileKeeping(photo),
      .contentDisposition: AttachmentHeader.inUTF8(name),
      .contentSecurityPolicy: "default-src 'none'; sandbox; frame-ancestors 'none'",
    ]
    switch content {
    case .bytes(let bytes): return WebAnswer(.ok, headers, .bytes(bytes))
    case .file(let file): return WebAnswer(.ok, headers, .stream(file.count, FilePieces.stream(file, 0..<file.count)))
    }
  }

  /// What a browser plays by itself, by its kind: its media type.
  static func moving(_ photo: PhotoRecord) -> String? {
    guard photo.entry.flags.contains(.animated), !photo.entry.flags.contains(.missing) else { return nil }
    switch photo.entry.details.format {
    case "GIF": return "image/gif"
    case "WEBP": return "image/webp"
    case "AVIF": return "image/avif"
    case "PNG": return "image/png"
    default: return nil
    }
  }

  /// The file as it is, for the viewer, where its pictures follow one another: nothing but a picture of the kind that it is, which runs no
  /// script and loads nothing, wherever it is opened.
  func moving(_ number: Int64, _ stamp: String) async throws -> WebAnswer {
    let photo = try await known(number, stamp)
    guard let type = Self.moving(photo) else { throw PhotoLibraryError.notFound }
    let headers: HTTPFields = [
      .contentType: type, .cacheControl: try await fileKeeping(photo),
      .contentSecurityPolicy: "default-src 'none'; sandbox; frame-ancestors 'none'",
    ]
    switch try await library.content(photo, .original) {
    case .bytes(let bytes): return WebAnswer(.ok, headers, .bytes(bytes))
    case .file(let file): return WebAnswer(.ok, headers, .stream(file.count, FilePieces.stream(file, 0..<file.count)))
    }
  }

  private func missing(_ photo: PhotoRecord, _ why: String) -> WebAnswer {
    shell.page(
      context, .notFound, title: photo.entry.name, section: PhotosFeature.section,
      extras: StudioShell.Extras(styles: ["photos/photos.css"]),
      """
      <p><a class="way" href="/photos">\(words[.photos])</a></p>
      <h1><bdi>\(photo.entry.name)</bdi></h1>
      <p>\(why)</p>
      """)
  }

  // MARK: One photo

  func information(_ number: Int64) async throws -> WebAnswer {
    _ = try shell.principal(context, may: .seePhotos)
    guard let photo = try await library.photo(number) else { throw PhotoLibraryError.notFound }
    let rows = try await facts(photo).map { fact in
      JSONDocument.array(
        [.string(fact.title), .string(fact.value)] + (fact.moment.map { [.string($0)] } ?? [])
          + (fact.path.map { [.null, .string($0)] } ?? []))
    }
    return .json(
      .members([
        "pixels": await pixels(photo).map { .array([.integer(Int64($0.width)), .integer(Int64($0.height))]) },
        "facts": .array(rows), "link": .string(address(photo)),
        "original": .string("/photos/original/\(photo.number)/\(photo.stamp)"), "name": .shown(photo.entry.name),
        "star": .bool(photo.isStarred), "tags": .integer(photo.tags.rawValue),
        "raw": photo.partner.map { .integer($0) }, "trouble": trouble(photo).map { .string($0) },
        "near": near(photo).map { .string($0) },
        "film": photo.isLive ? .string(Self.film(photo)) : nil,
      ]))
  }

  func linked(_ key: PhotoKey) async throws -> WebAnswer {
    _ = try shell.principal(context, may: .seePhotos)
    guard let photo = try await library.photo(key) else {
      let isReading = try await library.sources().contains { $0.unread > 0 || [.new, .scanning].contains($0.state) }
      guard isReading else { throw PhotoLibraryError.notFound }
      return notYet()
    }
    return try await photoPage(photo)
  }

  /// The index is made anew: what a link means is known again soon.
  private func notYet() -> WebAnswer {
    let answer = shell.page(
      context, .serviceUnavailable, title: albumWords[.notYet], section: PhotosFeature.section,
      extras: StudioShell.Extras(styles: ["photos/photos.css"]),
      """
      <p><a class="way" href="/photos">\(words[.photos])</a></p>
      <h1>\(albumWords[.notYet])</h1>
      <p>\(albumWords[.notYetHelp])</p>
      """)
    return answer.with([Self.refresh: "3", .retryAfter: "3"])
  }

  static let refresh = HTTPField.Name("Refresh")!

  /// A photo by what the index calls it. One that was changed since has another address, and so has one whose bytes are known.
  func photo(_ number: Int64, _ stamp: String) async throws -> WebAnswer {
    _ = try shell.principal(context, may: .seePhotos)
    guard let photo = try await library.photo(number) else { throw PhotoLibraryError.notFound }
    guard photo.stamp == stamp else { return StudioShell.redirect(address(photo)) }
    return try await photoPage(photo)
  }

  /// What is looked for to see photos of the same place.
  private func near(_ photo: PhotoRecord) -> String? {
    guard let latitude = photo.entry.details.latitude, let longitude = photo.entry.details.longitude else { return nil }
    return "near:\(Self.degrees(latitude)),\(Self.degrees(longitude)),1"
  }

  func photoPage(_ photo: PhotoRecord) async throws -> WebAnswer {
    _ = try shell.principal(context, may: .seePhotos)
    let rows = try await facts(photo).map { fact -> HTML in
      let value: HTML =
        fact.path.map { "<a href=\"\($0)\"><bdi>\(fact.value)</bdi></a>" } ?? "<bdi>\(fact.value)</bdi>"
      return "<dt>\(fact.title)</dt><dd>\(value)</dd>\n"
    }
    let picture: HTML =
      photo.entry.details.trouble == nil
      ? "<img src=\"\(Self.picture(photo, .screen))\" alt=\"\(photo.entry.name)\">"
      : "<p class=\"notice bad\">\(trouble(photo) ?? "")</p>"
    let film: HTML? =
      photo.isLive ? " <a class=\"button secondary\" href=\"\(Self.film(photo))\">\(words[.saveFilm])</a>" : nil
    return pages(
      title: photo.entry.name, script: "photos/one.js",
      """
      <p><a class="way" href="/photos">\(words[.photos])</a></p>
      <h1><bdi>\(photo.entry.name)</bdi></h1>
      <figure class="photos-one">\(picture)</figure>
      <dl class="photos-facts">\(rows)</dl>
      <p><a class="button" href="/photos/original/\(photo.number)/\(photo.stamp)">\(words[.download])</a>\(film)</p>
      """)
  }
}
