import BoothCore
import BoothImaging
import Crypto
import FoundationEssentials
import PhotoBrowser

/// What a photo says of itself, of JPEG and PNG files; of others their first bytes.
struct WholeFileReader: PhotoReader {
  /// Where a camera's words and the first scan of a picture are, almost always.
  private static let first = 256 << 10
  private static let head = 4096
  private static let mostBytes: Int64 = 400_000_000

  func details(of content: PhotoContent) -> PhotoDetails {
    var details = PhotoDetails()
    do throws(PhotoSourceError) {
      let (count, start) = try Self.start(content)
      details.headMD5 = Self.md5(start.prefix(Self.head))
      guard count > 0 else {
        (details.format, details.trouble) = ("UNKNOWN", "empty")
        return details
      }
      Self.facts(start, &details)
    } catch {
      details.trouble = "unreadable"
    }
    return details
  }

  private static func start(_ content: PhotoContent) throws(PhotoSourceError) -> (Int64, [UInt8]) {
    switch content {
    case .bytes(let bytes): (Int64(bytes.count), Array(bytes.prefix(first)))
    case .file(let file): (file.count, try file.read(at: 0, count: first))
    }
  }

  static func md5(_ bytes: some Sequence<UInt8>) -> String {
    Insecure.MD5.hash(data: Array(bytes)).reduce(into: "") { text, byte in
      text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
  }

  private static func facts(_ bytes: [UInt8], _ details: inout PhotoDetails) {
    let isJPEG = bytes.starts(with: [0xFF, 0xD8, 0xFF])
    let isPNG = bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    details.format = isJPEG ? "JPEG" : isPNG ? "PNG" : "UNKNOWN"
    do throws(ImageError) {
      guard isJPEG else {
        if !isPNG { details.trouble = "notAPicture" }
        return
      }
      let size = try JPEGCodec.probe(bytes)
      let exif = try Exif(jpeg: bytes)
      let upright = exif.orientation.apply(to: size)
      (details.width, details.height) = (upright.width, upright.height)
      details.taken = exif.dateTimeOriginal.flatMap { moment($0, exif.offsetTimeOriginal) }
      let words = [exif.make, exif.model].compactMap { $0 }
      details.camera = words.isEmpty ? nil : words.joined(separator: " ")
    } catch {
      details.trouble = "damaged"
    }
  }

  private static func moment(_ text: String, _ offset: String?) -> PhotoMoment? {
    let numbers = text.split { $0 == ":" || $0 == " " }.map { Int(String($0)) }
    guard numbers.count == 6, let year = numbers[0], let month = numbers[1], let day = numbers[2],
      let hour = numbers[3], let minute = numbers[4], let second = numbers[5], (1...12).contains(month),
      (1...31).contains(day), (1800...9999).contains(year), (0...23).contains(hour), (0...59).contains(minute)
    else { return nil }
    let wall = CalendarDay.wallSeconds(year: year, month: month, day: day)
    return PhotoMoment(wallSeconds: wall + Int64(hour * 3600 + minute * 60 + min(second, 59)))
  }
}
