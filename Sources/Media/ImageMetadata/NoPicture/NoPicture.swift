/// Why there is no picture of a photo, and what would help: what lists, pages and exports say.
///
/// It is kept as one line of text (``text``), such as `unsupported needs=libvips kind=HEIF`, whose first word is the reason.
public struct NoPicture: Sendable, Equatable, Hashable {
  /// What the file, the machine or its disk lacks. The raw values are for JSON and logs. What one attempt to make a picture came to is
  /// another list (`ThumbnailError.Code`), which says why.
  public enum Reason: String, Sendable, CaseIterable {
    /// It has no bytes.
    case empty
    /// It is no picture of a kind that is known.
    case notAPicture = "not-a-picture"
    /// It ends before its picture does.
    case cut
    /// Its picture cannot be decoded.
    case damaged
    /// Its picture is encrypted.
    case encrypted
    /// It has more pixels, or would take more memory, than this machine has for it.
    case tooLarge = "too-large"
    /// It is a picture, of a kind that this machine cannot decode.
    case unsupported
    /// A raw file without a picture inside that is large enough.
    case noPreview = "no-preview"
    /// The process that decoded it died of it.
    case died
    /// It took longer than a picture may.
    case tookTooLong = "took-too-long"
    /// It was there when its folder was looked at.
    case gone
    /// Its library knows it and does not have it.
    case missing
    /// This user may not read it.
    case denied
    /// Its disk did not give its bytes.
    case unreadable

    /// Whether it depends on the program and its libraries: a newer one may show the same bytes.
    public var isOfMachine: Bool {
      switch self {
      case .empty, .gone, .missing, .denied, .unreadable: false
      case .notAPicture, .cut, .damaged, .encrypted, .tooLarge, .unsupported, .noPreview, .died, .tookTooLong: true
      }
    }
  }

  /// What a machine needs to show it.
  public enum Need: String, Sendable, CaseIterable {
    /// libvips, which reads all but JPEG, BMP and what is inside of raw files.
    case libvips
    /// A decoder of HEVC for libheif.
    case hevc
    /// A decoder of AV1 for libheif.
    case av1
    /// A libheif that knows more of the format.
    case newerHEIF = "newer-libheif"
    /// libvips with its reader of JPEG XL.
    case jpegXL = "jpeg-xl"
    /// Another file, as JPEG 2000 is not read here.
    case jpeg2000 = "jpeg-2000"
    /// Another file: this kind, or what is in it, is not read here.
    case conversion
  }

  /// What a file that is no picture seems to be instead.
  public enum Disguise: String, Sendable, CaseIterable {
    /// Nothing but zeros: room that was set aside for a copy that was broken off.
    case zeros
    case html, text, pdf, zip, film, sound
    /// A drawing (SVG).
    case drawing
    /// A picture of a kind that is not read: its ending says which.
    case otherPicture = "other-picture"
  }

  public var reason: Reason
  /// What would show it.
  public var need: Need?
  /// What it seems to be.
  public var disguise: Disguise?
  /// Where it ends, or where its damage begins, in bytes from its start.
  public var byte: Int?
  /// What kind of file it is, as ``PhotoFormat`` names it.
  public var kind: String?
  /// With which program and libraries this was found: with others it may be otherwise. Nil where it does not matter.
  public var libraries: String?

  public init(
    _ reason: Reason, need: Need? = nil, disguise: Disguise? = nil, byte: Int? = nil, kind: String? = nil,
    libraries: String? = nil
  ) {
    self.reason = reason
    self.need = need
    self.disguise = disguise
    self.byte = byte
    self.kind = kind
    self.libraries = libraries
  }

  /// One line, which ``init(text:)`` reads.
  public var text: String {
    var words = [reason.rawValue]
    func add(_ name: String, _ value: String?) {
      guard let value, !value.isEmpty, !value.contains(where: { $0.isWhitespace || $0 == "=" }) else { return }
      words.append("\(name)=\(value)")
    }
    add("needs", need?.rawValue)
    add("seems", disguise?.rawValue)
    add("byte", byte.map(String.init))
    add("kind", kind)
    add("with", libraries)
    return words.joined(separator: " ")
  }

  /// Reads what ``text`` wrote; of words that it does not know only the first one matters. Nil where that is no reason.
  public init?(text: String) {
    let words = text.split(separator: " ")
    guard let reason = words.first.flatMap({ Reason(rawValue: String($0)) ?? Self.older[String($0)] }) else {
      return nil
    }
    self.init(reason)
    for word in words.dropFirst() {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { continue }
      switch parts[0] {
      case "needs": need = Need(rawValue: parts[1])
      case "seems": disguise = Disguise(rawValue: parts[1])
      case "byte": byte = Int(parts[1]).flatMap { $0 >= 0 ? $0 : nil }
      case "kind": kind = parts[1]
      case "with": libraries = parts[1]
      default: break
      }
    }
  }

  /// What indexes of before have.
  private static let older: [String: Reason] = [
    "notAPicture": .notAPicture, "tooLarge": .tooLarge, "noPreview": .noPreview,
  ]

  /// Of what a file's head says is wrong with it; `of` is the file.
  public init?(_ facts: PhotoFacts, of bytes: any PhotoBytes) {
    guard let trouble = facts.trouble else { return nil }
    let kind = facts.format == .unknown ? nil : facts.format.rawValue
    switch trouble {
    case .empty: self.init(.empty)
    case .unreadable: self.init(.unreadable)
    case .encrypted: self.init(.encrypted, kind: kind)
    case .cut: self.init(.cut, byte: bytes.count, kind: kind)
    case .damaged: self.init(.damaged, kind: kind)
    case .notAPicture:
      let disguise = Disguise.of(bytes)
      self.init(Disguise.isEncrypted(bytes) ? .encrypted : .notAPicture, disguise: disguise)
    }
  }

  /// The kind for people: `RAW-NEF` is "NEF".
  public var kindWord: String? { kind.map { $0.hasPrefix("RAW-") ? String($0.dropFirst(4)) : $0 } }
}
