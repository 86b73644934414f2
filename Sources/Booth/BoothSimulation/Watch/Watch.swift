import BoothCore
import BoothVault
import Locations

/// Observes the booth and keeps records of its own, without trusting the booth's: each kept photo with its bytes and its
/// session, and what guests were promised.
final class Watch {
  enum Content: UInt8 {
    case photo = 1
    case clip
    case composite
    case film
    case unasked
  }

  struct Kept {
    var asset: Asset
    var bytes: [UInt8]
  }

  private(set) var violation: Violation?
  /// Every session that was ever recorded.
  private(set) var opened: [SessionID: SessionRecord] = [:]
  private(set) var linkBases: [SessionID: String] = [:]
  /// What guests were shown, or a later part was told, that it exists.
  var kept: [AssetID: Kept] = [:]
  var keptAt: [String: AssetID] = [:]
  /// Content by its number: whose it is, and its bytes.
  private(set) var owners: [UInt64: SessionID] = [:]
  private var contents: [UInt64: [UInt8]] = [:]
  private var lastContent: UInt64 = 0
  /// Decisions the flow announced; the database may only have those.
  var announcedAssets: Set<AssetID> = []
  var announcedSessions: Set<SessionID> = []
  /// Those of them that the operator erased, as the store took it.
  var erasedSessions: Set<SessionID> = []
  /// A doubted photo that was not shown, and in whose place another is taken: should the power fail when both are
  /// written, the vault lets the first one go.
  var unshown: AssetID?
  var unasked: [String: [UInt8]] = [:]
  /// What makes every photo fail, in the words with which guests were asked for another try.
  var refusedBy: String?
  /// How often one after the other guests were asked for another try, as the store did not keep their photo.
  var unkeptAsked = 0
  /// How often the store was asked to keep an address.
  var addressesAsked = 0
  /// The e-mail addresses that guests were told are noted.
  private(set) var addresses: [(address: EmailAddress, session: SessionID)] = []
  /// Sessions whose end the store took, or could not but take.
  var cancelledSessions: Set<SessionID> = []
  /// What the gallery served in the keep run that goes on, by path.
  var servedToKeep: [String: Int64] = [:]
  /// What the last upload of each session knew of it.
  var knownToUpload: [SessionID: Set<AssetID>] = [:]
  /// Films that could not be made.
  var filmsRefused: [SessionID: Set<FilmKind>] = [:]
  /// Sessions of which the operator cancelled a job.
  var jobsCancelled: Set<SessionID> = []
  /// Jobs that the operator cancelled in this process, and the sessions whose upload he ever did.
  var cancelAsked: Set<JobID> = []
  var uploadsCancelled: Set<SessionID> = []
  /// Files that the world damaged or took away.
  var damagedAssets: [AssetID: Asset] = [:]
  var damagedSessions: Set<SessionID> = []
  /// Old photographs' places.
  var places: [LocationID: WatchedPlace] = [:]
  /// Every print that was ordered, or came out.
  var prints: [PrintID: WatchedPrint] = [:]
  /// Orders that the store has answered, and the flow has not heard of.
  var ordersAnswered: [AttemptID: [PrintID]] = [:]
  /// How many prints the store was asked to keep.
  var printsAsked = 0
  /// Since when the printer has said that it cannot print; nil while it can.
  var printerKeptSince: Int64?
  private(set) var visited: [Int] = Array(repeating: 0, count: StateName.allCases.count)

  func fail(_ invariant: Invariant, _ detail: String, at now: Int64, step: Int) {
    guard violation == nil else { return }
    violation = Violation(invariant: invariant, detail: detail, at: now, step: step)
  }

  func visit(_ state: BoothState) { visited[StateName(state).rawValue] += 1 }

  /// - Parameter base: what links began with at that moment.
  func opened(_ record: SessionRecord, base: String) {
    opened[record.id] = record
    linkBases[record.id] = base
  }

  // MARK: Content that can be told apart

  /// Bytes that no other content has, with their number in front.
  func makeContent(_ kind: Content, of session: SessionID?) -> [UInt8] {
    lastContent += 1
    let number = lastContent
    owners[number] = session
    let digits = (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    var random = SeededRandom(seed: number)
    let filler = random.next()
    let bytes = [kind.rawValue] + digits + (0..<16).map { UInt8(truncatingIfNeeded: filler >> ($0 % 8 * 8)) | 1 }
    contents[number] = bytes
    return bytes
  }

  /// The number in front of some bytes, if they are whole.
  func content(in bytes: [UInt8]) -> UInt64? {
    guard bytes.count > 8 else { return nil }
    let number = (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[1 + $1]) << ($1 * 8) }
    return contents[number] == bytes ? number : nil
  }

  func keptAddress(_ address: EmailAddress, of session: SessionID) { addresses.append((address, session)) }

  func keptApart(_ name: String, _ bytes: [UInt8]) { unasked[name] = bytes }

  // MARK: The kept set

  func keep(_ asset: Asset, _ night: Night) {
    guard kept[asset.id] == nil else { return }
    guard let bytes = try? night.gate.disk.read(asset.path), let number = content(in: bytes) else {
      return night.fail(.keptPhotoLasts, "\(asset.path) was acknowledged and is not on the disk as it was written")
    }
    guard owners[number] == asset.session else {
      return night.fail(.ownLinkOnly, "\(asset.path) holds a picture of another session")
    }
    kept[asset.id] = Kept(asset: asset, bytes: bytes)
    keptAt[asset.path] = asset.id
    check(asset.id, night)
  }

  func galleryPath(of asset: Asset) -> String {
    GalleryPath.asset(
      event: opened[asset.session]?.event ?? 0, session: asset.session, kind: asset.kind, strip: asset.strip)
  }

  func forget(_ id: AssetID) {
    guard let gone = kept.removeValue(forKey: id) else { return }
    if keptAt[gone.asset.path] == id { keptAt[gone.asset.path] = nil }
  }

  /// The file of a kept asset survives whatever comes, or the gallery has it.
  func check(_ id: AssetID, _ night: Night) {
    guard let kept = kept[id], damagedAssets[id] == nil else { return }
    // Guests threw it all away: it may go before the database can say so.
    guard !announcedSessions.contains(kept.asset.session) else { return }
    let here =
      switch night.medium {
      case .memory(let memory, _, _): memory.surviving(kept.asset.path)
      case .real: try? night.gate.disk.read(kept.asset.path)
      }
    guard here != kept.bytes else { return }
    guard night.gallery.objects[galleryPath(of: kept.asset)] != kept.bytes else { return }
    night.fail(
      .keptPhotoLasts,
      "\(kept.asset.path) is kept, and \(here == nil ? "a power cut could lose it" : "its bytes are others")")
  }
}
