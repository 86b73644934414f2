import BoothCore

/// What a printer can do with a sheet, and what is asked of it for one: the pure part of sending.
struct PrinterOffer: Sendable, Equatable {
  var acceptsJobs = true
  /// As ``PrinterStatus/model``.
  var model = ""
  /// MIME types; empty where it does not say.
  var formats: [String] = []
  /// Members of `media-col` that it knows.
  var members: Set<String> = []
  var ready: [OfferedMedia] = []
  var database: [OfferedMedia] = []
  var sizes: [OfferedMedia] = []
  /// Self-describing names.
  var names: [MediaName] = []
  var isBorderless = false
  var scalings: Set<String> = []
  var countsCopies = false

  /// What is asked for before each sheet: what is loaded may have changed since the last.
  static let wanted = [
    "printer-state", "printer-make-and-model", "printer-info", "printer-name", "printer-is-accepting-jobs",
    "document-format-supported", "copies-supported", "media-supported",
    "media-col-supported", "media-col-ready", "media-col-database", "media-size-supported",
    "media-bottom-margin-supported", "media-left-margin-supported", "media-right-margin-supported",
    "media-top-margin-supported", "print-scaling-supported",
  ]

  init() {}

  init(_ attributes: IPPAttributes) {
    acceptsJobs = attributes.boolean("printer-is-accepting-jobs") ?? true
    model = attributes.model
    formats = attributes.texts("document-format-supported", limit: 127).map { $0.lowercased() }.filter { !$0.isEmpty }
    members = Set(attributes.keywords("media-col-supported"))
    ready = attributes.collections("media-col-ready").compactMap { OfferedMedia($0) }
    database = attributes.collections("media-col-database").compactMap { OfferedMedia($0) }
    sizes = attributes.collections("media-size-supported").compactMap { OfferedMedia(size: $0) }
    names = attributes.keywords("media-supported").compactMap { MediaName($0) }
    isBorderless = OfferedMedia.Margin.allCases.allSatisfy {
      attributes.integers("\($0.rawValue)-supported").contains(0)
    }
    scalings = Set(attributes.keywords("print-scaling-supported"))
    countsCopies = attributes.has("copies-supported")
  }

  static let jpeg = "image/jpeg"

  /// Whether it takes JPEG, or finds out itself what it is sent (RFC 8011, 5.1.10).
  var format: String? {
    if formats.isEmpty || formats.contains(Self.jpeg) { return Self.jpeg }
    return formats.contains("application/octet-stream") ? "application/octet-stream" : nil
  }

  /// No paper of that size.
  struct NoSuchPaperFault: Error, Equatable {
    /// What there is instead, for people.
    var words: String
  }

  /// The job's attributes for a sheet of a size: one copy, the paper as exactly as the printer names it, no margins where
  /// it can print without.
  ///
  /// What is loaded comes first, then what the printer knows with its margins, then its sizes, then its names. Where it
  /// names no paper at all, it is not asked for any.
  /// - Parameters:
  ///   - paper: its size.
  ///   - name: what the printer calls it, where that is asked for instead.
  ///   - wanted: scalings, the best first.
  func template(
    for paper: MillimetreSize, named name: String? = nil, scaling wanted: [PrintScaling]
  ) throws(NoSuchPaperFault) -> [IPPAttribute] {
    var template: [IPPAttribute] = []
    if countsCopies { template.append(IPPAttribute("copies", .integer(1))) }
    if let name {
      template.append(IPPAttribute("media", .keyword(name)))
    } else if let media = try media(for: HundredthSize(paper)) {
      template.append(media)
    }
    if let scaling = wanted.first(where: { scalings.contains($0.rawValue) }) {
      template.append(IPPAttribute("print-scaling", .keyword(scaling.rawValue)))
    }
    return template
  }

  private func media(for paper: HundredthSize) throws(NoSuchPaperFault) -> IPPAttribute? {
    let takesSizes = members.isEmpty ? false : members.contains("media-size")
    if takesSizes {
      for list in [ready, database, sizes] {
        if let (media, size) = Self.best(of: list, for: paper) {
          return IPPAttribute("media-col", .collection(collection(media, size)))
        }
      }
    }
    let named = names.filter { OfferedMedia($0.hundredths).fitting(paper) != nil }
      .min { Self.miss($0.hundredths, paper) < Self.miss($1.hundredths, paper) }
    if let named { return IPPAttribute("media", .keyword(named.keyword)) }
    let offers = ready + database + sizes
    guard !offers.isEmpty || !names.isEmpty else { return nil }
    throw NoSuchPaperFault(words: Self.words(paper, offers.compactMap(\.size) + names.map(\.hundredths)))
  }

  /// The nearest in size, and of those the one with the least margins.
  private static func best(
    of list: [OfferedMedia], for paper: HundredthSize
  ) -> (media: OfferedMedia, size: HundredthSize)? {
    let fitting = list.compactMap { media in media.fitting(paper).map { (media: media, size: $0) } }
    return fitting.min { one, other in
      let misses = (miss(one.size, paper), miss(other.size, paper))
      return misses.0 != misses.1 ? misses.0 < misses.1 : one.media.edge < other.media.edge
    }
  }

  /// However the paper lies.
  private static func miss(_ size: HundredthSize, _ paper: HundredthSize) -> Int {
    min(
      OfferedMedia.miss(size, paper),
      OfferedMedia.miss(size, HundredthSize(width: paper.height, height: paper.width)))
  }

  /// With the members that the printer knows, and no others: it might refuse the rest.
  private func collection(_ media: OfferedMedia, _ size: HundredthSize) -> [IPPAttribute] {
    var collection = [
      IPPAttribute(
        "media-size",
        .collection([
          IPPAttribute("x-dimension", .integer(Int32(size.width))),
          IPPAttribute("y-dimension", .integer(Int32(size.height))),
        ]))
    ]
    for margin in OfferedMedia.Margin.allCases where members.contains(margin.rawValue) {
      // What an entry says of itself holds; where it says nothing, none is asked for if the printer can.
      if let width = media.margins[margin] ?? (isBorderless ? 0 : nil) {
        collection.append(IPPAttribute(margin.rawValue, .integer(Int32(clamping: width))))
      }
    }
    if let type = media.type, members.contains("media-type") {
      collection.append(IPPAttribute("media-type", .keyword(type)))
    }
    if let source = media.source, members.contains("media-source") {
      collection.append(IPPAttribute("media-source", .keyword(source)))
    }
    return collection
  }

  private static func words(_ paper: HundredthSize, _ sizes: [HundredthSize]) -> String {
    var seen: [String] = []
    for size in sizes where seen.count < 6 && !seen.contains(size.words) { seen.append(size.words) }
    return "it has no paper of \(paper.words) mm" + (seen.isEmpty ? "" : "; it offers \(seen.joined(separator: ", "))")
  }
}

extension OfferedMedia {
  fileprivate init(_ size: HundredthSize) {
    (width, height) = (size.width...size.width, size.height...size.height)
  }

  /// All margins together; a printer that says none is taken to have some.
  fileprivate var edge: Int { Margin.allCases.reduce(0) { $0 + (margins[$1] ?? 100) } }
}

extension HundredthSize {
  /// `101.6 × 152.4`
  fileprivate var words: String { "\(Self.words(width)) × \(Self.words(height))" }

  private static func words(_ hundredths: Int) -> String {
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    if rest == 0 { return "\(whole)" }
    return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}
