import BoothCore
import Glibc

/// What ffprobe and ffmpeg find in a file.
enum Probe {
  /// The video stream's and the container's entries by name: `pix_fmt`, `width`, `duration`, `nb_read_packets` …
  static func entries(_ path: String) throws -> [String: String] {
    let printed = try Tool.run(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "v:0", "-count_packets", "-show_entries", "stream:format=nb_streams",
        "-of", "default=noprint_wrappers=1", path,
      ])
    var entries: [String: String] = [:]
    for line in String(decoding: printed, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1)
      if parts.count == 2 { entries[String(parts[0])] = String(parts[1]) }
    }
    return entries
  }

  /// The sound stream's entries by name; empty where there is none.
  static func sound(_ path: String) throws -> [String: String] {
    let printed = try Tool.run(
      "ffprobe",
      ["-v", "error", "-select_streams", "a:0", "-show_entries", "stream", "-of", "default=noprint_wrappers=1", path])
    var entries: [String: String] = [:]
    for line in String(decoding: printed, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1)
      if parts.count == 2 { entries[String(parts[0])] = String(parts[1]) }
    }
    return entries
  }

  /// What a player would sound, from the clip's start, in one channel of 48 kHz.
  static func samples(_ path: String) throws -> [Int16] {
    let bytes = try Tool.run(
      "ffmpeg",
      ["-v", "error", "-xerror", "-i", path, "-vn", "-af", "aresample=async=0", "-f", "s16le", "-ac", "1", "-"])
    return stride(from: 0, to: bytes.count - 1, by: 2).map {
      Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
    }
  }

  struct Packet: Equatable {
    var seconds: Double
    var isKey: Bool
  }

  static func packets(_ path: String) throws -> [Packet] {
    let printed = try Tool.run(
      "ffprobe",
      ["-v", "error", "-select_streams", "v:0", "-show_entries", "packet=pts_time,flags", "-of", "csv=p=0", path])
    return String(decoding: printed, as: UTF8.self).split(separator: "\n").compactMap { line in
      let parts = line.split(separator: ",")
      guard parts.count >= 2, let seconds = Double(parts[0]) else { return nil }
      return Packet(seconds: seconds, isKey: parts[1].hasPrefix("K"))
    }
  }

  /// All pictures as I420, in order, as they are stored; a packet is a picture.
  static func pictures(_ path: String, size: PixelSize) throws -> [PlanarPicture] {
    let all = try Tool.run(
      "ffmpeg",
      [
        "-v", "error", "-xerror", "-noautorotate", "-i", path, "-fps_mode", "passthrough", "-pix_fmt", "yuv420p", "-f",
        "rawvideo", "-",
      ])
    let length = size.area * 3 / 2
    return stride(from: 0, to: all.count - length + 1, by: length).map {
      PlanarPicture(size: size, bytes: Array(all[$0..<$0 + length]))
    }
  }

  /// One picture as a player would show it: `width * height * 3` bytes of sRGB.
  static func shown(_ path: String, at seconds: Double) throws -> [UInt8] {
    try Tool.run(
      "ffmpeg",
      [
        "-v", "error", "-ss", String(seconds), "-i", path, "-frames:v", "1", "-pix_fmt", "rgb24", "-f", "rawvideo",
        "-",
      ])
  }
}

/// A whole picture, planes one behind the other, rows without gaps.
struct PlanarPicture: Equatable {
  var size: PixelSize
  var bytes: [UInt8]

  func y(_ x: Int, _ y: Int) -> Int { Int(bytes[y * size.width + x]) }
  func u(_ x: Int, _ y: Int) -> Int { Int(bytes[size.area + y / 2 * (size.width / 2) + x / 2]) }
  func v(_ x: Int, _ y: Int) -> Int { Int(bytes[size.area * 5 / 4 + y / 2 * (size.width / 2) + x / 2]) }

  /// The same picture in limited range, as everything in a clip is.
  var limited: PlanarPicture {
    var picture = self
    for index in bytes.indices {
      let value = Double(bytes[index])
      let squeezed = index < size.area ? 16 + value * 219 / 255 : 128 + (value - 128) * 224 / 255
      picture.bytes[index] = UInt8(squeezed.rounded())
    }
    return picture
  }

  /// The mean of Y over a rectangle.
  func meanY(_ rect: PixelRect) -> Double {
    var sum = 0
    for row in rect.y..<rect.y + rect.height {
      for column in rect.x..<rect.x + rect.width { sum += y(column, row) }
    }
    return Double(sum) / Double(rect.size.area)
  }
}

/// The boxes of an MP4 file (ISO/IEC 14496-12), read without any library.
enum MP4Boxes {
  /// The names of the outermost boxes in the order of the file; throws when they do not fill it exactly.
  static func outermost(_ file: [UInt8]) throws -> [String] { try boxes(file).map(\.name) }

  /// Where a box begins.
  static func start(of name: String, in file: [UInt8]) throws -> Int {
    guard let box = try boxes(file).first(where: { $0.name == name }) else {
      throw UnavailableError(what: "there is no box \(name)")
    }
    return box.start
  }

  private static func boxes(_ file: [UInt8]) throws -> [(name: String, start: Int)] {
    var boxes: [(name: String, start: Int)] = []
    var position = 0
    while position < file.count {
      guard position + 8 <= file.count else { throw UnavailableError(what: "a box header is cut at byte \(position)") }
      var length = file[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
      let name = String(decoding: file[position + 4..<position + 8], as: UTF8.self)
      boxes.append((name, position))
      if length == 1, position + 16 <= file.count {
        length = file[position + 8..<position + 16].reduce(0) { $0 << 8 | Int($1) }
      }
      guard length >= 8, position + length <= file.count else {
        throw UnavailableError(what: "box \(name) at byte \(position) has \(length) bytes")
      }
      position += length
    }
    return boxes
  }
}
