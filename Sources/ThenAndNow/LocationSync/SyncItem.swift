import Documents
public import Locations
import StudioModel

/// Which way locations go.
public enum SyncMode: String, Sendable, CaseIterable {
  case both, push, pull
}

/// One of a location's two pictures in the storage.
public enum SyncPicture: String, Sendable, CaseIterable {
  case historical, new

  /// Under which name the app puts it.
  public func name(of id: LocationID) -> String { "images/\(id)_\(rawValue).jpg" }
  /// Where that is taken by other bytes: what lies there may be what a document, or an app, still shows.
  public func name(of id: LocationID, checksum: String) -> String {
    "images/\(id)_\(rawValue)_\(checksum.prefix(16)).jpg"
  }
}

/// What is to be done about one location.
public enum SyncStep: String, Sendable {
  /// Both sides say the same.
  case same
  case push
  case pull
  case deleteHere
  case deleteThere
  /// What was deleted and came back as it was.
  case deleteBoth
  /// Nothing, for a reason.
  case leave
}

/// Why.
public enum SyncReason: Sendable, Equatable {
  case same
  case newHere
  case newThere
  case editedHere
  case editedThere
  /// Both were edited, and ours is the later.
  case oursNewer
  /// Both were edited, and theirs is the later, or as late.
  case theirsNewer
  /// An older edit was written over a later one.
  case staleThere
  /// Nothing was edited, and the app has set the moments anew.
  case timesReset
  /// It was there, and is gone without a word.
  case goneThere
  case deletedHere
  case deletedThere
  /// It was deleted, and an app that still had it has put it back as it was.
  case putBack
  /// It was deleted on the other side, and edited later on this one.
  case editedAfterDeletion
  case unreadable(String)
  /// A booth keeps no location without its old picture.
  case noOldPicture
  case otherWay(SyncMode)

  /// Whether a location is not on both sides for this, though it was wanted there.
  public var isLeftOut: Bool {
    switch self {
    case .unreadable, .noOldPicture: true
    case .same, .newHere, .newThere, .editedHere, .editedThere, .oursNewer, .theirsNewer, .staleThere, .timesReset,
      .goneThere, .deletedHere, .deletedThere, .putBack, .editedAfterDeletion, .otherWay:
      false
    }
  }

  /// For people, after the location's title.
  public var words: String {
    switch self {
    case .same: "is the same on both sides"
    case .newHere: "is new here"
    case .newThere: "is new there"
    case .editedHere: "was changed here"
    case .editedThere: "was changed there"
    case .oursNewer: "was changed on both sides; here later"
    case .theirsNewer: "was changed on both sides; there later, or at the same moment"
    case .staleThere: "was overwritten there by an older version"
    case .timesReset: "has not changed, but the app has set its times anew; they are put right"
    case .goneThere: "is gone there, and nobody has said that it was deleted"
    case .deletedHere: "was deleted here"
    case .deletedThere: "was deleted there"
    case .putBack: "was deleted, and somebody's app has put it back as it was"
    case .editedAfterDeletion: "was deleted on one side, and changed later on the other"
    case .unreadable(let words): "cannot be read there, so neither side is changed: the document \(words)"
    case .noOldPicture: "has no old picture there yet, so it does not come here"
    case .otherWay(.push): "waits, as this sync only pushes"
    case .otherWay(.pull): "waits, as this sync only pulls"
    case .otherWay(.both): "waits"
    }
  }
}

/// A location, what is to be done about it, and what for.
public struct SyncItem: Sendable, Equatable {
  /// The document's name; of what cannot be read it may be no location's id.
  public var name: String
  /// Empty if none can be read.
  public var title: String
  public var step: SyncStep
  public var reason: SyncReason
  /// Nil for what cannot be read.
  public var id: LocationID?
  /// As it stands here.
  var ours: Location?
  /// As it is to be on both sides afterwards, but for the addresses of pictures that are still to be sent.
  var document: SyncedLocation?
  /// The document that was looked at: it may not have changed since. Nil: there was none.
  var version: DocumentTimestamp?
  /// When it was deleted: microseconds since 1970.
  var deletedAt: Int64?
  /// There is word of a deletion that is over.
  var clearsTombstone = false
  /// How often others were quicker.
  var conflicts = 0

  /// Pictures that the storage lacks.
  var uploads: [SyncPicture] {
    guard step == .push, let ours else { return [] }
    return (ours.historicalImageURL.isEmpty ? [.historical] : [])
      + (ours.chosenVersion != nil && ours.newImageURL == nil ? [.new] : [])
  }

  /// Pictures that lack here.
  var downloads: [SyncPicture] {
    guard step == .pull, let document else { return [] }
    guard let ours else { return document.newImageURL == nil ? [.historical] : [.historical, .new] }
    return document.newImageURL != nil && document.newImageURL != ours.newImageURL ? [.new] : []
  }
}
