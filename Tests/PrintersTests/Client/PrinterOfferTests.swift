import BoothCore
import Testing

@testable import Printers

/// What a sheet is sent with, by what the printer offers.
@Suite struct `A sheet's settings` {
  private static func size(_ width: Int32, _ height: Int32) -> IPPAttribute {
    IPPAttribute(
      "media-size",
      .collection([IPPAttribute("x-dimension", .integer(width)), IPPAttribute("y-dimension", .integer(height))]))
  }

  private static func margins(_ width: Int32) -> [IPPAttribute] {
    ["bottom", "left", "right", "top"].map { IPPAttribute("media-\($0)-margin", .integer(width)) }
  }

  private static func media(_ width: Int32, _ height: Int32, _ more: [IPPAttribute] = []) -> IPPValue {
    .collection([size(width, height)] + more)
  }

  private static let members = IPPAttribute(
    "media-col-supported",
    ["media-size", "media-bottom-margin", "media-left-margin", "media-right-margin", "media-top-margin", "media-type"]
      .map(IPPValue.keyword))

  private static let fourBySix = MillimetreSize(width: 101.6, height: 152.4)

  private static func template(
    _ attributes: [IPPAttribute], for paper: MillimetreSize = fourBySix, scaling: [PrintScaling] = [.fill, .none]
  ) throws -> [IPPAttribute] {
    try PrinterOffer(IPPAttributes(attributes)).template(for: paper, scaling: scaling)
  }

  @Test func `ask for what is loaded, with its own margins and kind`() throws {
    let template = try Self.template([
      Self.members, IPPAttribute("copies-supported", .range(lower: 1, upper: 99)),
      IPPAttribute(
        "media-col-ready",
        [
          Self.media(21590, 27940),
          Self.media(
            10160, 15240, Self.margins(0) + [IPPAttribute("media-type", .keyword("photographic-glossy"))]),
        ]),
      IPPAttribute("media-col-database", [Self.media(10160, 15240, Self.margins(300))]),
      IPPAttribute("print-scaling-supported", [.keyword("auto"), .keyword("none"), .keyword("fill")]),
    ])
    #expect(
      template == [
        IPPAttribute("copies", .integer(1)),
        IPPAttribute(
          "media-col",
          .collection(
            [Self.size(10160, 15240)] + Self.margins(0) + [
              IPPAttribute("media-type", .keyword("photographic-glossy"))
            ])), IPPAttribute("print-scaling", .keyword("fill")),
      ])
  }

  @Test func `take the entry with the least margins, and the nearest size`() throws {
    let template = try Self.template([
      Self.members,
      IPPAttribute(
        "media-col-database",
        [
          Self.media(10160, 15240, Self.margins(635)), Self.media(10160, 15240, Self.margins(0)),
          Self.media(10200, 15300, Self.margins(0)),
        ]),
    ])
    #expect(
      template == [IPPAttribute("media-col", .collection([Self.size(10160, 15240)] + Self.margins(0)))])
  }

  @Test func `leave margins out where the printer knows none, and ask for none where it can`() throws {
    let sizes = IPPAttribute(
      "media-size-supported", [Self.media(21000, 29700), Self.media(10000, 14800)].map(Self.members))
    let plain = try Self.template(
      [IPPAttribute("media-col-supported", .keyword("media-size")), sizes], for: MillimetreSize(width: 100, height: 148)
    )
    #expect(plain == [IPPAttribute("media-col", .collection([Self.size(10000, 14800)]))])
    let borderless = try Self.template(
      [Self.members, sizes]
        + ["bottom", "left", "right", "top"].map {
          IPPAttribute("media-\($0)-margin-supported", [.integer(0), .integer(340)])
        }, for: MillimetreSize(width: 100, height: 148))
    #expect(borderless == [IPPAttribute("media-col", .collection([Self.size(10000, 14800)] + Self.margins(0)))])
  }

  /// As `media-size-supported` has it: the size's members without `media-size` around them.
  private static func members(_ media: IPPValue) -> IPPValue {
    guard case .collection(let outer) = media, case .collection(let inner)? = outer.first?.values.first else {
      return media
    }
    return .collection(inner)
  }

  @Test func `keep the printer's order of width and height`() throws {
    let template = try Self.template(
      [Self.members, IPPAttribute("media-col-ready", Self.media(10160, 15240))],
      for: MillimetreSize(width: 152.4, height: 101.6))
    #expect(template == [IPPAttribute("media-col", .collection([Self.size(10160, 15240)]))])
  }

  @Test func `name a size of a range`() throws {
    let custom = IPPValue.collection([
      IPPAttribute("x-dimension", .range(lower: 5300, upper: 10200)),
      IPPAttribute("y-dimension", .range(lower: 8500, upper: 15300)),
    ])
    let template = try Self.template(
      [Self.members, IPPAttribute("media-size-supported", custom)], for: MillimetreSize(width: 90, height: 120))
    #expect(template == [IPPAttribute("media-col", .collection([Self.size(9000, 12000)]))])
  }

  @Test func `name the paper where its size cannot be said`() throws {
    let names = IPPAttribute(
      "media-supported",
      ["iso_a4_210x297mm", "custom_min_100x150mm", "custom_max_102x153mm", "na_index-4x6_4x6in", "choice"].map(
        IPPValue.keyword))
    #expect(try Self.template([names]) == [IPPAttribute("media", .keyword("na_index-4x6_4x6in"))])
  }

  @Test func `say nothing about paper to a printer that says nothing`() throws {
    #expect(try Self.template([]).isEmpty)
    #expect(try Self.template([IPPAttribute("media-supported", .keyword("w288h432"))]).isEmpty)
  }

  @Test func `cannot be made for paper that the printer does not have`() {
    let fault = #expect(throws: PrinterOffer.NoSuchPaperFault.self) {
      try Self.template([
        Self.members, IPPAttribute("media-col-ready", [Self.media(10000, 14800), Self.media(8900, 11905)]),
      ])
    }
    #expect(fault?.words == "it has no paper of 101.6 × 152.4 mm; it offers 100 × 148, 89 × 119.05")
  }

  @Test func `take JPEG where it is said, or a printer that looks itself`() {
    func format(_ formats: String...) -> String? {
      PrinterOffer(IPPAttributes([IPPAttribute("document-format-supported", formats.map(IPPValue.mimeMediaType))]))
        .format
    }
    #expect(format("application/pdf", "image/jpeg", "application/octet-stream") == "image/jpeg")
    #expect(format("application/octet-stream", "image/urf") == "application/octet-stream")
    #expect(format("image/urf") == nil)
    #expect(PrinterOffer(IPPAttributes([])).format == "image/jpeg")
  }

  @Test func `ask for a scaling only where the printer has it`() throws {
    let scalings = IPPAttribute("print-scaling-supported", [.keyword("auto"), .keyword("fit"), .keyword("none")])
    #expect(try Self.template([scalings]) == [IPPAttribute("print-scaling", .keyword("none"))])
    #expect(try Self.template([scalings], scaling: []).isEmpty)
    #expect(try Self.template([scalings], scaling: [.fill]).isEmpty)
  }

  @Test(arguments: [
    ("na_index-4x6_4x6in", 10160, 15240), ("iso_a6_105x148mm", 10500, 14800),
    ("custom_photo_101.6x152.4mm", 10160, 15240),
    ("na_number-10_4.125x9.5in", 10478, 24130),
  ]) func `read the size in a paper's name`(_ name: String, _ width: Int, _ height: Int) {
    #expect(MediaName(name)?.hundredths == HundredthSize(width: width, height: height))
  }

  @Test(arguments: [
    "", "a", "w288h432", "custom_min_53x85mm", "custom_max_102x153mm", "x_1e300x1e300in", "x_nanx1mm", "x_infx5mm",
    "x_-1x5mm", "x_0x5mm", "x_1x2x3mm",
  ]) func `find no size in another name`(_ name: String) { #expect(MediaName(name) == nil) }
}
