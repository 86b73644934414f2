/// What a picture's brightness says about it, measured on a small version of it. Luma is BT.601, 0 to 255, full range.
public struct PictureStatistics: Sendable, Equatable, Codable {
  /// The luma below which 5 %, 10 % … 95 % of the points are: nineteen numbers that rise.
  public var quantiles: [Double]
  /// The luma below which 1 % of the points are.
  public var darkest: Double
  /// The luma below which 99 % of the points are.
  public var brightest: Double
  /// The share of points with a luma of 250 or more.
  public var burntShare: Double
  /// How strong the finest details are where they are strongest, as a share of the picture's contrast: the root of the
  /// mean square of the Laplacian in the sharpest tenth of its tiles, less that of the calmest tenth (which is noise).
  public var sharpness: Double

  /// Stops the program unless `quantiles` has nineteen numbers; the rest is taken as it is.
  public init(
    quantiles: [Double], darkest: Double, brightest: Double, burntShare: Double, sharpness: Double
  ) {
    precondition(quantiles.count == 19, "nineteen quantiles, not \(quantiles.count)")
    self.quantiles = quantiles
    self.darkest = darkest
    self.brightest = brightest
    self.burntShare = burntShare
    self.sharpness = sharpness
  }

  /// The luma that half of the points are below.
  public var median: Double { quantiles[9] }
}

/// What seems to be wrong with a photo.
public struct PhotoDoubt: Sendable, Equatable, Codable {
  /// What it is that seems wrong; guests are told in words of its own.
  public enum Kind: String, Sendable, Codable, CaseIterable {
    /// Dark all over and without anything in it: a cap, a finger.
    case covered
    /// Hardly anything can be seen.
    case dark
    /// Far darker than the live view: the flash did not fire, or the exposure is wrong.
    case unlit
    /// White all over.
    case burnt
    /// No part of it is as sharp as the live view was.
    case blurred
  }

  /// What seems wrong.
  public var kind: Kind
  /// The figures, for the journal and the operator.
  public var detail: String

  /// `PhotoDoubt(.dark, "95 % of it is below 31 of 255")`.
  public init(_ kind: Kind, _ detail: String) {
    self.kind = kind
    self.detail = detail
  }
}

/// Holds a photo against the live frame of its moment: the rule, and its thresholds.
///
/// Made so that a good photo is hardly ever doubted, as a doubt costs the guests a second shot: it finds what no guest
/// would take home, not what could be better. The measurements behind each number are in `Docs/internals/capture.md`.
public enum PhotoInspection {
  /// Below this 99th percentile, and with less than ``coveredSpan`` from the 1st to it, the lens was covered.
  public static let coveredLuma = 40.0
  /// In luma: how little may lie between the 1st and the 99th percentile of a covered lens.
  public static let coveredSpan = 10.0
  /// Below this 95th percentile a photo is dark, whatever the live view was.
  public static let darkLuma = 40.0
  /// Less than this share of the live view's light, and a median below ``unlitLuma``: the flash did not fire.
  public static let unlitShare = 1.0 / 6
  /// In luma: a photo with a median from here on counts as lit, whatever the live view had.
  public static let unlitLuma = 70.0
  /// More than this share of white points, and not half as many in the live view.
  public static let burntShare = 0.4
  /// Less than this share of the live view's sharpness, where that has any to compare with.
  public static let blurredShare = 0.3
  /// A live view with less ``PictureStatistics/sharpness`` than this is nothing to compare with.
  public static let leastSharpness = 0.03

  /// What seems wrong with the photo, or nil.
  /// - Parameter live: of a frame from just before the photo, cut as the photo is; nil if there is none, and then only
  ///   what can be seen in the photo alone is.
  public static func doubt(_ photo: PictureStatistics, beside live: PictureStatistics?) -> PhotoDoubt? {
    if photo.brightest < coveredLuma, photo.brightest - photo.darkest < coveredSpan {
      return PhotoDoubt(
        .covered,
        "99 % of it is between \(text(photo.darkest)) and \(text(photo.brightest)) of 255: is the lens covered?")
    }
    if photo.quantiles[18] < darkLuma {
      return PhotoDoubt(
        .dark, "95 % of it is below \(text(photo.quantiles[18])) of 255: look at the light and the exposure")
    }
    if photo.burntShare > burntShare, live.map({ $0.burntShare * 2 < photo.burntShare }) ?? true {
      return PhotoDoubt(
        .burnt, "\(text(photo.burntShare * 100)) % of it is white: look at the flash's power and the exposure")
    }
    guard let live else { return nil }
    let light = light(photo, beside: live)
    if light < unlitShare, photo.median < unlitLuma {
      return PhotoDoubt(
        .unlit, "it has 1/\(text(1 / max(light, 0.001))) of the live view's light: did the flash fire?")
    }
    let share = live.sharpness >= leastSharpness ? photo.sharpness / live.sharpness : 1
    if share < blurredShare {
      return PhotoDoubt(
        .blurred, "it has \(text(share * 100)) % of the live view's sharpness: look at focus and shutter time")
    }
    return nil
  }

  /// The photo's light as a share of the live view's: the middle one of the quantiles' ratios, so that neither a lamp
  /// nor a guest in black decides. Light grows about as the square of luma; a fiftieth of white keeps black from
  /// dividing by nothing.
  public static func light(_ photo: PictureStatistics, beside live: PictureStatistics) -> Double {
    func light(_ luma: Double) -> Double { luma / 255 * (luma / 255) + 0.0004 }
    return zip(photo.quantiles, live.quantiles).map { light($0) / light($1) }.sorted()[9]
  }

  private static func text(_ number: Double) -> String { String(Int(number.rounded())) }
}
