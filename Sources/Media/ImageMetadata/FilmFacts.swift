/// What the film of a live photo says of itself, by few of its bytes: boxes of ISO/IEC 14496-12, and Apple's QuickTime File Format,
/// of which those boxes come.
public struct FilmFacts: Equatable, Sendable {
  /// What joins the two files of a live photo: the item `com.apple.quicktime.content.identifier` of `moov/meta`.
  public var contentIdentifier: String?
  /// When it was taken, in seconds since 1970 in UTC: `mvhd`'s creation time. Nil where it does not say, or something before 1970.
  public var createdUnixSeconds: Int64?
  /// What is wrong with it, where something is.
  public var trouble: PhotoTrouble?

  /// From 1904, where the times of these files begin, to 1970, in seconds.
  private static let epoch: Int64 = 2_082_844_800
  /// What is longer is no identifier; and of more keys the rest is not looked at.
  private static let (longest, mostKeys) = (256, 256)
  private static let key = "com.apple.quicktime.content.identifier"
  /// What files of this kind begin with.
  private static let beginnings: Set<FourCode> = ["ftyp", "moov", "mdat", "wide", "free", "skip", "pnot", "uuid"]

  /// Nothing is known.
  public init() {}

  /// Reads heads of boxes, whatever stands in them; where the index (`moov`) stands at the end, hops over what is before it.
  ///
  /// Never throws for what the bytes are: ``trouble`` names it. Blocks as long as the bytes' own reads do.
  public static func read(_ bytes: any PhotoBytes) -> FilmFacts {
    var facts = FilmFacts()
    let window = ByteWindow(bytes)
    guard window.count > 0 else {
      facts.trouble = .empty
      return facts
    }
    let boxes = BoxReader(window: window)
    let top = boxes.boxes(0..<window.count)
    guard let moov = top.first(where: { $0.type == "moov" }) else {
      let isFilm = top.first.map { beginnings.contains($0.type) } ?? false
      facts.trouble = window.hasFailed ? .unreadable : isFilm ? .cut : .notAPicture
      return facts
    }
    let parts = boxes.boxes(moov.content)
    if let head = parts.first(where: { $0.type == "mvhd" })?.content.lowerBound {
      // Behind version and flags.
      let said = window.number(head + 4, window.byte(head) == 1 ? 8 : 4).map { Int64($0) - epoch }
      facts.createdUnixSeconds = said.flatMap { $0 > 0 ? $0 : nil }
    }
    facts.contentIdentifier = parts.first { $0.type == "meta" }.flatMap { identifier($0.content, boxes) }
    facts.trouble = window.hasFailed ? .unreadable : moov.isCut || parts.isEmpty ? .cut : nil
    return facts
  }

  private static func identifier(_ meta: Range<Int>, _ boxes: BoxReader) -> String? {
    let window = boxes.window
    // In QuickTime's own files boxes follow at once; in others, version and flags are before them.
    let range = window.code(meta.lowerBound + 4) == "hdlr" ? meta : meta.dropFront(4)
    guard let keys = boxes.first("keys", in: range)?.content, let list = boxes.first("ilst", in: range)?.content,
      let count = window.number(keys.lowerBound + 4, 4)
    else { return nil }
    var at = keys.lowerBound + 8
    for number in 1...max(1, min(count, mostKeys)) {
      guard let size = window.number(at, 4), size >= 8, size <= keys.upperBound - at else { return nil }
      if size == 8 + key.utf8.count, window.bytes(at + 8, size - 8)?.elementsEqual(key.utf8) == true {
        let item = boxes.boxes(list).first { $0.type == FourCode(UInt32(number)) }
        return item.flatMap { boxes.first("data", in: $0.content) }.flatMap { text($0.content.dropFront(8), window) }
      }
      at += size
    }
    return nil
  }

  private static func text(_ range: Range<Int>, _ window: ByteWindow) -> String? {
    guard (1...longest).contains(range.count), let bytes = window.bytes(range.lowerBound, range.count) else {
      return nil
    }
    return String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self).flatMap { $0.isEmpty ? nil : $0 }
  }
}
