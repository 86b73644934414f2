import BoothCore
import Documents
import HTTPTypes
import HummingbirdCore
import PhotoLibrary
import PhotoModel
import StudioModel
import StudioServer
import WebSupport

/// Films of live photos, as players ask for them: piece by piece.
extension PhotosPages {
  static func film(_ photo: PhotoRecord) -> String { "/photos/film/\(photo.number)/\(photo.stamp)" }

  func film(_ number: Int64, _ stamp: String) async throws -> WebAnswer {
    let photo = try await known(number, stamp)
    let film = try await library.film(of: photo)
    // Players look at the bytes. A person who opens the address itself saves the file: what lies there is anything at
    // all.
    let name = ExportNames.film(film.name, of: ExportNames.file(photo, isOriginal: true))
    let headers: HTTPFields = [
      .contentType: "video/mp4", .cacheControl: try await fileKeeping(photo),
      .contentDisposition: AttachmentHeader.inUTF8(name),
      .contentSecurityPolicy: "default-src 'none'; sandbox; frame-ancestors 'none'",
    ]
    return Self.file(film.content, tag: film.mark, headers, to: context.call)
  }

  /// A file's bytes, or the part of them that the request asks for (RFC 9110, section 14).
  /// - Parameter tag: changes with the bytes.
  static func file(_ content: PhotoContent, tag: String, _ own: HTTPFields, to call: WebCall) -> WebAnswer {
    let size: Int64 =
      switch content {
      case .bytes(let bytes): Int64(bytes.count)
      case .file(let file): file.count
      }
    var headers = own
    headers[.eTag] = EntityTags.header(tag)
    headers[.acceptRanges] = "bytes"
    let sent = call.request.headers
    let isWhole = sent[.ifRange].map { !EntityTags.range($0, allows: tag) } ?? false
    // A range is of GET alone; a client with the bytes is told so first.
    guard call.request.method == .get, let range = sent[.range], !isWhole,
      sent[.ifNoneMatch].map({ !EntityTags.noneMatch($0, has: tag) }) ?? true
    else { return WebAnswer(.ok, headers, body(content, 0..<size)) }
    switch ByteRange(header: range, size: size) {
    // What makes no sense is as if it was not said (RFC 9110, section 14.2).
    case .invalid: return WebAnswer(.ok, headers, body(content, 0..<size))
    case .unsatisfiable:
      return WebAnswer.error(.rangeNotSatisfiable, "the file has \(size) bytes").with([
        .contentRange: "bytes */\(size)"
      ])
    case .part(let part):
      headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)"
      return WebAnswer(.partialContent, headers, body(content, part))
    }
  }

  private static func body(_ content: PhotoContent, _ range: Range<Int64>) -> WebAnswer.Body {
    switch content {
    case .bytes(let bytes): .bytes(Array(bytes[Int(range.lowerBound)..<Int(range.upperBound)]))
    case .file(let file): .stream(Int64(range.count), FilePieces.stream(file, range))
    }
  }
}

/// A part of a file, piece by piece as the client takes them.
enum FilePieces {
  static let piece: Int64 = 256 << 10

  static func stream(_ file: any OpenPhoto, _ range: Range<Int64>) -> ByteStream {
    let place = FilePlace(range)
    return ByteStream(unfolding: {
      let next = await place.next(piece)
      return next.isEmpty ? nil : try file.read(at: next.lowerBound, count: next.count)
    })
  }
}

private actor FilePlace {
  private var rest: Range<Int64>

  init(_ range: Range<Int64>) { rest = range }

  func next(_ count: Int64) -> Range<Int64> {
    let next = rest.lowerBound..<min(rest.lowerBound + count, rest.upperBound)
    rest = next.upperBound..<rest.upperBound
    return next
  }
}
