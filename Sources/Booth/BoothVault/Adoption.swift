import BoothCore

/// What was taken over from a dead booth's disk.
public struct Adoption: Sendable, Equatable, Codable {
  /// Sessions that this database did not know and know now, the discarded ones among them.
  public var sessions = 0
  /// Files that were copied into this data folder, checked and durable.
  public var files = 0
  /// How many bytes ``files`` have together.
  public var bytes: Int64 = 0
  /// Jobs that go on here.
  public var jobs = 0
  /// Pictures that belong to no session.
  public var unasked = 0
  /// Sessions that this database knew already.
  public var known = 0
  /// Those of them that were erased there meanwhile, and are erased here, too.
  public var erased = 0
  /// Sessions that another run may take, as something of them could not be read now.
  public var left = 0
  /// What could not be taken over, one sentence each.
  public var notes: [String] = []
  /// What the adopted sessions' links begin with, and how many of them do.
  public var linkBases: [String: Int] = [:]
  /// The adopted sessions' events.
  public var events: Set<String> = []

  /// Nothing taken over yet; an adoption counts up from here.
  public init() {}

  mutating func count(_ found: FoundSession) {
    sessions += 1
    jobs += found.jobs.count
    notes += found.notes
    guard found.record.state != .discarded else { return }
    let end = GalleryPath.link(base: "", session: found.record.id)
    let link = found.record.link
    linkBases[link.hasSuffix(end) ? String(link.dropLast(end.count)) : link, default: 0] += 1
    events.insert(found.record.eventSlug)
  }

  mutating func leave(_ session: SessionID, _ error: StoreError) {
    left += 1
    notes.append("\(Vault.folder(of: session)) was left for another run: \(error.detail)")
  }
}

/// How an adoption goes about it.
public struct AdoptionRule: Sendable, Equatable {
  /// Forgets what another gallery has confirmed, and uploads everything to this booth's.
  public var uploadAgain: Bool
  /// Does so also with sessions that were taken over before.
  public var knownToo: Bool
  /// Also takes sessions of which a file cannot be read now; a later run brings it if it can be read then.
  public var incomplete: Bool

  /// By default everything is left as it was there, and a session with a file that cannot be read is left for another
  /// run.
  public init(uploadAgain: Bool = false, knownToo: Bool = false, incomplete: Bool = false) {
    self.uploadAgain = uploadAgain
    self.knownToo = knownToo
    self.incomplete = incomplete
  }
}
