/// A photo that lies in a bin, with what the bin says of it.
public struct PhotoBinned: Sendable, Hashable {
  /// In whose bin.
  public var source: PhotoSourceID
  /// Which photo it was, and where it is now.
  public var photo: PhotoTrashed
  /// In bytes; of a live photo its picture's.
  public var size: Int64
  /// When it was moved there, in seconds since 1970 as this machine's clock showed it.
  public var movedSeconds: Int64

  public init(source: PhotoSourceID, photo: PhotoTrashed, size: Int64, movedSeconds: Int64) {
    self.source = source
    self.photo = photo
    self.size = size
    self.movedSeconds = movedSeconds
  }

  /// The name that it had, for people.
  public var name: String { Self.halves(photo.id).name }

  /// The folder that it goes back to, below its source, for people: with its leading slash, and one at its end.
  public var folder: String { Self.halves(photo.id).folder }

  private static func halves(_ id: PhotoID) -> (folder: String, name: String) {
    let path = NameBytes.shown(id.text)
    guard let slash = path.lastIndex(of: "/") else { return ("/", path) }
    return (String(path[...slash]), String(path[path.index(after: slash)...]))
  }

  /// The later moved first; of those that were moved in one second by where they lay.
  public static func isBefore(_ left: PhotoBinned, _ right: PhotoBinned) -> Bool {
    if left.movedSeconds != right.movedSeconds { return left.movedSeconds > right.movedSeconds }
    if left.source != right.source { return left.source.text < right.source.text }
    return (left.photo.id.text, left.photo.place) < (right.photo.id.text, right.photo.place)
  }
}

/// What lies in the bins of all sources.
public struct PhotoBins: Sendable, Equatable {
  /// One source's bin.
  public struct Bin: Sendable, Equatable {
    /// Whose it is.
    public var source: PhotoSourceID
    /// The source's name, for people.
    public var name: String
    /// Where it lies on the machine, for who may know that.
    public var location: String
    /// How many photos lie in it.
    public var count: Int
    /// Why it cannot be read now; nil where it can.
    public var trouble: PhotoBinReason?

    public init(source: PhotoSourceID, name: String, location: String, count: Int, trouble: PhotoBinReason? = nil) {
      self.source = source
      self.name = name
      self.location = location
      self.count = count
      self.trouble = trouble
    }
  }

  /// In the order of the sources; those that have no bin are not among them.
  public var bins: [Bin]
  /// The later moved first.
  public var photos: [PhotoBinned]

  public init(bins: [Bin], photos: [PhotoBinned]) {
    self.bins = bins
    self.photos = photos
  }
}
