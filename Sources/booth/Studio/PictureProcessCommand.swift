import ArgumentParser
import BoothCore
import BoothImaging
import BoothProgram
import BoothSystem
import FoundationEssentials
import Glibc
import StudioRules

/// The process that decodes a picture which somebody has sent, started by the studio: what kills a decoder kills no more than it.
struct PictureProcessCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "pictures", shouldDisplay: false)
  @Argument(help: "The file that was sent.") var input: String
  @Argument(help: "Where the picture goes.") var picture: String
  @Argument(help: "Where its thumbnail goes.") var thumbnail: String

  /// The exit codes by which the studio knows what is wrong.
  static let refusals: [Int32: PictureRefusal] = [10: .heic, 11: .damaged, 12: .tooLarge, 13: .unknown]
  /// The exit code that says that what was made has no room.
  static let noRoom: Int32 = 14

  /// The contract of the existing apps: 2000 pixels at 0.85, thumbnails 400 at 0.7.
  private static let sizes = [
    UploadedPicture.Size(longestSide: 2000, quality: 85), UploadedPicture.Size(longestSide: 400, quality: 70),
  ]

  func run() throws {
    Self.limit(RLIMIT_AS, 2 << 30)
    Self.limit(RLIMIT_CPU, 30)
    Self.limit(RLIMIT_CORE, 0)
    guard let data = FileManager.default.contents(atPath: input) else { throw CommandError("\(input) cannot be read") }
    let bytes = Array(data)
    let made: [[UInt8]]
    do throws(ImageError) { made = try UploadedPicture.prepare(bytes, sizes: Self.sizes) } catch {
      let refusal = Self.refusal(error, bytes)
      throw CommandError(
        "\(error)", code: Self.refusals.first { $0.value == refusal }?.key ?? CommandError.failed)
    }
    for (path, jpeg) in zip([picture, thumbnail], made) {
      do throws(DurableFile.Fault) { try DurableFile.replace(path, with: jpeg) } catch {
        throw CommandError("\(path): \(error.words)", code: error.isFull ? Self.noRoom : CommandError.failed)
      }
    }
  }

  /// What is wrong with it; nil where it is not the picture's fault.
  static func refusal(_ error: ImageError, _ bytes: [UInt8]) -> PictureRefusal? {
    switch error.code {
    case .tooLarge: return .tooLarge
    case .unreadable:
      // ISO 14496-12: a box `ftyp`, with the brand behind it.
      if bytes.count >= 12, bytes[4..<8].elementsEqual("ftyp".utf8) {
        let brand = String(decoding: bytes[8..<12], as: UTF8.self)
        return ["heic", "heix", "hevc", "heim", "heis", "mif1", "msf1"].contains(brand) ? .heic : .unknown
      }
      return bytes.starts(with: [0xFF, 0xD8]) || PNG.isPNG(bytes) ? .damaged : .unknown
    case .failed: return nil
    }
  }

  private static func limit(_ resource: __rlimit_resource, _ most: UInt) {
    var limit = rlimit(rlim_cur: most, rlim_max: most)
    _ = setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
  }
}
