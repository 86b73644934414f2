import BoothCore
import ImageMetadata

/// What the program and the process that reads pictures say to each other: a question of a fixed length, with which the
/// photo's open file comes, and an answer with its length.
enum ThumbnailWire {
  struct Question: Equatable {
    var request: PictureRequest
    var limits: ThumbnailLimits
  }

  static let questionBytes = 44
  static let headerBytes = 8
  /// No answer is longer; a part of as many pixels as there may be has half of it.
  static let mostBytes = 32 << 20
  private static let mark: [UInt8] = [0x42, 0x54, 0x31]

  static func message(_ question: Question) -> [UInt8] {
    let (index, part): (Int, [UInt8]) =
      switch question.request {
      case .size(let size): (ThumbnailSize.allCases.firstIndex(of: size) ?? 0, [UInt8](repeating: 0, count: 8))
      case .part(let part):
        (
          Int(partIndex),
          number(part.level, 2) + number(part.column, 2) + number(part.row, 2) + number(part.columns, 1)
            + number(part.rows, 1)
        )
      case .filling(let frame):
        (Int(frameIndex), number(frame.width, 4) + number(frame.height, 4))
      }
    return mark + [UInt8(index)] + number(question.limits.pixels, 8) + number(question.limits.coefficients, 8)
      + number(question.limits.processMemory, 8) + part + number(question.limits.processData, 8)
  }

  static func question(_ bytes: [UInt8]) -> Question? {
    guard bytes.count == questionBytes, Array(bytes[..<3]) == mark, let request = request(bytes) else { return nil }
    var limits = ThumbnailLimits()
    limits.pixels = number(bytes[4..<12])
    limits.coefficients = number(bytes[12..<20])
    limits.processMemory = number(bytes[20..<28])
    limits.processData = number(bytes[36..<44])
    guard limits.pixels > 0, limits.coefficients >= 0, limits.processMemory > 0, limits.processData > 0 else {
      return nil
    }
    return Question(request: request, limits: limits)
  }

  /// Where a size has its place among all, a part has this.
  private static let partIndex: UInt8 = 255
  /// And a frame this.
  private static let frameIndex: UInt8 = 254

  private static func request(_ bytes: [UInt8]) -> PictureRequest? {
    if Int(bytes[3]) < ThumbnailSize.allCases.count { return .size(ThumbnailSize.allCases[Int(bytes[3])]) }
    if bytes[3] == frameIndex {
      let frame = PixelSize(width: number(bytes[28..<32]), height: number(bytes[32..<36]))
      return ThumbnailMaker.canFill(frame) ? .filling(frame) : nil
    }
    guard bytes[3] == partIndex else { return nil }
    return PicturePart(
      level: number(bytes[28..<30]), column: number(bytes[30..<32]), row: number(bytes[32..<34]),
      columns: number(bytes[34..<35]), rows: number(bytes[35..<36])
    ).map { .part($0) }
  }

  static func message(_ answer: Result<Thumbnail, ThumbnailError>) -> [UInt8] {
    let (status, body): (Int, [UInt8]) =
      switch answer {
      case .success(let picture):
        (0, number(picture.size.width, 2) + number(picture.size.height, 2) + picture.placeholder.bytes + picture.jpeg)
      case .failure(let error):
        ((ThumbnailError.Code.allCases.firstIndex(of: error.code) ?? 0) + 1, detail(error))
      }
    return mark + [UInt8(status)] + number(body.count, 4) + body
  }

  /// What is known of it in numbers, as a line of its own, then the words.
  private static func detail(_ error: ThumbnailError) -> [UInt8] {
    let known = NoPicture(.damaged, need: error.need, byte: error.byte)
    return Array((known.text + "\n").utf8) + Array(error.detail.utf8.prefix(2000))
  }

  private static func error(_ code: ThumbnailError.Code, _ body: [UInt8]) -> ThumbnailError {
    let parts = body.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let known = NoPicture(text: String(decoding: parts[0], as: UTF8.self)) else {
      return ThumbnailError(code, String(decoding: body, as: UTF8.self))
    }
    return ThumbnailError(code, String(decoding: parts[1], as: UTF8.self), need: known.need, byte: known.byte)
  }

  /// The status and the body's length; nil for what is no answer.
  static func header(_ bytes: [UInt8]) -> (status: Int, length: Int)? {
    guard bytes.count == headerBytes, Array(bytes[..<3]) == mark, Int(bytes[3]) <= ThumbnailError.Code.allCases.count
    else { return nil }
    let length = number(bytes[4..<8])
    return length <= mostBytes ? (Int(bytes[3]), length) : nil
  }

  static func answer(status: Int, _ body: [UInt8]) -> Result<Thumbnail, ThumbnailError>? {
    guard status == 0 else {
      guard ThumbnailError.Code.allCases.indices.contains(status - 1) else { return nil }
      return .failure(error(ThumbnailError.Code.allCases[status - 1], body))
    }
    let head = 4 + PhotoPlaceholder.byteCount
    guard body.count > head, let placeholder = PhotoPlaceholder(bytes: Array(body[4..<head])), body[head] == 0xFF,
      body[head + 1] == 0xD8
    else { return nil }
    let size = PixelSize(width: number(body[..<2]), height: number(body[2..<4]))
    guard size.width > 0, size.height > 0 else { return nil }
    return .success(Thumbnail(jpeg: Array(body[head...]), size: size, placeholder: placeholder))
  }

  private static func number(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    Int(truncatingIfNeeded: bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }
}
