import BoothCore
import BoothStore
import BoothSystem
import CommandSupport
import FoundationEssentials
import Gallery
import Glibc
import Logging
import ServiceLifecycle
import Synchronization

/// Our own gallery over a folder: `booth gallery`, and inside `booth run` where no remote one is configured.
struct OwnGallery: Sendable {
  var configuration: GalleryConfiguration
  let presignToken: String
  /// The port that is asked for; 0 takes any.
  let port: Int
  /// Where its objects lie.
  let folder: String
  private let host: String
  private let logger: Logger
  private let opened = OpenedObjects()
  private let smallPictures: SmallPictureThread
  private let secretsTrouble: String?
  /// What was in the way of its folders; nil where it is no booth's.
  let asides: GalleryAsides?
  /// What the operator should know of it since the start.
  var trouble: String? {
    ([secretsTrouble].compactMap(\.self) + (asides?.words ?? [])).joined(separator: "; ").nilIfEmpty
  }
  /// Where guests' phones reach this machine.
  let address: GalleryAddress

  /// - Parameters:
  ///   - isBooths: inside a booth: only the booth uploads to it, so it starts whatever its secrets' file holds.
  ///   - areBundled: the events are those that came with the program, and no operator's word.
  ///   - played: the event of the booth it is inside of.
  init(
    settings: Settings, events: [Event], isBooths: Bool, areBundled: Bool = false, played: EventID? = nil,
    logger: Logger
  ) throws {
    let data = settings.data
    let secrets: GallerySecrets
    if isBooths {
      (secrets, secretsTrouble) = GallerySecrets.loadOrReplace(folder: data)
    } else {
      (secrets, secretsTrouble) = try GallerySecrets.loadOrHold(folder: data)
    }
    host = settings.text(.galleryHost) ?? "0.0.0.0"
    presignToken = settings.text(.galleryToken) ?? secrets.presignToken
    port = settings.integer(.galleryPort)
    self.logger = logger
    folder = data + "/gallery"
    smallPictures = SmallPictureThread(folder: folder, room: RoomBesideBooth(settings))
    address = GalleryAddress(folder: data)
    configuration = GalleryConfiguration(
      uploadSecret: settings.text(.galleryUploadSecret) ?? secrets.uploadSecret, presignToken: presignToken,
      proofSecret: secrets.uploadSecret,
      // Upload URLs follow the address a booth called; only links need the public one.
      publicBaseURL: settings.text(.galleryPublicURL), assetBaseURL: settings.text(.galleryAssetURL),
      maxUploadBytes: Int64(settings.integer(.galleryMaxUpload)) << 20,
      events: Dictionary(events.map { ($0.id, $0) }) { first, _ in first }, definitionsDecide: isBooths || !areBundled,
      unknownEvents: settings.text(.galleryUnknownEvents).flatMap(Event.GalleryAccess.init) ?? .open,
      playedEvent: played)
    configuration.hasLimits = settings.text(.galleryLimits) != "off"
    asides = isBooths ? GalleryAsides() : nil
    if isBooths { configuration.prints = prints }
    makeWay()
  }

  /// Its booth's prints.
  let prints = LatePrints()

  /// Whether the booth that it is inside of leaves time for what nothing waits for.
  var quiet: QuietBooth { smallPictures.quiet }

  /// The folder of objects, once it was opened; nil before.
  var openedStore: FolderObjectStore? { opened.store.withLock { $0 } }

  /// Opens the folder of objects, which is made where it is not there, or gives the one that was opened.
  func store() throws(CommandError) -> FolderObjectStore {
    do throws(ObjectStoreError) {
      return try opened.store.withLock { (store) throws(ObjectStoreError) in
        if let store { return store }
        makeWay()
        let new = try FolderObjectStore(path: folder)
        store = new
        return new
      }
    } catch {
      let odd = GalleryFolders(path: folder).words()
      let remedy =
        odd.isEmpty
        ? "where it is a link, see that its disk is there" : odd.map { "\($0): move it away" }.joined(separator: "; ")
      throw CommandError("\(folder) cannot hold the gallery's objects: \(advice: error.detail); \(remedy)")
    }
  }

  /// A server over the folder of objects; it does not listen yet.
  /// - Parameter port: another than was asked for; nil: that.
  func server(port: Int? = nil) throws(CommandError) -> GalleryServer {
    let store = try store()
    return GalleryServer(
      configuration: configuration, store: store, logger: logger, address: host, port: port ?? self.port,
      smallPictures: smallPictures)
  }

  /// Puts what is no folder out of the way of the booth's own objects' folder and of those in it: no photo waits for it. A link in the
  /// place of the objects' folder is the operator's, whether its disk is there or not: it stays.
  func makeWay() {
    guard let asides else { return }
    var facts = stat()
    if lstat(folder, &facts) == 0, facts.st_mode & S_IFMT != S_IFDIR, facts.st_mode & S_IFMT != S_IFLNK,
      let number = (1...).first(where: { lstat("\(folder).aside-\($0)", &facts) != 0 }),
      rename(folder, "\(folder).aside-\(number)") == 0
    {
      asides.add(["\(folder) was no folder; it is set aside as gallery.aside-\(number)"], isAny: true)
    }
    let moved = GalleryFolders(path: folder).setAside()
    asides.add(moved.words, isAny: moved.isAny)
  }

  /// Whether the booth of a data folder has ever had its own gallery: its folder is made at its first start.
  static func isBegun(in data: String) -> Bool {
    var facts = stat()
    return lstat(data + "/gallery", &facts) == 0
  }

  /// What keeps the folder of objects from being used, in words; nil where nothing is known, and where it is still to be made. Looks only.
  static func obstacle(in data: String) -> String? {
    let path = data + "/gallery"
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return nil }
    guard stat(path, &facts) == 0 else { return "\(path) leads nowhere: \(SystemWords.of(errno))" }
    guard facts.st_mode & S_IFMT == S_IFDIR else { return isSetAside(path) ? nil : "\(path) is no folder" }
    guard access(path, R_OK | W_OK | X_OK) == 0 else {
      return "\(path) cannot be used: \(SystemWords.of(errno))"
    }
    return nil
  }

  /// Whether what is no folder there is moved by the booth: all but a link.
  private static func isSetAside(_ path: String) -> Bool {
    var facts = stat()
    return lstat(path, &facts) == 0 && facts.st_mode & S_IFMT != S_IFLNK
  }

  /// What stands in the place of the folder of objects, or of one in it, and is set aside by the booth: a sentence for each. Looks only.
  static func oddities(in data: String) -> [String] {
    let path = data + "/gallery"
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return [] }
    if facts.st_mode & S_IFMT != S_IFDIR, isSetAside(path) { return ["\(path) is no folder"] }
    return GalleryFolders(path: path).words()
  }

  /// Where the booth itself reaches it.
  func localBase(port: Int) -> String { Self.localBase(host: host, port: port) }

  /// Where this machine reaches a gallery that listens so.
  static func localBase(host: String, port: Int) -> String {
    "http://\(host == "0.0.0.0" || host == "::" ? "127.0.0.1" : inURL(host)):\(port)"
  }

  /// Where guests reach it, by the machine's address in the network where nothing else is set; this machine alone where it has none.
  func publicBase(port: Int) -> String { reachableBase(port: port) ?? "http://127.0.0.1:\(port)" }

  /// The same; nil where the machine has no address that guests' phones could reach, and none is known.
  func reachableBase(port: Int) -> String? {
    if let base = configuration.publicBaseURL { return base }
    guard isEverywhere else { return Self.base(host: host, port: port) }
    return address.known.map { "http://\($0):\(port)" }
  }

  private var isEverywhere: Bool { host == "0.0.0.0" || host == "::" }

  /// Whether a session's link may have led here, and not to a gallery elsewhere that the booth had at the time. Without an address that
  /// was set, links have the machine's own in its network.
  func mayHaveMade(_ link: String) -> Bool {
    if let base = configuration.publicBaseURL { return link.hasPrefix(base + "/") }
    guard let host = link.firstMatch(of: /^http:\/\/(\[[^\]]*\]|[^\/:]*)/)?.1 else { return false }
    return host == "localhost" || host.allSatisfy { $0.isHexDigit || ".:[]".contains($0) }
  }

  /// Whether links lead to this machine only.
  func isLocalOnly(port: Int) -> Bool { Self.isLocalOnly(publicBase(port: port)) }

  static func isLocalOnly(_ base: String) -> Bool {
    ["://127.", "://localhost", "://[::1]"].contains { base.lowercased().contains($0) }
  }

  /// Why guests' phones cannot follow its links as the network is now; nil when they can, or when it was set up so.
  func linkTrouble(port: Int) -> String? {
    guard isEverywhere, configuration.publicBaseURL == nil, address.current == nil else { return nil }
    let remedy = "connect it, or set gallery.public_url"
    guard let known = address.known else {
      return
        "this machine has no address in a network, so guests see words instead of a code until it has one; \(remedy)"
    }
    return "this machine has no address in a network at the moment; codes lead to its last one, \(known); \(remedy)"
  }

  /// A host as a URL names it: an IPv6 address stands in brackets (RFC 3986, 3.2.2).
  private static func inURL(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }

  static func base(host: String, port: Int) -> String {
    let name = host == "0.0.0.0" || host == "::" ? LANAddress.first() ?? "127.0.0.1" : inURL(host)
    return "http://\(name):\(port)"
  }
}

/// The folder of objects, opened once for all that use it.
private final class OpenedObjects: Sendable {
  let store = Mutex<FolderObjectStore?>(nil)
}

extension String {
  fileprivate var nilIfEmpty: String? { isEmpty ? nil : self }
}
