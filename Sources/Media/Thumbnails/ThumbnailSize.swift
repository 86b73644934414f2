public import BoothCore
public import ImageMetadata

/// The sizes in which pictures are made. Sizes are few, so that each is made once and kept.
public enum ThumbnailSize: String, Sendable, Hashable, CaseIterable {
  /// PTM-256: the short side 256, the long one at most 512, of what is longer a part. Exchanged with other programs.
  case ptm256 = "256"
  /// The whole picture with its long side at most 512.
  case edge512 = "512"
  /// The whole picture with its long side at most 1024.
  case edge1024 = "1024"
  /// The whole picture with its long side at most 2048.
  case edge2048 = "2048"

  /// The long side's limit in pixels.
  public var longEdge: Int {
    switch self {
    case .ptm256, .edge512: 512
    case .edge1024: 1024
    case .edge2048: 2048
    }
  }

  /// The smallest size that has `pixels` on its long side; the largest where none has.
  public static func covering(longEdge pixels: Int) -> ThumbnailSize {
    [.edge512, .edge1024].first { $0.longEdge >= pixels } ?? .edge2048
  }
}

/// One picture that was made.
public struct Thumbnail: Sendable, Equatable {
  /// A baseline JPEG: upright, sRGB without a profile, without any words about the photo.
  public var jpeg: [UInt8]
  /// Its size.
  public var size: PixelSize
  /// The photo's colours in a few bytes: see ``PhotoPlaceholder``.
  public var placeholder: PhotoPlaceholder

  public init(jpeg: [UInt8], size: PixelSize, placeholder: PhotoPlaceholder) {
    self.jpeg = jpeg
    self.size = size
    self.placeholder = placeholder
  }
}

/// Why there is no picture of a photo.
public struct ThumbnailError: Error, Sendable, Equatable {
  /// What can be done about it. The raw values are for JSON and logs.
  ///
  /// It is not `NoPicture.Reason`, though most words are the same: a reason is of a photo, is kept with it and may be known without any
  /// decoding (`gone`, `missing`, `denied`); a code is of one attempt, which may also be withdrawn or fail of our own, and says nothing of the
  /// photo then. ``reason(_:)`` decides for each code which reason it is, so that a new one does not compile before that.
  public enum Code: String, Sendable, CaseIterable {
    /// The file has no bytes.
    case empty
    /// It is no picture of a kind that is known.
    case notAPicture = "not-a-picture"
    /// It ends before its picture does. What there is of it is not shown as if it were all.
    case cut
    /// Its picture cannot be decoded.
    case damaged
    /// Its picture is encrypted.
    case encrypted
    /// It has more pixels, or would take more memory, than is decoded.
    case tooLarge = "too-large"
    /// It is a picture, of a kind that this machine cannot decode; the detail says what to install.
    case unsupported
    /// A raw file without a preview inside that is large enough to be shown.
    case noPreview = "no-preview"
    /// The process that decoded it died of it.
    case died
    /// It took longer than a picture may.
    case tookTooLong = "took-too-long"
    /// The file is not there any more, or may not be read.
    case unreadable
    /// It is no longer wanted.
    case withdrawn
    /// Something of our own failed: no process, no memory, no disk. May pass.
    case failed

    /// Whether trying again with the same bytes may give a picture.
    public var mayPass: Bool {
      switch self {
      case .empty, .notAPicture, .cut, .damaged, .encrypted, .tooLarge, .unsupported, .noPreview: false
      case .died, .tookTooLong, .unreadable, .withdrawn, .failed: true
      }
    }
  }

  /// What can be done about it.
  public var code: Code
  /// What it is and what helps, for people, in English.
  public var detail: String
  /// What would show it, where that is known.
  public var need: NoPicture.Need?
  /// Where the file ends, or where its damage begins, in bytes from its start.
  public var byte: Int?

  public init(_ code: Code, _ detail: String, need: NoPicture.Need? = nil, byte: Int? = nil) {
    self.code = code
    self.detail = detail
    self.need = need
    self.byte = byte
  }

  /// Why there is no picture of a photo; nil for what is over as soon as it is tried again.
  /// - Parameter format: what kind of file it is, where that is known.
  public func reason(_ format: String?) -> NoPicture? {
    let reason: NoPicture.Reason
    switch code {
    case .empty: reason = .empty
    case .notAPicture: reason = .notAPicture
    case .cut: reason = .cut
    case .damaged: reason = .damaged
    case .encrypted: reason = .encrypted
    case .tooLarge: reason = .tooLarge
    case .unsupported: reason = .unsupported
    case .noPreview: reason = .noPreview
    case .died: reason = .died
    case .tookTooLong: reason = .tookTooLong
    case .unreadable, .withdrawn, .failed: return nil
    }
    let kind = format == PhotoFormat.unknown.rawValue ? nil : format
    return NoPicture(reason, need: need, byte: byte, kind: kind)
  }
}
