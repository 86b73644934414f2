/// Where the pictures of features are kept: made upright, scaled and without their files' facts before anybody sees them.
///
/// Pictures lie in albums; their names are made of their bytes. From any thread.
public protocol StudioPictures: Sendable {
  /// Makes a picture ready, with its thumbnail, and keeps both; the same bytes again are there once.
  /// - Parameter file: the path of whatever a person has sent; it is read, and stays.
  func keep(file: String, in album: PictureAlbum) async throws(StudioPictureError) -> KeptPicture
  /// The JPEG of this name; nil for none.
  func jpeg(_ name: String, in album: PictureAlbum) async throws(StudioPictureError) -> [UInt8]?
  /// Albums into which nothing was put since a moment.
  /// - Parameter moment: in seconds since 1970.
  func albums(untouchedSince moment: Double) async throws(StudioPictureError) -> [PictureAlbum]
  /// All of an album goes; one that is not there is gone.
  func remove(_ album: PictureAlbum) async throws(StudioPictureError)
  /// Notes that a person begins to fill an album, or that it is whole and no draft any more.
  func note(_ album: PictureAlbum, isDraft: Bool, of user: String) async throws(StudioPictureError)
  /// The drafts that a person fills, the one that was untouched longest first.
  func drafts(of user: String, in organisation: String) async throws(StudioPictureError) -> [DraftAlbum]
}

extension StudioPictures {
  /// For a place that is not filled.
  public func note(_ album: PictureAlbum, isDraft: Bool, of user: String) async throws(StudioPictureError) {}
  /// None are noted.
  public func drafts(of user: String, in organisation: String) async throws(StudioPictureError) -> [DraftAlbum] { [] }
}

/// An album that a person fills.
public struct DraftAlbum: Sendable, Equatable {
  public var album: PictureAlbum
  /// How many files lie in it, and how many bytes they have.
  public var files: Int
  public var bytes: Int64
  /// When something was put into it last, in seconds since 1970.
  public var touchedAt: Double

  public init(_ album: PictureAlbum, files: Int, bytes: Int64, touchedAt: Double) {
    (self.album, self.files, self.bytes, self.touchedAt) = (album, files, bytes, touchedAt)
  }
}

/// Photos that the studio has already, for a feature that makes something of them: by ids of the feature that shows
/// them. From any thread.
public protocol PhotoLender: Sendable {
  /// What a photo that a person may have is called, with its ending; nil for none of that id, and for one that is not
  /// theirs to see.
  func name(of id: String, for principal: Principal) async throws(StudioPictureError) -> String?
  /// Lends a photo that a person may have; one that its guests may have erased is refused
  /// (``PictureRefusal/ofGuests``), as the copies cannot be reached that are made of it.
  /// - Parameter use: gets the path of its file, which is read, and there only until it returns.
  /// - Returns: what `use` does; nil for none of that id, and for one that is not theirs to see.
  func lend(
    _ id: String, for principal: Principal,
    _ use: @Sendable (_ file: String) async throws(StudioPictureError) -> KeptPicture
  ) async throws(StudioPictureError) -> KeptPicture?
}

/// Pictures that come and go together.
public struct PictureAlbum: Sendable, Hashable {
  /// Whose.
  public var organisation: String
  /// Letters and digits.
  public var name: String

  public init(organisation: String, name: String) {
    self.organisation = organisation
    self.name = name
  }
}

/// A picture that is kept.
public struct KeptPicture: Sendable, Equatable {
  /// Of the picture itself: `….jpg`.
  public var name: String
  /// Of its thumbnail.
  public var thumbnail: String

  public init(name: String, thumbnail: String) {
    self.name = name
    self.thumbnail = thumbnail
  }

  /// The longest name, in bytes.
  public static let longestName = 80

  /// Whether a text can be the name of a kept picture: letters, digits, `-`, `_`, and `.jpg`.
  public static func isName(_ text: String) -> Bool {
    text.hasSuffix(".jpg") && (5...longestName).contains(text.utf8.count)
      && text.dropLast(4).utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }
}

/// Why a picture could not be kept or had.
public enum StudioPictureError: Error, Sendable, Equatable {
  /// What a person has sent is none that can be shown.
  case refused(PictureRefusal)
  /// The disk refuses for now; in words.
  case unavailable(String)
}

/// What is wrong with a picture that a person has sent.
public enum PictureRefusal: Sendable, Hashable {
  /// HEIC of a kind that this machine's libraries do not read.
  case heic
  /// A kind for which this machine lacks the library.
  case noLibrary
  /// Its end is missing; how much of it is there, in percent, where that can be said.
  case cut(percent: Int?)
  /// Damaged.
  case damaged
  /// More pixels than can be held.
  case tooLarge
  /// One side has more pixels than a picture of its kind may have.
  case tooLong
  /// A picture of a kind that is known, written in a rare way that this machine's libraries do not read.
  case rare
  /// No picture, or of a kind that is not read.
  case unknown
  /// A photo of a booth's guests, who may have it erased: no copy of it is made.
  case ofGuests
}

/// A picture that may be shown: JPEG, upright, without its file's facts.
public struct PreparedPicture: Sendable, Equatable {
  /// The picture.
  public var jpeg: [UInt8]
  /// Smaller.
  public var thumbnail: [UInt8]

  public init(jpeg: [UInt8], thumbnail: [UInt8]) {
    self.jpeg = jpeg
    self.thumbnail = thumbnail
  }
}
