package import BoothCore

/// What the booth asks of a camera's process. One request at a time; each is answered once.
package enum CameraRequest: Sendable, Equatable, Codable {
  /// - Parameter port: `usb:001,004`, `ptpip:127.0.0.1:15740:15740`, or `usb:` for the first camera found.
  case open(port: String, GPhoto2Profile)
  /// Drive it by another profile from now on: which one is for it is known only once it is open.
  case adopt(GPhoto2Profile)
  case list
  case startLiveView
  case stopLiveView
  case takePhoto
  /// Let a half-pressed shutter go, and take what the camera still has to say.
  case release
  case setParameter(name: String, value: String)
  case settings
  /// Let the camera go and end.
  case leave
}

/// What a camera's process says.
package enum CameraReply: Sendable, Equatable, Codable {
  // Answers.
  case done
  case opened(CameraDescription)
  case liveViewRuns(PixelSize)
  /// The body is the file.
  case photo
  case cameras([GPhoto2Listing])
  case settings([CameraSetting])
  case failed(CameraError)
  // Unasked.
  case lost(CameraError)
  /// The body is the file.
  case unaskedPhoto
  case rawKept(RawFile)
  case condition(CameraCondition)
  case note(String)

  var isAnswer: Bool {
    switch self {
    case .done, .opened, .liveViewRuns, .photo, .cameras, .settings, .failed: true
    case .lost, .unaskedPhoto, .rawKept, .condition, .note: false
    }
  }
}

/// How requests and replies travel over the socket pair between the booth and a camera's process.
///
/// A message is a header of 16 bytes, the words (JSON), and a body (a file, or nothing). The header is four numbers of 32
/// bits, little endian: ``magic`` with the version, the kind, and the two lengths. Live pictures are a kind of their own:
/// their words are the moment of capture in nanoseconds (64 bits), the width and the height.
enum CameraWire {
  enum Kind: UInt32 {
    case request = 1
    case reply = 2
    case frame = 3
  }

  struct Header: Equatable {
    var kind: Kind
    var wordBytes: Int
    var bodyBytes: Int
  }

  /// "BG" and the version. Both ends are the same program, so another number is a broken stream.
  static let magic: UInt32 = 0x4742_0001
  static let headerBytes = 16
  static let frameWordBytes = 16
  /// No list of cameras is longer.
  static let wordLimit = 256 << 10
  /// The largest JPEG files of today's bodies have some 50 MB.
  static let bodyLimit = 192 << 20

  static func header(_ header: Header) -> [UInt8] {
    [magic, header.kind.rawValue, UInt32(header.wordBytes), UInt32(header.bodyBytes)].flatMap { number in
      (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
  }

  /// Reads a header, and refuses what cannot be one.
  static func header(_ bytes: [UInt8]) throws(CameraWireFault) -> Header {
    guard bytes.count == headerBytes else { throw .garbage("a header of \(bytes.count) bytes") }
    func number(_ index: Int) -> UInt32 {
      (0..<4).reduce(0) { $0 | UInt32(bytes[index * 4 + $1]) << (UInt32($1) * 8) }
    }
    guard number(0) == magic else { throw .garbage("a message that begins with \(number(0)), not \(magic)") }
    guard let kind = Kind(rawValue: number(1)) else { throw .garbage("a message of kind \(number(1))") }
    let header = Header(kind: kind, wordBytes: Int(number(2)), bodyBytes: Int(number(3)))
    guard header.wordBytes <= (kind == .frame ? frameWordBytes : wordLimit), header.bodyBytes <= bodyLimit,
      kind != .frame || header.wordBytes == frameWordBytes
    else { throw .garbage("a message of \(header.wordBytes) and \(header.bodyBytes) bytes") }
    return header
  }
}

/// Why nothing more can be read from the other end.
enum CameraWireFault: Error, Equatable {
  case ended
  case garbage(String)
  case failed(errno: Int32)
}
