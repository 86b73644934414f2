package import ArgumentParser
import BoothCore
import BoothSystem
import CommandSupport
import Documents
import FoundationEssentials
import Glibc
import Imaging
import StudioModel
import Thumbnails

/// The process that decodes a picture which a person has sent, started by the studio: what kills a decoder kills no
/// more than it.
package struct PictureProcessCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(commandName: "pictures", shouldDisplay: false)
  @Argument(help: "The file that was sent.") var input: String
  @Argument(help: "Where the picture goes.") var picture: String
  @Argument(help: "Where its thumbnail goes.") var thumbnail: String

  /// Takes nothing.
  package init() {}

  /// The contract of the existing apps: 2000 pixels at 0.85, thumbnails 400 at 0.7.
  private static let sizes = [
    UploadedPicture.Size(longestSide: 2000, quality: 85), UploadedPicture.Size(longestSide: 400, quality: 70),
  ]

  /// As much as the process that makes thumbnails may map: a quarter of a gigabyte is what libvips brings.
  private static let mostMemory: UInt = 3 << 30
  /// In pixels, whatever the kind.
  private static let largestArea = 200_000_000

  package func run() throws {
    Self.limit(RLIMIT_AS, Self.mostMemory)
    Self.limit(RLIMIT_CPU, 30)
    Self.limit(RLIMIT_CORE, 0)
    SentPictureMemory.limit(input)
    do throws(PictureFault) {
      let made = try Self.made(input)
      for (path, jpeg) in zip([picture, thumbnail], made) {
        do throws(DurableFile.Fault) { try DurableFile.replace(path, with: jpeg) } catch {
          throw PictureFault(
            refusal: nil, words: "\(path): \(error.words)", code: RefusalCode.code(ofDisk: error.errno))
        }
      }
    } catch {
      throw CommandError("\(error.words)", code: error.refusal.map(RefusalCode.code) ?? error.code)
    }
  }

  /// What is wrong with a picture; no refusal where it is not the picture's fault.
  struct PictureFault: Error {
    var refusal: PictureRefusal?
    var words: String
    /// What the process ends with where it is no refusal.
    var code = CommandError.failed
  }

  /// The JPEG of each size.
  static func made(_ path: String) throws(PictureFault) -> [[UInt8]] {
    var limits = ThumbnailLimits()
    limits.pixels = largestArea
    limits.processMemory = Int(mostMemory)
    let (foreign, colors): (ForeignPicture?, ForeignColors?)
    do throws(ThumbnailError) {
      foreign = try ForeignPicture.read(path: path, longestSide: sizes[0].longestSide, limits: limits)
      colors = try ForeignColors.read(path: path)
    } catch {
      let code = error.code == .unreadable ? RefusalCode.unreadable : CommandError.failed
      throw PictureFault(refusal: refusal(error, path), words: error.detail, code: code)
    }
    let sent: [UInt8]
    if foreign == nil {
      guard let data = FileManager.default.contents(atPath: path) else {
        throw PictureFault(refusal: nil, words: "\(path) cannot be read", code: RefusalCode.unreadable)
      }
      sent = Array(data)
    } else {
      sent = []
    }
    func convert(_ picture: inout Bitmap) { if let colors { picture.withMutablePixels { colors.convert($0) } } }
    do throws(ImageError) {
      switch foreign {
      case .pixels(let size, let pixels, let orientation):
        return try UploadedPicture.prepare(Bitmap(size: size, pixels: pixels).turned(orientation), sizes: sizes)
      case .jpeg(let bytes, let orientation):
        return try UploadedPicture.prepare(bytes, sizes: sizes, standing: orientation, colors: convert)
      case nil: return try UploadedPicture.prepare(sent, sizes: sizes, colors: convert)
      }
    } catch {
      throw PictureFault(refusal: refusal(error, path), words: "\(error)")
    }
  }

  private static func refusal(_ error: ImageError, _ path: String) -> PictureRefusal? {
    switch error.code {
    case .tooLarge: return ForeignPicture.isLonger(path, than: ArtworkName.longestSide) ? .tooLong : .tooLarge
    case .failed: return nil
    case .unreadable:
      switch JPEGReach.of(path) {
      case .noJPEG: return ForeignPicture.isPicture(path) ? .damaged : .unknown
      case .whole: return .damaged
      case .cut(let percent): return .cut(percent: percent)
      }
    }
  }

  private static func refusal(_ error: ThumbnailError, _ path: String) -> PictureRefusal? {
    switch error.code {
    case .cut: .cut(percent: nil)
    case .damaged: .damaged
    case .tooLarge: .tooLarge
    case .empty, .notAPicture, .noPreview: .unknown
    case .encrypted: .rare
    case .unsupported: ForeignPicture.hasLibrary ? (ForeignPicture.isHEIF(path) ? .heic : .rare) : .noLibrary
    case .died, .tookTooLong, .unreadable, .withdrawn, .failed: nil
    }
  }

  private static func limit(_ resource: __rlimit_resource, _ most: UInt) {
    var limit = rlimit(rlim_cur: most, rlim_max: most)
    _ = setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
  }
}
