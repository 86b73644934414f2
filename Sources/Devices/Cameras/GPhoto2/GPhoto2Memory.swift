import BoothCore
import BoothSystem
import CGPhoto2
import Imaging

/// A photo as it is given to the booth.
enum TakenPhoto {
  /// The camera's own JPEG file.
  case file(GPhoto2Memory)
  /// The picture inside of its RAW file.
  case ofRaw([UInt8])

  func withBytes<Value>(_ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value {
    switch self {
    case .file(let memory): try memory.withBytes(body)
    case .ofRaw(let bytes): try bytes.withUnsafeBytes(body)
    }
  }

  /// Tells pictures apart: the length, and a byte of every so many. No two exposures share them.
  var mark: UInt64 {
    withBytes { bytes in
      var mark = UInt64(bytes.count) ^ 0xCBF2_9CE4_8422_2325
      for index in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 65_536)) {
        mark = (mark ^ UInt64(bytes[index])) &* 0x0000_0100_0000_01B3
      }
      return mark
    }
  }
}

/// A file's bytes in memory, owned by libgphoto2.
final class GPhoto2Memory {
  let file: OpaquePointer

  init() {
    var file: OpaquePointer?
    // Fails only without memory, and then the process may as well end: the booth starts another.
    precondition(gp_file_new(&file) >= 0 && file != nil, "no memory left for a file")
    self.file = file.unsafelyUnwrapped
  }

  deinit { gp_file_unref(file) }

  var count: Int { withBytes { $0.count } }

  func withBytes<Value>(_ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value {
    var data: UnsafePointer<CChar>?
    var count: UInt = 0
    guard gp_file_get_data_and_size(file, &data, &count) >= 0, let data else {
      return try body(UnsafeRawBufferPointer(start: nil, count: 0))
    }
    return try body(UnsafeRawBufferPointer(start: data, count: Int(count)))
  }

  /// Fetches one live picture and gives its JPEG, without what some bodies append, and the moment it was asked for.
  func live<Value>(
    from camera: GPhoto2Body, _ body: (UnsafeRawBufferPointer, Instant, PixelSize) throws -> Value
  ) throws -> Value {
    let askedAt = DeviceClock.now()
    try camera.preview(into: file)
    return try withBytes { bytes in
      var end = bytes.count
      while end >= 2, bytes[end - 2] != 0xFF || bytes[end - 1] != 0xD9 { end -= 1 }
      let jpeg = JPEGStart.skip(UnsafeRawBufferPointer(rebasing: bytes[..<max(0, end)]))
      let size: PixelSize
      do { size = try JPEGCodec.probe(jpeg) } catch {
        throw CameraError(.badPicture, subject: "live view", detail: "\(error)")
      }
      return try body(jpeg, askedAt, size)
    }
  }

  /// Holds the picture against what the camera announced. Bodies differ in what they announce for turned pictures, so
  /// only a picture of less than half the pixels (a thumbnail in the photo's place) is refused.
  func expect(_ announced: PixelSize, _ name: String, _ subject: String) throws {
    let size: PixelSize
    do { size = try withBytes { try JPEGCodec.probe($0) } } catch {
      throw CameraError(.badPicture, subject: subject, detail: "\(name) is no picture: \(error)")
    }
    guard size.area >= announced.area / 2 else {
      throw CameraError(
        .badPicture, subject: subject, detail: "\(name) is \(size), but the camera announced \(announced)")
    }
  }
}
