/// A keeper of photos: a folder, a bucket, an Apple Photos library, the booth itself. Only it knows what its ids mean.
public protocol PhotoProvider: Sendable {
  /// The same for as long as it is the same source.
  var identifier: PhotoSourceID { get }
  /// What kind of source it is.
  var kind: PhotoSourceKind { get }
  /// For people.
  var displayName: String { get }
  /// What may be done with its photos.
  var capabilities: PhotoCapabilities { get }

  /// Everything that it has, in any order, each photo once. The consumer pulls; who stops pulling ends the scan.
  ///
  /// A scan that ends without a fault and without ``PhotoScanStep/unchanged`` has said all: what it has not named is gone,
  /// except below what it called unreadable or away. A scan that throws has said nothing of what it did not get to.
  /// - Parameter mark: what the last whole scan said last.
  func scan(since mark: PhotoScanMark?) -> AsyncThrowingStream<PhotoScanStep, any Error>

  /// The photo's bytes.
  func open(_ id: PhotoID) async throws(PhotoSourceError) -> PhotoContent

  /// A thumbnail that the source has already: a JPEG, upright; nil where there is none of that size or a little more.
  /// - Parameter shortSide: in pixels.
  func thumbnail(of id: PhotoID, shortSide: Int) async throws(PhotoSourceError) -> [UInt8]?

  /// What its bytes are known by, as far as the source knows without reading all of them.
  func identity(of id: PhotoID) async throws(PhotoSourceError) -> PhotoIdentity

  /// What opens as a live photo's film, where the source has it behind the photo's own id (``PhotoFlags/live``); nil for sources whose
  /// films are files beside the pictures, or that have none. Nothing is asked of a disk.
  func film(of id: PhotoID) -> PhotoID?

  /// What lies beside the photo and speaks of it, what counts most first. Blocks for as long as the disk does.
  func sidecars(of id: PhotoID) -> [PhotoSidecar]
}

extension PhotoProvider {
  /// None.
  public func thumbnail(of id: PhotoID, shortSide: Int) async throws(PhotoSourceError) -> [UInt8]? { nil }
  /// None.
  public func film(of id: PhotoID) -> PhotoID? { nil }
  /// None.
  public func sidecars(of id: PhotoID) -> [PhotoSidecar] { [] }
}

/// A source that photos can be thrown away in, and taken back.
public protocol PhotoBin: PhotoProvider {
  /// Moves it to the bin, and its film along: both or none, whatever happens meanwhile. What is not what a person has
  /// seen stays, and nothing is made beside it.
  /// - Parameters:
  ///   - film: of a live photo, beside it; one that is gone by now is left out.
  ///   - seen: what was known of it and of its source.
  /// - Returns: what ``restore(_:)`` takes.
  func moveToTrash(
    _ id: PhotoID, with film: PhotoID?, seen: PhotoSeen
  ) async throws(PhotoSourceError) -> PhotoTrashed
  /// Moves it back where it was, with what came along; never over another one. Folders that are gone meanwhile are made anew.
  func restore(_ trashed: PhotoTrashed) async throws(PhotoSourceError)
  /// What lies in the bin, by any person.
  func trashed() async throws(PhotoSourceError) -> [PhotoTrashed]
  /// The same with sizes and times, in no order.
  func binned() async throws(PhotoSourceError) -> [PhotoBinned]
}

extension PhotoBin {
  /// Moves a photo to the bin, whatever it is by now.
  public func moveToTrash(_ id: PhotoID, with film: PhotoID? = nil) async throws(PhotoSourceError) -> PhotoTrashed {
    try await moveToTrash(id, with: film, seen: PhotoSeen())
  }
}

/// What was known of a photo, and of its source, when a person chose it.
public struct PhotoSeen: Sendable, Hashable {
  /// Its file; nil where nothing is known, so that any will do.
  public var file: PhotoFileState?
  /// What the source's last whole scan said last; nil the same.
  public var source: PhotoScanMark?

  public init(file: PhotoFileState? = nil, source: PhotoScanMark? = nil) {
    self.file = file
    self.source = source
  }

  /// What a scan has named.
  public init(_ entry: PhotoEntry, of source: PhotoScanMark?) {
    self.source = source
    if let size = entry.size, let modified = entry.modified {
      file = PhotoFileState(size: size, modified: modified, mark: entry.mark)
    }
  }
}

/// What was moved to a bin.
public struct PhotoTrashed: Sendable, Hashable {
  /// Which photo it was.
  public var id: PhotoID
  /// Where it is now; only its source knows what that means.
  public var place: String

  public init(id: PhotoID, place: String) {
    self.id = id
    self.place = place
  }
}

/// Which source it is.
///
/// ```swift
/// PhotoSourceID("holiday-2")
/// ```
public struct PhotoSourceID: Sendable, Hashable, CustomStringConvertible {
  /// Lower-case letters, digits and hyphens: it stands in addresses.
  public let text: String
  /// Takes the text; nil where it has anything else in it, nothing, or more than 64 bytes.
  public init?(_ text: String) {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
      default: false
      }
    }
    guard isPlain, (1...64).contains(text.utf8.count) else { return nil }
    self.text = text
  }
  /// The same as ``text``.
  public var description: String { text }
}

/// What kind of source it is.
public enum PhotoSourceKind: String, Sendable, CaseIterable, Codable {
  /// A folder and everything below it.
  case folder
  /// A bucket with a catalog.
  case s3
  /// An Apple Photos library, from a copy or a mounted disk.
  case applePhotos
  /// The booth's own sessions.
  case sessions
}

/// What may be done with a source's photos.
public struct PhotoCapabilities: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Photos can be moved to the bin.
  public static let delete = PhotoCapabilities(rawValue: 1)
  /// Photos can be brought there.
  public static let upload = PhotoCapabilities(rawValue: 2)
  /// Photos can be copied out.
  public static let export = PhotoCapabilities(rawValue: 8)
  /// It searches by itself.
  public static let search = PhotoCapabilities(rawValue: 32)

  /// Only copied out.
  public static let readOnly: PhotoCapabilities = [.export]
  /// A folder of one's own.
  public static let local: PhotoCapabilities = [.delete, .export]
}

/// What a scan says.
public enum PhotoScanStep: Sendable, Equatable {
  /// Photos; some hundreds at a time.
  case entries([PhotoEntry])
  /// Films beside pictures (``PhotoFlags/beside``): no photos, but perhaps a part of one.
  case films([PhotoEntry])
  /// Files beside pictures that may speak of them; all that there are, each time.
  case sidecars([PhotoSidecarFile])
  /// Something that is no photo for a reason worth telling: a link that leads out, a name without a picture behind it.
  case skipped(name: String, why: PhotoSkip)
  /// A part that could not be read: what is known below it stays. The ids of its photos begin with `prefix`.
  case unreadable(prefix: String, why: String)
  /// A part whose disk is not there: what is known below it stays, but what the scan has named.
  case away(PhotoAway)
  /// Something to be told of the source as a whole, in English; it stands until a scan says nothing, or something else.
  case remark(String)
  /// Nothing is different from the last whole scan; the stream ends.
  case unchanged
  /// What the next scan gets; the last step of a whole scan.
  case mark(PhotoScanMark)
}

/// A part of a source whose disk is not there now.
public struct PhotoAway: Sendable, Hashable, Codable {
  /// What is there instead.
  public enum Why: String, Sendable, Codable, CaseIterable {
    /// Nothing: the disk is not mounted.
    case notMounted
    /// Another disk, or an empty one.
    case otherDisk
  }

  /// What the ids of its photos begin with.
  public var prefix: String
  /// What is there instead.
  public var why: Why
  /// How many photos are not reachable.
  public var count = 0

  public init(prefix: String, why: Why) {
    self.prefix = prefix
    self.why = why
  }
}

/// Why a scan left something out.
public enum PhotoSkip: String, Sendable, Codable, CaseIterable {
  /// A symbolic link that leads out of the source.
  case linkLeadsOut
  /// A symbolic link to what is not there, or to itself.
  case linkLeadsNowhere
  /// A symbolic link to what is in the source anyway.
  case linkToKnown
  /// No ordinary file: a pipe, a device, a socket.
  case notAFile
  /// What is there cannot be read by this user.
  case denied
  /// A row of a catalog that makes no sense.
  case badRow
  /// A folder of the booth's own data, which not everybody may see.
  case boothsOwn
  /// A picture, by its name, of a kind that is not read.
  case otherKind
}

/// What a source wants to hear again at its next scan; opaque.
public struct PhotoScanMark: Sendable, Hashable {
  /// The source's own.
  public var text: String
  public init(_ text: String) { self.text = text }
}

/// A photo's bytes.
public enum PhotoContent: Sendable {
  /// An open file; it is closed with its last reference.
  case file(any OpenPhoto)
  /// All of them.
  case bytes([UInt8])
}

/// A photo's file that is open for reading.
public protocol OpenPhoto: Sendable {
  /// In bytes, as it was opened.
  var count: Int64 { get }
  /// By which this process and those that it starts reach the very same file, whatever becomes of its name:
  /// `/proc/…/fd/…`.
  var path: String { get }
  /// What a scan of its source would say of it now; nil where the source knows its photos by other things.
  var state: PhotoFileState? { get }
  /// At most `count` bytes from `offset`; fewer only at the end. Blocks.
  func read(at offset: Int64, count: Int) throws(PhotoSourceError) -> [UInt8]
}

/// What tells that a file is another one than it was.
public struct PhotoFileState: Sendable, Hashable {
  /// In bytes.
  public var size: Int64
  /// When it was changed last, in nanoseconds since 1970.
  public var modified: Int64
  /// What else tells it; as ``PhotoEntry/mark``.
  public var mark: String

  public init(size: Int64, modified: Int64, mark: String) {
    self.size = size
    self.modified = modified
    self.mark = mark
  }
}

/// What a photo's bytes are known by.
public struct PhotoIdentity: Sendable, Hashable {
  /// Of all bytes, lower-case hexadecimal.
  public var fullMD5: String?
  /// Of the first 4096 bytes.
  public var headMD5: String?
  /// In bytes.
  public var size: Int64?

  public init(fullMD5: String? = nil, headMD5: String? = nil, size: Int64? = nil) {
    self.fullMD5 = fullMD5
    self.headMD5 = headMD5
    self.size = size
  }
}

/// Why a source could not do it.
public enum PhotoSourceError: Error, Hashable, Sendable {
  /// No such photo: never was, or is gone.
  case itemNotFound
  /// There is no sign-in, or it has no right.
  case notAuthorized
  /// It was tried, and failed; in words.
  case loadFailed(String)
  /// What came is not what was asked for; in words.
  case invalidData(String)
  /// The source is away: its disk, its network; what is known of it stays.
  case sourceUnavailable(String)
  /// Another photo has its name by now, and is not written over.
  case nameTaken
  /// Under its name lies another file than the one that was known, and is left alone.
  case anotherFile
  /// Something that is no folder stands where a folder of its was: which, below the source, for people.
  case folderTaken(String)
  /// The source's bin cannot be used; in words.
  case binUnusable(String)
}

/// A picture that can be asked for.
public enum PhotoSize: String, Sendable, CaseIterable {
  /// The grid's: short edge 256, long edge at most 512 (the excess is cut).
  case thumbnail = "256"
  /// The longest side has at most 1024 pixels; nothing is cut.
  case screen = "1024"
  /// The longest side has at most 2048 pixels; nothing is cut.
  case large = "2048"
}

/// What was read of a photo, with what no source says.
public struct PhotoReading: Sendable, Equatable {
  /// What its bytes say.
  public var details: PhotoDetails
  /// Whether its pictures follow one another (GIF, WebP, AVIF, PNG).
  public var isAnimated = false
  /// What is worth telling of it, by its name, as ``PhotoEntry/remark``: `placeWithoutSides`; nil for nothing.
  public var remark: String?

  /// Nothing else.
  public init(_ details: PhotoDetails) { self.details = details }
}

/// Reads what a photo says of itself, from few of its bytes; nothing in them is trusted.
public protocol PhotoReader: Sendable {
  /// What its bytes say; trouble is among it, by its name. Blocks.
  func details(of content: PhotoContent) -> PhotoDetails
  /// The same, and of what the photo does not say what lies beside it says. Blocks.
  /// - Parameter sidecars: asked for only where something is missing.
  func reading(of content: PhotoContent, beside sidecars: () -> [PhotoSidecar]) -> PhotoReading
  /// What a film beside pictures says: when it was taken, its content identifier, what is wrong with it. Blocks.
  func filmDetails(of content: PhotoContent) -> PhotoDetails
}

extension PhotoReader {
  /// The same as without them.
  public func reading(of content: PhotoContent, beside sidecars: () -> [PhotoSidecar]) -> PhotoReading {
    PhotoReading(details(of: content))
  }
  /// The same as of a picture.
  public func filmDetails(of content: PhotoContent) -> PhotoDetails { details(of: content) }
}
