import BoothCore

/// What an export of one event's files did, for its receipt and the operator.
public struct Export: Sendable, Equatable, Codable {
  /// Files written now, and files that were there already with the right bytes.
  public var copied = 0
  /// Files not written now: the target has the same bytes, or the bytes here are not those that were kept.
  public var alreadyThere = 0
  /// How many bytes ``copied`` have together; the receipts beside them are not counted.
  public var bytesCopied: Int64 = 0
  /// The event as it stands on this booth, each file read while it was copied.
  public var audit = Audit()

  /// Nothing copied yet; an export counts up from here.
  public init() {}
}

/// How far an export is.
public struct ExportProgress: Sendable, Equatable {
  /// Files that are over, copied or not; the one at ``path`` is not among them.
  public var done: Int
  /// All kept files of the sessions that are exported.
  public var total: Int
  /// The file that is read now, relative to the data folder.
  public var path: String
}
