import BoothCore
import Documents
import Locations
import StudioModel

/// One sync of a data folder with an organisation's documents: a pure machine.
///
/// It looks at both sides, decides for each location (``SyncSides``), lets come what is to come, sends pictures, and then documents
/// that name them, in batches with preconditions, so that nothing is written over that was not looked at. What others change
/// meanwhile is looked at and decided again. Nothing of its progress need be kept: whatever was done shows on both sides, so that a
/// run that was cut is gone on with by the next.
public struct SyncRun: Sendable {
  /// How many documents are asked for at once.
  static let page = 300
  /// How often a location is decided again because others were quicker.
  static let conflicts = 3
  /// How many locations' notes are kept together.
  static let notes = 64
  /// A host that has not answered for so many pictures in a row, each asked for again and again, is not asked for the others.
  static let silences = 3
  /// A clock may be off by so much before anybody is told: microseconds.
  static let tolerance: Int64 = 300_000_000

  enum Doing {
    case looking, listing, listingDeleted, ended
    case downloading(SyncItem, Location)
    case keeping(SyncItem)
    case leaving(SyncItem)
    case uploading(SyncItem, SyncPicture)
    case keepingAddress(SyncItem)
    case keepingTime
    case committing([SyncItem])
    case rereading([SyncItem])
    case noting
  }

  public let mode: SyncMode
  /// Only says what it would do.
  public let isRehearsal: Bool
  let startedAt: Int64
  var doing = Doing.looking
  var here = SyncHere()
  var found: [String: SyncSides.Theirs] = [:]
  var deleted: [LocationID: SyncTombstone] = [:]
  var readTime: Int64?
  var lastUpdate: Int64 = .min
  var arrivals: [SyncItem] = []
  var departures: [SyncItem] = []
  /// Deletions that are to be told there.
  var graves: [SyncItem] = []
  /// Which writes the organisation's rules have let through, pushes or deletions.
  var allowed: Set<SyncStep> = []
  /// Ready to be written, with all of their pictures sent.
  var ready: [SyncItem] = []
  var readyBytes = 0
  /// Locations whose moment is to be put right here after it was there.
  var late: [Location] = []
  var unsaid: [LocationID: SyncNote?] = [:]
  var results: [String: SyncReport.Line] = [:]
  var stop: SyncError?
  /// The storage takes no more pictures.
  var isFull: SyncError?
  /// Hosts of pictures that do not answer, how often in a row, and how they last failed; what is sent goes to the host without a name.
  var silent: [String: (times: Int, failure: SyncError)] = [:]
  /// What was found and done so far.
  public private(set) var report = SyncReport()

  /// - Parameter now: microseconds since 1970, by the clock here.
  public init(_ mode: SyncMode = .both, isRehearsal: Bool = false, now: Int64) {
    self.mode = mode
    self.isRehearsal = isRehearsal
    startedAt = now
  }

  /// The first thing to do.
  public mutating func begin() -> SyncEffect { .lookHere }

  /// The next thing to do; nil when all is done.
  public mutating func next(after outcome: SyncOutcome) -> SyncEffect? {
    if case .failed(let failure) = outcome { return failed(failure) }
    switch (doing, outcome) {
    case (.looking, .here(let here)):
      self.here = here
      doing = .listing
      return list(SyncPlaces.locations, after: nil)
    case (.listing, .page(let page)): return listed(page)
    case (.listingDeleted, .page(let page)): return listedDeleted(page)
    case (.downloading(let item, let location), .downloaded(let picture)):
      return downloaded(item, location, picture)
    case (.keeping(let item), .kept(let location)):
      guard let location, let document = item.document, let version = item.version else { return overtaken(item) }
      here.locations[location.id] = location
      return done(item, SyncNote(agreed: document, serverTime: version.microseconds))
    case (.leaving(let item), .left(let isGone)): return isGone ? done(item, nil) : overtaken(item)
    case (.uploading(let item, let kind), .uploaded(let address)): return uploaded(item, kind, address)
    case (.keepingAddress(let item), .kept(let location)):
      guard let location else { return overtaken(item) }
      var item = item
      item.ours = location
      here.locations[location.id] = location
      return send(item)
    case (.keepingTime, .kept): return step()
    case (.committing(let items), .committed(let commit)): return committed(items, commit)
    case (.rereading(let items), .documents(let documents)): return reread(items, documents)
    case (.noting, .noted): return step()
    default:
      preconditionFailure("an outcome that nobody has waited for")
    }
  }

  /// How many of how many locations that differ are done with; of 0 while both sides are still looked at.
  public var progress: (done: Int, all: Int) {
    let work = results.values.filter { $0.item.step != .leave }
    return (work.count { $0.result != .planned }, work.count)
  }

  // MARK: Looking

  func list(_ name: String, after: DocumentQuery.Cursor?) -> SyncEffect {
    do throws(DocumentStoreError) {
      return .list(DocumentQuery(try DocumentCollection(name), limit: Self.page, after: after))
    } catch { preconditionFailure("\(error)") }
  }

  mutating func listed(_ page: DocumentPage) -> SyncEffect? {
    readTime = page.readTime?.microseconds ?? readTime
    for document in page.documents {
      let theirs = SyncSides.Theirs(document)
      found[document.path.id] = theirs
      lastUpdate = max(lastUpdate, document.updateTime.microseconds)
      if case .readable(let location, let version) = theirs,
        location.updatedAt > version.microseconds + Self.tolerance
      {
        report.early.append(document.path.id)
      }
    }
    if let next = page.next { return list(SyncPlaces.locations, after: next) }
    doing = .listingDeleted
    return list(SyncPlaces.deleted, after: nil)
  }

  mutating func listedDeleted(_ page: DocumentPage) -> SyncEffect? {
    for document in page.documents {
      guard let id = LocationID(document.path.id) else { continue }
      deleted[id] = SyncTombstone(document)
    }
    if let next = page.next { return list(SyncPlaces.deleted, after: next) }
    return decideAll()
  }

  func sides(_ name: String) -> SyncSides {
    let id = LocationID(name)
    return SyncSides(
      ours: id.flatMap { here.locations[$0] }, leftAt: id.flatMap { here.left[$0] },
      note: id.flatMap { here.notes[$0] }, theirs: found[name] ?? .nothing, tombstone: id.flatMap { deleted[$0] },
      now: readTime ?? max(startedAt, lastUpdate))
  }

  mutating func decideAll() -> SyncEffect? {
    let ahead = startedAt - (readTime ?? max(startedAt, lastUpdate))
    if abs(ahead) > Self.tolerance { report.skew = Double(ahead) / 1_000_000 }
    let names = Set(found.keys).union(here.locations.keys.map(\.text)).union(deleted.keys.map(\.text))
      .union(here.left.keys.map(\.text))
    for name in names.sorted() {
      if let item = sides(name).item(named: name, mode: mode) { take(item) }
    }
    // Taken from behind, so that they go in the order of their names.
    arrivals.reverse()
    departures.reverse()
    graves.reverse()
    guard !isRehearsal else { return end() }
    return step()
  }

  /// Puts an item where its work is done.
  mutating func take(_ item: SyncItem) {
    guard item.step != .same else {
      if results[item.name] == nil { report.same += 1 }
      results[item.name]?.result = .done
      adopt(item)
      return
    }
    results[item.name] = SyncReport.Line(item: item, result: .planned)
    switch item.step {
    case .same, .leave: break
    case .pull, .deleteHere: arrivals.append(item)
    case .push: departures.append(item)
    case .deleteThere, .deleteBoth: graves.append(item)
    }
  }

  /// Both say the same, and no note of it was kept, or another.
  mutating func adopt(_ item: SyncItem) {
    guard let id = item.id, let document = item.document, let version = item.version, !isRehearsal else { return }
    if here.notes[id]?.agreed != document {
      put(SyncNote(agreed: document, serverTime: version.microseconds), of: id)
    }
  }

  mutating func put(_ note: SyncNote?, of id: LocationID) {
    here.notes[id] = note
    unsaid[id] = .some(note)
  }

  // MARK: One after the other

  mutating func step() -> SyncEffect? {
    if stop == nil {
      if let location = late.popLast() {
        doing = .keepingTime
        return .keep(location, over: here.locations[location.id])
      }
      if unsaid.count >= Self.notes { return sayNotes() }
      if let item = arrivals.popLast() { return arrive(item) }
      if ready.count == DocumentLimits.writes / 2 || readyBytes > DocumentLimits.batchBytes { return commit() }
      if let item = departures.popLast() { return send(item) }
      if !ready.isEmpty, graves.isEmpty || ready[0].step == .push { return commit() }
      if let item = graves.popLast() { return send(item) }
    }
    return unsaid.isEmpty ? end() : sayNotes()
  }

  mutating func sayNotes() -> SyncEffect {
    doing = .noting
    defer { unsaid = [:] }
    return .note(unsaid)
  }

  mutating func end() -> SyncEffect? {
    doing = .ended
    report.failure = stop ?? report.failure
    report.lines = results.values.sorted { $0.item.name < $1.item.name }
    return nil
  }

  mutating func done(_ item: SyncItem, _ note: SyncNote?) -> SyncEffect? {
    results[item.name]?.result = .done
    if let id = item.id { put(note, of: id) }
    return step()
  }

  mutating func overtaken(_ item: SyncItem) -> SyncEffect? {
    results[item.name]?.result = .overtaken
    return step()
  }

  // MARK: Coming

  mutating func arrive(_ item: SyncItem) -> SyncEffect? {
    guard let id = item.id else { return step() }
    if item.step == .deleteHere {
      guard let ours = item.ours else { return step() }
      doing = .leaving(item)
      return .leave(ours, at: item.deletedAt ?? startedAt)
    }
    guard let document = item.document else { return step() }
    return fetch(item, item.ours?.taking(document) ?? Location(arriving: document), id)
  }

  mutating func fetch(_ item: SyncItem, _ location: Location, _ id: LocationID) -> SyncEffect? {
    guard let kind = item.downloads.first(where: { !isThere($0, location, item) }), let document = item.document else {
      doing = .keeping(item)
      return .keep(location, over: item.ours)
    }
    let address = kind == .historical ? document.historicalImageURL : document.newImageURL ?? ""
    if let failure = silence(of: Self.host(of: address)) {
      results[item.name]?.result = .failed(failure)
      return step()
    }
    doing = .downloading(item, location)
    return .download(id, kind, address: address)
  }

  /// Whether it was downloaded already.
  func isThere(_ kind: SyncPicture, _ location: Location, _ item: SyncItem) -> Bool {
    switch kind {
    case .historical: !location.old.checksum.isEmpty
    case .new: location.newImageURL == item.document?.newImageURL
    }
  }

  mutating func downloaded(
    _ item: SyncItem, _ location: Location, _ picture: LocationPicture
  ) -> SyncEffect? {
    report.received += 1
    let address = location.old.checksum.isEmpty ? item.document?.historicalImageURL : item.document?.newImageURL
    silent[Self.host(of: address ?? "")] = nil
    var location = location
    if item.ours == nil, location.old.checksum.isEmpty {
      location.old = picture
    } else {
      location.choose(picture, at: item.document)
    }
    return fetch(item, location, location.id)
  }

  // MARK: Going

  mutating func send(_ item: SyncItem) -> SyncEffect? {
    if let kind = item.uploads.first, let id = item.id, let ours = item.ours {
      if let failure = isFull ?? silence(of: "") {
        results[item.name]?.result = .failed(failure)
        return step()
      }
      if let picture = kind == .historical ? ours.old : ours.chosenVersion?.picture {
        doing = .uploading(item, kind)
        return .upload(id, kind, picture)
      }
    }
    var item = item
    if item.step == .push, let ours = item.ours {
      item.document?.historicalImageURL = ours.historicalImageURL
      item.document?.newImageURL = ours.newImageURL
    }
    do throws(DocumentStoreError) {
      for write in try writes(of: item) {
        try write.check()
        readyBytes += write.size
      }
      ready.append(item)
    } catch { results[item.name]?.result = .failed(.documents(error)) }
    return step()
  }

  mutating func uploaded(_ item: SyncItem, _ kind: SyncPicture, _ address: String) -> SyncEffect? {
    report.sent += 1
    silent[""] = nil
    guard let ours = item.ours else { return step() }
    var after = ours
    switch kind {
    case .historical: after.historicalImageURL = address
    case .new: after.newImageURL = address
    }
    doing = .keepingAddress(item)
    return .keep(after, over: ours)
  }

  /// What an item writes: the document, with what keeps others' edits safe, and word of a deletion.
  func writes(of item: SyncItem) throws(DocumentStoreError) -> [DocumentWrite] {
    guard let id = item.id else { return [] }
    let (path, grave) = (try SyncPlaces.path(id), try SyncPlaces.path(id, in: SyncPlaces.deleted))
    if item.step == .push, let document = item.document {
      // Fields that another program has put there stay.
      let write: DocumentWrite =
        item.version.map { .update(path, document.fields, if: .updateTime($0)) }
        ?? .set(path, document.fields, if: .doesNotExist)
      return item.clearsTombstone ? [write, .delete(grave)] : [write]
    }
    let tombstone = SyncTombstone(deletedAt: item.deletedAt ?? startedAt, location: item.document)
    let word = DocumentWrite.set(grave, tombstone.fields(of: id))
    return item.version.map { [word, .delete(path, if: .updateTime($0))] } ?? [word]
  }

  mutating func commit() -> SyncEffect? {
    let items = ready
    (ready, readyBytes) = ([], 0)
    doing = .committing(items)
    do throws(DocumentStoreError) {
      var all: [DocumentWrite] = []
      for item in items { all += try writes(of: item) }
      return .commit(all)
    } catch { return failed(.documents(error)) }
  }

  mutating func committed(_ items: [SyncItem], _ commit: DocumentCommit) -> SyncEffect? {
    for item in items {
      allowed.insert(item.batch)
      guard let id = item.id else { continue }
      results[item.name]?.result = .done
      if item.step == .push, let document = item.document {
        put(SyncNote(agreed: document, serverTime: commit.time.microseconds), of: id)
        if var ours = item.ours, ours.updatedAt.microseconds != document.updatedAt {
          ours.updatedAt = WallTime(microseconds: document.updatedAt)
          late.append(ours)
        }
      } else {
        put(nil, of: id)
        if item.step == .deleteBoth {
          var rest = item
          rest.step = .deleteHere
          arrivals.append(rest)
        }
      }
    }
    return step()
  }
}
