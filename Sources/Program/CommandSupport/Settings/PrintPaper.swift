package import BoothCore

/// The papers that photo printers take, by the names on their packs.
package enum PrintPaper: String, CaseIterable, Sendable {
  case fourBySix = "4x6"
  case fiveBySeven = "5x7"
  case sixByEight = "6x8"
  case hagaki

  package static let usual = PrintPaper.fourBySix

  /// As it comes out of the printer, in millimetres; inches are 25.4 mm, and a hagaki is ISO 269's and Japan Post's 100×148.
  package var size: MillimetreSize {
    switch self {
    case .fourBySix: MillimetreSize(width: 101.6, height: 152.4)
    case .fiveBySeven: MillimetreSize(width: 127, height: 177.8)
    case .sixByEight: MillimetreSize(width: 152.4, height: 203.2)
    case .hagaki: MillimetreSize(width: 100, height: 148)
    }
  }
}
