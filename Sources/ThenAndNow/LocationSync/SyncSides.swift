public import Documents
public import Locations
import StudioModel

/// All that is known of one location, and what follows from it: the rule by which the last write wins, document by document.
///
/// An edit's moment is `updatedAt`, but never later than the service saw it: a clock that is ahead wins nothing by it. What only
/// one side has changed since both agreed needs no clock at all. At the same moment theirs wins, as everybody else has seen it.
public struct SyncSides: Sendable {
  /// What is there.
  public enum Theirs: Sendable, Equatable {
    case nothing
    case readable(SyncedLocation, version: DocumentTimestamp)
    case unreadable(String)

    var location: SyncedLocation? { if case .readable(let location, _) = self { location } else { nil } }

    /// Reads a document.
    public init(_ document: StoredDocument?) {
      guard let document else {
        self = .nothing
        return
      }
      do throws(SyncedLocation.Fault) {
        self = .readable(try SyncedLocation(document), version: document.updateTime)
      } catch { self = .unreadable(error.words) }
    }
  }

  public var ours: Location?
  /// When it was deleted here, if it ever was: microseconds since 1970.
  public var leftAt: Int64?
  public var note: SyncNote?
  public var theirs: Theirs
  public var tombstone: SyncTombstone?
  /// Now, by the service's clock where it is known: microseconds since 1970.
  public var now: Int64

  public init(
    ours: Location? = nil, leftAt: Int64? = nil, note: SyncNote? = nil, theirs: Theirs = .nothing,
    tombstone: SyncTombstone? = nil, now: Int64
  ) {
    self.ours = ours
    self.leftAt = leftAt
    self.note = note
    self.theirs = theirs
    self.tombstone = tombstone
    self.now = now
  }

  /// What follows; nil where there is nothing on either side.
  public func item(named name: String, mode: SyncMode) -> SyncItem? {
    guard var item = decided(name) else { return nil }
    let isOther =
      switch item.step {
      case .push, .deleteThere, .deleteBoth: mode == .pull
      case .pull, .deleteHere: mode == .push
      case .same, .leave: false
      }
    if isOther { (item.step, item.reason) = (.leave, .otherWay(mode)) }
    return item
  }

  private func decided(_ name: String) -> SyncItem? {
    var item = SyncItem(
      name: name, title: ours?.title ?? "", step: .leave, reason: .same, id: LocationID(name), ours: ours)
    item.deletedAt = [leftAt.map { min($0, now) }, tombstone?.deletedAt].compactMap(\.self).max()
    func make(_ step: SyncStep, _ reason: SyncReason, _ document: SyncedLocation?) -> SyncItem {
      (item.step, item.reason, item.document) = (step, reason, document)
      if item.title.isEmpty { item.title = document?.title ?? note?.agreed.title ?? "" }
      item.clearsTombstone = tombstone != nil && (step == .push || step == .pull)
      return item
    }
    let mine = ours.map { SyncedLocation($0, known: note?.agreed ?? theirs.location) }
    switch theirs {
    case .unreadable(let words): return make(.leave, .unreadable(words), nil)
    case .nothing:
      guard let mine else {
        // Deleted here, and gone there before anybody could say so.
        let isUnsaid = leftAt != nil && note != nil && tombstone == nil
        return isUnsaid ? make(.deleteThere, .deletedHere, note?.agreed) : nil
      }
      guard let tombstone else { return make(.push, note == nil ? .newHere : .goneThere, mine) }
      return survives(mine, tombstone)
        ? make(.push, .editedAfterDeletion, mine) : make(.deleteHere, .deletedThere, nil)
    case .readable(let there, let version):
      item.version = version
      if let tombstone, tombstone.isGhost(there) {
        guard let mine else { return make(.deleteThere, .putBack, there) }
        return survives(mine, tombstone)
          ? make(.push, .editedAfterDeletion, mine) : make(.deleteBoth, .putBack, there)
      }
      guard let mine else { return withoutOurs(there, version, make) }
      let (step, reason, document) = compared(mine, there, version)
      return make(step, reason, document)
    }
  }

  /// Whether what is here is later than word of its deletion.
  private func survives(_ mine: SyncedLocation, _ tombstone: SyncTombstone) -> Bool {
    if let note, isReadded == nil, mine.isSameEdit(as: note.agreed) { return false }
    return editedAt(mine) > tombstone.deletedAt
  }

  /// A location that was deleted here, and is here, was brought again since.
  private var isReadded: Int64? { ours == nil ? nil : leftAt }

  /// When ours was last edited.
  private func editedAt(_ mine: SyncedLocation) -> Int64 {
    let known = note.flatMap { mine.isSameEdit(as: $0.agreed) ? $0.editedAt : nil }
    return max(known ?? min(mine.updatedAt, now), (isReadded ?? .min + 1) + 1)
  }

  private func withoutOurs(
    _ there: SyncedLocation, _ version: DocumentTimestamp,
    _ make: (SyncStep, SyncReason, SyncedLocation?) -> SyncItem
  ) -> SyncItem {
    guard let leftAt else {
      return there.historicalImageURL.isEmpty
        ? make(.leave, .noOldPicture, there) : make(.pull, .newThere, there)
    }
    let isUntouched = note.map { there.saysSame(as: $0.agreed) } ?? false
    guard !isUntouched, min(there.updatedAt, version.microseconds) > min(leftAt, now) else {
      return make(.deleteThere, .deletedHere, there)
    }
    return there.historicalImageURL.isEmpty
      ? make(.leave, .noOldPicture, there) : make(.pull, .editedAfterDeletion, there)
  }

  private func compared(
    _ mine: SyncedLocation, _ there: SyncedLocation, _ version: DocumentTimestamp
  ) -> (SyncStep, SyncReason, SyncedLocation?) {
    let theirTime = min(there.updatedAt, version.microseconds)
    let needsUpload =
      SyncItem(
        name: "", title: "", step: .push, reason: .same, id: nil, ours: ours
      ).uploads.isEmpty == false
    // What goes there is later than what is there: else others, whose clocks are right, would take it for an old copy.
    var later = mine
    if later.updatedAt <= theirTime { later.updatedAt = theirTime + 1000 }
    guard let note else {
      if mine.isSameEdit(as: there), !needsUpload { return (.same, .same, there) }
      if mine.isSameEdit(as: there) { return (.push, .editedHere, mine) }
      return editedAt(mine) > theirTime ? (.push, .oursNewer, later) : (.pull, .theirsNewer, there)
    }
    let agreed = note.agreed
    let hasEdited = !mine.isSameEdit(as: agreed) || needsUpload
    if there.saysSame(as: agreed) {
      // It was not edited there.
      if hasEdited { return (.push, .editedHere, mine.isSameEdit(as: agreed) ? mine : later) }
      // The app makes both moments anew whenever it reads its store: the later birth gives it away.
      if there.createdAt > agreed.createdAt { return (.push, .timesReset, mine) }
      return mine.isSameEdit(as: there) ? (.same, .same, there) : (.pull, .editedThere, there)
    }
    if mine.isSameEdit(as: there), !needsUpload { return (.same, .same, there) }
    // What is older than what both had agreed on is no edit, but an old copy.
    if theirTime < note.editedAt { return (.push, .staleThere, later) }
    guard hasEdited else { return (.pull, .editedThere, there) }
    return editedAt(mine) > theirTime ? (.push, .oursNewer, later) : (.pull, .theirsNewer, there)
  }
}
