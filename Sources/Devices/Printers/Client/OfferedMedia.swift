import BoothCore

/// A size in hundredths of a millimetre, as IPP counts paper (PWG 5100.3, 3.13.8).
struct HundredthSize: Sendable, Hashable {
  var width: Int
  var height: Int

  /// Rounded to the nearest.
  init(_ size: MillimetreSize) { self.init(width: Self.hundredths(size.width), height: Self.hundredths(size.height)) }

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  var millimetres: MillimetreSize { MillimetreSize(width: Double(width) / 100, height: Double(height) / 100) }

  private static func hundredths(_ millimetres: Double) -> Int {
    Int((min(max(millimetres, 0), 10_000) * 100).rounded())
  }
}

/// One kind of paper as a printer offers it: an entry of `media-col-ready`, `media-col-database` or `media-size-supported`.
struct OfferedMedia: Sendable, Equatable {
  /// Of one value where the size is fixed.
  var width: ClosedRange<Int>
  var height: ClosedRange<Int>
  /// In hundredths of a millimetre; nil where the printer says none.
  var margins: [Margin: Int] = [:]
  var type: String?
  var source: String?

  enum Margin: String, Sendable, CaseIterable {
    case bottom = "media-bottom-margin"
    case left = "media-left-margin"
    case right = "media-right-margin"
    case top = "media-top-margin"
  }

  /// Nil without a size that paper can have.
  init?(_ collection: IPPAttributes) {
    guard let size = collection.collections("media-size").first else { return nil }
    self.init(size: size)
    for margin in Margin.allCases { margins[margin] = collection.count(margin.rawValue) }
    type = collection.keywords("media-type").first
    source = collection.keywords("media-source").first
  }

  /// Of a size alone.
  init?(size: IPPAttributes) {
    guard let width = size.span("x-dimension"), let height = size.span("y-dimension") else { return nil }
    (self.width, self.height) = (width, height)
  }

  /// Its size; nil for one of many.
  var size: HundredthSize? {
    width.count == 1 && height.count == 1 ? HundredthSize(width: width.lowerBound, height: height.lowerBound) : nil
  }

  /// A size of this kind that differs by no more than 2 mm each way: what makers call 4×6 inches is 101.6×152.4 mm for one
  /// and 100×148 for none of them. The printer's own order of width and height is kept.
  func fitting(_ paper: HundredthSize) -> HundredthSize? {
    let upright = fitting(paper.width, paper.height)
    let lying = fitting(paper.height, paper.width)
    guard let upright, let lying else { return upright ?? lying }
    return Self.miss(upright, paper) <= Self.miss(lying, HundredthSize(width: paper.height, height: paper.width))
      ? upright : lying
  }

  private func fitting(_ width: Int, _ height: Int) -> HundredthSize? {
    let found = HundredthSize(width: self.width.nearest(to: width), height: self.height.nearest(to: height))
    return Self.miss(found, HundredthSize(width: width, height: height)) <= Self.tolerance ? found : nil
  }

  /// In hundredths of a millimetre: the larger of both differences.
  static func miss(_ one: HundredthSize, _ other: HundredthSize) -> Int {
    max(abs(one.width - other.width), abs(one.height - other.height))
  }

  private static let tolerance = 200
}

/// The size in a self-describing media name: `na_index-4x6_4x6in`, `iso_a6_105x148mm`, `custom_photo_101.6x152.4mm` (PWG 5101.1).
struct MediaName: Sendable, Equatable {
  var keyword: String
  var hundredths: HundredthSize

  /// Nil for names that describe no size.
  init?(_ keyword: String) {
    // The bounds of a printer's own sizes, and no sizes themselves (PWG 5101.1, 5.2).
    guard !keyword.hasPrefix("custom_min_"), !keyword.hasPrefix("custom_max_"),
      let last = keyword.split(separator: "_").last
    else { return nil }
    let unit = last.hasSuffix("mm") ? 100.0 : last.hasSuffix("in") ? 2540.0 : nil
    let parts = last.dropLast(2).split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
    guard let unit, parts.count == 2, let width = parts[0], let height = parts[1],
      (1...100_000).contains(width * unit), (1...100_000).contains(height * unit)
    else { return nil }
    self.keyword = keyword
    hundredths = HundredthSize(width: Int((width * unit).rounded()), height: Int((height * unit).rounded()))
  }
}

extension IPPAttributes {
  /// A number, or a range of them, from 1 to 10 m.
  fileprivate func span(_ name: String) -> ClosedRange<Int>? {
    let most = 1_000_000
    switch values(name).first {
    case .integer(let value)? where (1...most).contains(Int(value)): return Int(value)...Int(value)
    case .range(let lower, let upper)? where lower <= upper && upper >= 1 && Int(lower) <= most:
      return max(1, Int(lower))...min(most, Int(upper))
    default: return nil
    }
  }
}

extension ClosedRange<Int> {
  fileprivate func nearest(to value: Int) -> Int { Swift.min(Swift.max(value, lowerBound), upperBound) }
}
