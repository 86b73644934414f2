import BoothCore
import FoundationEssentials

/// Builds an EXIF segment (CIPA DC-008-2019): a little-endian TIFF structure with the tags that version demands of a
/// JPEG picture and those of a ``Exif/Stamp``.
struct ExifWriter {
  /// From the 0xFF of APP1 to its last byte.
  let segment: [UInt8]

  /// - Parameter isCalibratedElsewhere: a colour profile is embedded, so EXIF's own colour space is not given.
  init(_ stamp: Exif.Stamp, size: PixelSize, isCalibratedElsewhere: Bool) {
    let moment = Self.dateTime(stamp.capturedAt, offsetSeconds: stamp.utcOffsetSeconds)
    let offset = Self.offset(stamp.utcOffsetSeconds)
    var photo = Directory()
    photo.add(0x9000, .undefined(Array("0232".utf8)))  // ExifVersion 2.32
    photo.add(ExifTag.dateTimeOriginal, .ascii(moment))
    photo.add(0x9004, .ascii(moment))  // DateTimeDigitized
    photo.add(0x9010, .ascii(offset))  // OffsetTime
    photo.add(ExifTag.offsetTimeOriginal, .ascii(offset))
    photo.add(0x9012, .ascii(offset))  // OffsetTimeDigitized
    photo.add(0x9101, .undefined([1, 2, 3, 0]))  // ComponentsConfiguration: Y, Cb, Cr
    photo.add(0xA000, .undefined(Array("0100".utf8)))  // FlashpixVersion
    photo.add(0xA001, .short(isCalibratedElsewhere ? 0xFFFF : 1))  // ColorSpace: sRGB
    photo.add(0xA002, .long(UInt32(size.width)))
    photo.add(0xA003, .long(UInt32(size.height)))

    var main = Directory()
    if let make = stamp.make { main.add(ExifTag.make, .ascii(make)) }
    if let model = stamp.model { main.add(ExifTag.model, .ascii(model)) }
    main.add(ExifTag.orientation, .short(1))
    main.add(0x011A, .rational(72, 1))  // XResolution, the default where none is known
    main.add(0x011B, .rational(72, 1))  // YResolution
    main.add(0x0128, .short(2))  // ResolutionUnit: inch
    main.add(ExifTag.software, .ascii(stamp.software))
    main.add(ExifTag.dateTime, .ascii(moment))
    main.add(0x0213, .short(1))  // YCbCrPositioning: centred
    main.add(ExifTag.exifDirectory, .long(0))

    let start = 8
    main.set(ExifTag.exifDirectory, .long(UInt32(start + main.byteCount)))
    let tiff: [UInt8] =
      [0x49, 0x49, 42, 0, UInt8(start), 0, 0, 0] + main.bytes(at: start) + photo.bytes(at: start + main.byteCount)
    let length = 2 + ExifReader.signature.count + tiff.count
    segment = [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + ExifReader.signature + tiff
  }

  /// `yyyy:MM:dd HH:mm:ss` on local clocks.
  static func dateTime(_ date: Date, offsetSeconds: Int) -> String {
    // Years 1 to 9999, which is what the format can say; anything beyond is held at its ends.
    let local = min(max(date.timeIntervalSince1970 + Double(offsetSeconds), -62_135_596_800), 253_402_300_799)
    let seconds = local.isNaN ? 0 : Int(local.rounded(.down))
    let day = seconds >= 0 ? seconds / 86_400 : -((86_399 - seconds) / 86_400)
    let second = seconds - day * 86_400
    let (year, month, dayOfMonth) = civil(day)
    return digits(year, 4) + ":" + digits(month, 2) + ":" + digits(dayOfMonth, 2) + " " + digits(second / 3600, 2)
      + ":" + digits(second / 60 % 60, 2) + ":" + digits(second % 60, 2)
  }

  /// `+hh:mm`.
  static func offset(_ seconds: Int) -> String {
    let minutes = min(max(seconds / 60, -1439), 1439)
    return (minutes < 0 ? "-" : "+") + digits(abs(minutes) / 60, 2) + ":" + digits(abs(minutes) % 60, 2)
  }

  /// The Gregorian date of a day counted from 1970-01-01, by 400-year eras that begin in March, so that the leap day
  /// comes last.
  private static func civil(_ day: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = day + 719_468  // days from 0000-03-01
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    )
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }

  private enum Value {
    case ascii(String)
    case short(UInt16)
    case long(UInt32)
    case rational(UInt32, UInt32)
    case undefined([UInt8])

    var type: UInt16 {
      switch self {
      case .ascii: 2
      case .short: 3
      case .long: 4
      case .rational: 5
      case .undefined: 7
      }
    }

    var count: Int {
      switch self {
      case .ascii, .undefined: bytes.count
      case .short, .long, .rational: 1
      }
    }

    var bytes: [UInt8] {
      switch self {
      // Names come from devices: no NUL within, and no longer than a segment has room for.
      case .ascii(let text): Array(text.utf8.filter { $0 != 0 }.prefix(250)) + [0]
      case .short(let number): number.littleEndianBytes
      case .long(let number): number.littleEndianBytes
      case .rational(let above, let below): above.littleEndianBytes + below.littleEndianBytes
      case .undefined(let bytes): bytes
      }
    }
  }

  /// One image file directory; entries must be added in the order of their tags.
  private struct Directory {
    private var entries: [(tag: UInt16, value: Value)] = []

    mutating func add(_ tag: UInt16, _ value: Value) { entries.append((tag, value)) }

    mutating func set(_ tag: UInt16, _ value: Value) {
      entries = entries.map { $0.tag == tag ? (tag, value) : $0 }
    }

    /// The table and the values that do not fit into it.
    var byteCount: Int {
      entries.reduce(2 + entries.count * 12 + 4) { sum, entry in
        let count = entry.value.bytes.count
        return sum + (count > 4 ? (count + 1) / 2 * 2 : 0)
      }
    }

    func bytes(at offset: Int) -> [UInt8] {
      var table = UInt16(entries.count).littleEndianBytes
      var values: [UInt8] = []
      let valuesAt = offset + 2 + entries.count * 12 + 4
      for (tag, value) in entries {
        table += tag.littleEndianBytes + value.type.littleEndianBytes + UInt32(value.count).littleEndianBytes
        let bytes = value.bytes
        if bytes.count <= 4 {
          table += bytes + Array(repeating: 0, count: 4 - bytes.count)
        } else {
          table += UInt32(valuesAt + values.count).littleEndianBytes
          values += bytes + (bytes.count % 2 == 0 ? [] : [0])
        }
      }
      return table + [0, 0, 0, 0] + values  // no next directory
    }
  }
}

extension FixedWidthInteger {
  fileprivate var littleEndianBytes: [UInt8] {
    (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) }
  }
}
