package import BoothCore
import BoothSystem
import CommandSupport
import FoundationEssentials
package import ImageRegistration
import Imaging
package import StudioLocations

/// A picture's brightness, upright, no larger than registration works in; and how large all of it is.
package struct UprightPicture {
  /// Upright, in pixels of the file.
  package let size: PixelSize
  package let grey: GreyPicture
  /// The part of the whole picture that ``grey`` shows.
  private let part: PixelRect

  /// Reads a JPEG or PNG file.
  /// - Parameters:
  ///   - side: the longest side that is needed; decoded to no less, where the picture has it.
  ///   - photograph: the part that is looked at, in pixels of the upright picture: without a card around it; nil: all of it.
  /// - Throws: ``CommandError`` with what is wrong, in words.
  package init(file path: String, side: Int, photograph: PixelRect? = nil) throws {
    let file = Settings.absolute(path)
    let bytes: [UInt8]
    do { bytes = Array(try Data(contentsOf: URL(filePath: file))) } catch {
      throw CommandError("\(path) cannot be read: expected a JPEG or PNG picture", code: CommandError.usage)
    }
    do throws(ImageError) { try self.init(bytes, side: side, photograph: photograph, subject: path) } catch {
      throw CommandError("\(error.description)", code: CommandError.usage)
    }
  }

  /// - Throws: ``ImageError`` whose words say what is wrong.
  package init(
    _ bytes: [UInt8], side: Int, photograph: PixelRect? = nil, subject: String
  ) throws(ImageError) {
    size = try PictureFacts(of: bytes, subject: subject).size
    guard size.width > 0, size.height > 0 else {
      throw ImageError(.unreadable, subject: subject, detail: "has no pixels")
    }
    part = photograph ?? PixelRect(x: 0, y: 0, width: size.width, height: size.height)
    let scale = min(1, Double(side) / Double(max(part.width, part.height)))
    let wanted = PixelSize(
      width: max(1, Int((Double(size.width) * scale).rounded())),
      height: max(1, Int((Double(size.height) * scale).rounded())))
    let bitmap =
      PNG.isPNG(bytes)
      ? try Bitmap(decoding: bytes, covering: wanted, subject: subject)
      : try JPEGCodec().decode(bytes, covering: wanted, subject: subject)
    guard let photograph else {
      grey = GreyPicture(bitmap.size == wanted ? bitmap : Resampler.scale(bitmap, to: wanted))
      return
    }
    let (across, down) = (Double(bitmap.width) / Double(size.width), Double(bitmap.height) / Double(size.height))
    grey = GreyPicture(
      Resampler.scale(
        bitmap, originX: Double(photograph.x) * across, originY: Double(photograph.y) * down,
        width: Double(photograph.width) * across, height: Double(photograph.height) * down,
        to: PixelSize(
          width: max(1, Int((Double(photograph.width) * scale).rounded())),
          height: max(1, Int((Double(photograph.height) * scale).rounded())))))
  }

  /// From pixels of ``grey`` to those of the whole picture. Middles of pixels count from 0.
  package var toWhole: Homography {
    let (x, y) = (Double(part.width) / Double(grey.width), Double(part.height) / Double(grey.height))
    return Homography([x, 0, (x - 1) / 2 + Double(part.x), 0, y, (y - 1) / 2 + Double(part.y), 0, 0, 1])
  }

  /// A point of the whole picture in pixels of ``grey``.
  package func small(_ point: SIMD2<Double>) -> SIMD2<Double> {
    let (x, y) = (Double(grey.width) / Double(part.width), Double(grey.height) / Double(part.height))
    return SIMD2((point.x - Double(part.x) + 0.5) * x - 0.5, (point.y - Double(part.y) + 0.5) * y - 0.5)
  }
}

extension Homography {
  /// Row by row, the last number 1.
  package var rows: [[Double]] { (0..<3).map { Array(values[$0 * 3..<$0 * 3 + 3]) } }
}

/// What a registration of two files says, in the pixels of the files.
package struct PairRegistration {
  package let result: RegistrationResult
  /// From the old picture's pixels to the new one's, upright and whole; nil where nothing is claimed.
  package let transform: Homography?
  /// The part of the old picture that the claim covers, in pixels of the whole; nil where nothing is claimed, or gradients
  /// alone claim it.
  package let region: ClaimedRegion?
  /// Why it is claimed or not, for people; of a picture that is too small also its size.
  package var reason: String {
    (result.verdict == .tooSmall ? SmallPicture.reason(old: sizes.old, new: sizes.new) : nil) ?? result.verdict.words
  }
  private let sizes: (old: PixelSize, new: PixelSize)
  /// What the registration took, without reading and decoding.
  package let milliseconds: Double

  /// - Parameters:
  ///   - points: marked by a person, in pixels of the whole pictures; empty: none were.
  ///   - effort: nil: what is best for the method, which gradients alone are at the lower one.
  package init(
    old: UprightPicture, new: UprightPicture, points: [MarkedPoint], matcher: (any FeatureMatcher)?,
    effort wanted: Registration.Effort? = nil
  ) {
    sizes = (old.size, new.size)
    let effort = wanted ?? (matcher == nil && points.isEmpty ? .live : .final)
    let clock = ContinuousClock()
    let began = clock.now
    if points.isEmpty {
      result = Registration.register(old: old.grey, new: new.grey, matcher: matcher, effort: effort)
    } else {
      let small = points.map { MarkedPoint(old: old.small($0.old), new: new.small($0.new)) }
      result = Registration.register(old: old.grey, new: new.grey, points: small, effort: effort)
    }
    milliseconds = (clock.now - began).inSeconds * 1000
    region = result.region.map { $0.resized(by: old.toWhole) }
    // Of old and new picture: whole to small, registered, small to whole.
    transform = result.transform.flatMap { transform in
      old.toWhole.inverse.map { (new.toWhole * transform * $0).normalised }
    }
  }
}

extension RegistrationVerdict {
  /// For people, as the studio's pages say it.
  package var words: String {
    switch self {
    case .accepted: "the old picture lies in the new one"
    case .tooFewPoints: "There are too few points. Mark four or more."
    default: AlignmentAdvice(rawValue, method: "", old: nil, new: nil, hasFeatures: true).why(in: .english)
    }
  }
}

extension AlignmentAdvice {
  /// What would help, a line each, as the studio's pages say it.
  package var lines: [String] {
    remedies.map { remedy in
      let words = Self.words(remedy, in: .english)
      return switch remedy {
      case .weights: "\(words) \(Self.weightsCommand)"
      case .points, .correctPoints: "\(words) (--points)"
      case .oldPlace, .otherView, .largerOld, .largerNew: words
      }
    }
  }
}
