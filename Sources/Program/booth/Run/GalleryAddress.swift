import BoothCore
import BoothRuntime
import BoothStore
import BoothSystem
import BoothVault
import CommandSupport
import Synchronization

/// Where guests' phones reach this machine: its address in the network, or, while it has none, the last one, which the data
/// folder keeps for a start before the network is up. An address of another day is not believed: the booth may have moved.
final class GalleryAddress: Sendable {
  /// An address that the machine had, and when it was there last.
  struct Seen: Equatable, Sendable {
    var address: String
    /// In seconds since 1970.
    var at: Int64
  }

  private struct State {
    var current: String?
    var last: Seen?
    var written: Seen?
  }

  static let name = "gallery.address"
  /// For how long an address that is gone is still the one that will come back.
  static let longest: Int64 = 12 * 3600
  /// How often what has not changed is written anew.
  private static let renewal: Int64 = 600

  private let folder: String
  private let look: @Sendable () -> String?
  private let now: @Sendable () -> Int64
  private let state: Mutex<State>

  init(
    folder: String, look: @escaping @Sendable () -> String? = LANAddress.first,
    now: @escaping @Sendable () -> Int64 = { Int64(SystemClock().wallTime.unixSeconds) }
  ) {
    (self.folder, self.look, self.now) = (folder, look, now)
    let written = OrdinaryFile.bytes("\(folder)/\(Self.name)").flatMap {
      Self.read(String(decoding: $0, as: UTF8.self))
    }
    state = Mutex(State(current: look(), last: written, written: written))
  }

  /// The one now; nil where there is none.
  var current: String? { state.withLock { $0.current } }
  /// The one now, or else the last one; nil where none is known.
  var known: String? {
    let time = now()
    return state.withLock { state in
      if let current = state.current { return current }
      guard let last = state.last, (0...Self.longest).contains(time - last.at) else { return nil }
      return last.address
    }
  }

  /// Looks again, and keeps what is found.
  /// - Returns: whether another address is the one to show.
  func renew() -> Bool {
    let (before, current, time) = (known, look(), now())
    let unwritten = state.withLock { state -> Seen? in
      state.current = current
      guard let current else { return nil }
      let seen = Seen(address: current, at: time)
      state.last = seen
      if let written = state.written, written.address == current, (0..<Self.renewal).contains(time - written.at) {
        return nil
      }
      state.written = seen
      return seen
    }
    if let unwritten {
      do throws(StoreError) {
        _ = try POSIXDisk(root: folder).writeDurably(
          Array("\(unwritten.address) \(unwritten.at)\n".utf8), to: Self.name)
      } catch {
        // A disk that takes nothing is told of elsewhere; it is tried again with the next look.
        state.withLock { $0.written = nil }
      }
    }
    return known != before
  }

  /// `192.168.1.20 1732800000`; nil for anything else.
  static func read(_ text: String) -> Seen? {
    let parts = text.split { $0 == " " || $0 == "\n" }
    guard parts.count == 2, let at = Int64(parts[1]) else { return nil }
    let numbers = parts[0].split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    guard numbers.count == 4, !numbers.contains(nil), numbers[0] != 127, numbers[0] != 0 else { return nil }
    return Seen(address: String(parts[0]), at: at)
  }
}

/// What a booth's links begin with by its flags, which the commands beside it do not have: kept in its data folder at each start.
enum GalleryLinkNote: Equatable {
  /// Links stay as they were recorded: the gallery is elsewhere, or its host was given.
  case recorded
  /// A public address was given.
  case base(String)
  /// Links follow this machine's address in its network.
  case network

  static let name = "gallery.links"

  /// How a booth with these settings makes its links.
  init(_ settings: Settings) {
    if settings.text(.galleryURL) != nil {
      self = .recorded
    } else if let base = settings.text(.galleryPublicURL) {
      self = .base(base)
    } else if let host = settings.text(.galleryHost), host != "0.0.0.0", host != "::" {
      self = .recorded
    } else {
      self = .network
    }
  }

  /// What a booth of this data folder noted last; nil where none did, or it cannot be read.
  static func read(_ folder: String) -> GalleryLinkNote? {
    guard let bytes = OrdinaryFile.bytes("\(folder)/\(name)") else { return nil }
    let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first ?? ""
    switch line {
    case "recorded": return .recorded
    case "network": return .network
    default: return line.hasPrefix("http") ? .base(String(line)) : nil
    }
  }

  /// Keeps it. A disk that takes nothing is told of elsewhere: then links are as the settings alone say.
  /// - Parameter place: where the booth's own gallery listens; nil where it is elsewhere.
  func keep(_ folder: String, place: GalleryListens? = nil) {
    guard Self.read(folder) != self || GalleryListens.read(folder) != place else { return }
    let line =
      switch self {
      case .recorded: "recorded"
      case .network: "network"
      case .base(let base): base
      }
    do throws(StoreError) {
      _ = try POSIXDisk(root: folder).writeDurably(
        Array("\(line)\n\(place.map { "\($0.line)\n" } ?? "")".utf8), to: Self.name)
    } catch {}
  }
}

/// Where a booth's own gallery listens, by its flags or as a free port was found: the second line of the same file.
struct GalleryListens: Equatable {
  var host: String
  var port: Int

  fileprivate var line: String { "\(port) \(host)" }

  /// What a booth of this data folder noted last; nil where none did, or its gallery was elsewhere.
  static func read(_ folder: String) -> GalleryListens? {
    guard let bytes = OrdinaryFile.bytes("\(folder)/\(GalleryLinkNote.name)") else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 1 else { return nil }
    let words = lines[1].split(separator: " ", maxSplits: 1).map(String.init)
    guard words.count == 2, let port = Int(words[0]), (1...65_535).contains(port) else { return nil }
    return GalleryListens(host: words[1], port: port)
  }
}

extension SessionLinks {
  /// As far as the settings, what the data folder's booth noted of its flags, and this machine's network tell, for commands beside a
  /// booth.
  init(_ settings: Settings) {
    let said = GalleryLinkNote(settings)
    let place = settings.text(.galleryURL) == nil ? GalleryListens.read(settings.data) : nil
    switch said == .network ? GalleryLinkNote.read(settings.data) ?? said : said {
    case .recorded: self = place.map { .own(base: OwnGallery.base(host: $0.host, port: $0.port)) } ?? .recorded
    case .base(let base): self = .own(base: base)
    case .network:
      let known = GalleryAddress(folder: settings.data).known
      self = place.map { place in .own(base: known.map { "http://\($0):\(place.port)" }) } ?? .ownHost(known)
    }
  }

  /// The link in a session's code; nil for one whose guests want nothing uploaded, too.
  func code(of record: SessionRecord) -> String? {
    record.codeLink.flatMap { link(of: record.id, recorded: $0) }
  }
}
