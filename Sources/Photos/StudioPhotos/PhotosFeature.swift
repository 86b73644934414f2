import Documents
import HTTPTypes
import Hummingbird
package import PhotoLibrary
import PhotoModel
package import StudioModel
package import StudioServer
package import WebSupport

/// The photo browser: the photographs of each organisation as a part of the studio, for its own people alone.
package struct PhotosFeature: StudioFeature {
  typealias Words = WordTable<PhotosText>

  let libraries: any PhotoLibraries
  let news = PhotosNews()
  let archives = ArchiveSlots()
  private let ending: @Sendable () async -> Void

  /// - Parameters:
  ///   - libraries: the photographs.
  ///   - ending: called when the studio ends.
  package init(_ libraries: any PhotoLibraries, ending: @escaping @Sendable () async -> Void = {}) {
    self.libraries = libraries
    self.ending = ending
  }

  static let section = StudioSection("/photos", .seePhotos, (.image, .imageFill)) { Words($0)[.photos] }

  package var sections: [StudioSection] { [Self.section] }

  /// What is wrong with photographs, for who keeps the machine.
  package func remarks() async -> [BoothReport.Part] { Self.parts(await libraries.remarks(for: nil)) }

  /// Of an organisation's own sources alone.
  package func remarks(for organisation: OrganisationID) async -> [BoothReport.Part] {
    Self.parts(await libraries.remarks(for: PhotoOwner(organisation)))
  }

  private static func parts(_ remarks: [PhotosRemark]) -> [BoothReport.Part] {
    remarks.map { remark in
      let condition: BoothCondition =
        switch remark.kind {
        case .damaged(let name): .init(.photosDamaged, name)
        case .notSaved: .init(.photosNotSaved)
        case .source(let name): .init(.photosSource, name)
        case .unread: .init(.photosUnread)
        }
      return BoothReport.Part("photos", .warning, remark.words, condition)
    }
  }

  package func end() async {
    news.end()
    await ending()
  }

  package func answerOutside(_ context: StudioContext, _ shell: StudioShell) async throws -> WebAnswer? {
    await SharedAlbumPages(libraries: libraries, context: context, shell: shell, archives: archives).answer()
  }

  package func answer(_ context: StudioContext, _ shell: StudioShell) async throws -> WebAnswer? {
    guard let route = PhotosRoute(context.call.request.method, context.call.path) else { return nil }
    guard let principal = context.principal else { throw StudioFault.signInNeeded }
    do {
      // From here on there is nothing of any other organisation.
      let pages = PhotosPages(
        library: try await libraries.library(of: PhotoOwner(principal.organisation)), news: news, context: context,
        shell: shell, words: Words(context.language))
      do throws(any Error) { return try await pages.answer(route) } catch PhotoLibraryError.offline(let source, _) {
        return pages.away(route, source)
      }
    } catch let error as PhotoLibraryError {
      switch error {
      case .notFound: throw StudioFault.notFound
      case .notPossible: throw StudioFault.forbidden
      case .refused(let words), .unavailable(let words), .offline(_, let words):
        // Where things are on the machine is not for everybody.
        throw principal.may(.managePhotos) ? StudioFault.unavailable(words) : StudioFault.trouble(words)
      case .noPicture(let reason):
        let said = PhotosPages.trouble(reason, Words(context.language))
        return WebAnswer(
          .notFound, [.contentType: "text/plain; charset=utf-8", .cacheControl: "private, no-cache"],
          .bytes(Array(said.utf8)))
      }
    }
  }
}

extension PhotoOwner {
  /// An organisation's photographs.
  init(_ organisation: OrganisationID) { self.init(organisation.text) }
}

/// What a request is about.
enum PhotosRoute: Equatable {
  case browser, layout, terms, news, window, numbers, place, sources, folders
  case information(number: Int64)
  case photo(number: Int64, stamp: String)
  case linked(PhotoKey)
  case picture(number: Int64, stamp: String, PhotoSize)
  case part(number: Int64, stamp: String, PhotoPart)
  case original(number: Int64, stamp: String)
  case film(number: Int64, stamp: String)
  case moving(number: Int64, stamp: String)
  case mark, trash, undo, export, addSource, removeSource, scanSource, setUploads, upload
  case albums, albumList
  case album(PhotosPages.AlbumOrder)
  case copies, copyList, copy, cancelCopy
  case chosen
  case links, makeLink, removeLink
  case bin, restore
  case wrongMethod(allowed: String)

  /// Nil for what is no path of the photos'.
  init?(_ method: HTTPRequest.Method, _ path: String) {
    let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.first == "photos" else { return nil }
    let (read, write) = (Self.read(parts), Self.write(parts))
    switch method {
    case .get, .head:
      guard let route = read ?? write.map({ _ in .wrongMethod(allowed: "POST") }) else { return nil }
      self = route
    case .post:
      guard let route = write ?? read.map({ _ in .wrongMethod(allowed: "GET, HEAD") }) else { return nil }
      self = route
    default:
      guard read != nil || write != nil else { return nil }
      self = .wrongMethod(allowed: write == nil ? "GET, HEAD" : "POST")
    }
  }

  private static func read(_ parts: [String]) -> PhotosRoute? {
    switch (parts.count, parts.dropFirst().first) {
    case (1, _): return .browser
    case (2, "layout.json"): return .layout
    case (2, "terms.json"): return .terms
    case (2, "news.json"): return .news
    case (2, "window.json"): return .window
    case (2, "numbers.json"): return .numbers
    case (2, "place.json"): return .place
    case (2, "sources"): return .sources
    case (2, "folders.json"): return .folders
    case (2, "albums"): return .albums
    case (2, "albums.json"): return .albumList
    case (2, "links"): return .links
    case (2, "copies"): return .copies
    case (2, "copies.json"): return .copyList
    case (2, "bin"): return .bin
    case (3, "about"): return number(parts[2]).map { .information(number: $0) }
    case (3, "at"): return PhotoKey(parts[2]).map { .linked($0) }
    case (4, "at"): return photo(parts).map { .photo(number: $0.number, stamp: $0.stamp) }
    case (4, "original"): return photo(parts).map { .original(number: $0.number, stamp: $0.stamp) }
    case (4, "moving"): return photo(parts).map { .moving(number: $0.number, stamp: $0.stamp) }
    case (4, "film"): return photo(parts).map { .film(number: $0.number, stamp: $0.stamp) }
    case (5, "picture"):
      guard parts[4].hasSuffix(".jpg"), let size = PhotoSize(rawValue: String(parts[4].dropLast(4))) else { return nil }
      return photo(parts).map { .picture(number: $0.number, stamp: $0.stamp, size) }
    case (5, "part"):
      guard parts[4].hasSuffix(".jpg"), let part = PhotoPart(String(parts[4].dropLast(4))) else { return nil }
      return photo(parts).map { .part(number: $0.number, stamp: $0.stamp, part) }
    default: return nil
    }
  }

  private static func write(_ parts: [String]) -> PhotosRoute? {
    switch (parts.count, parts.dropFirst().first) {
    case (2, "mark"): .mark
    case (2, "trash"): .trash
    case (2, "undo"): .undo
    case (2, "export"): .export
    case (2, "copy"): .copy
    case (2, "chosen"): .chosen
    case (2, "upload"): .upload
    case (3, "sources") where parts[2] == "uploads": .setUploads
    case (3, "bin") where parts[2] == "restore": .restore
    case (3, "links") where parts[2] == "make": .makeLink
    case (3, "links") where parts[2] == "remove": .removeLink
    case (3, "copies") where parts[2] == "cancel": .cancelCopy
    case (3, "albums"): PhotosPages.AlbumOrder(rawValue: parts[2]).map { .album($0) }
    case (3, "sources") where parts[2] == "add": .addSource
    case (3, "sources") where parts[2] == "remove": .removeSource
    case (3, "sources") where parts[2] == "scan": .scanSource
    default: nil
    }
  }

  private static func number(_ text: String) -> Int64? {
    guard let number = Int64(text), number > 0, "\(number)" == text else { return nil }
    return number
  }

  private static func photo(_ parts: [String]) -> (number: Int64, stamp: String)? {
    let isStamp =
      parts[3].utf8.count == 12 && parts[3].utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    guard let number = number(parts[2]), isStamp else { return nil }
    return (number, parts[3])
  }
}
