import AsyncHTTPClient
public import BoothCore
import HTTPClientSupport
import NIOCore
import NIOHTTP1

/// What goes beyond the FotoX contract, or reads as anybody may, without the token.
extension HTTPGalleryClient {
  /// `DELETE /api/sessions/{event}/{session}`: our own gallery's; the Worker answers 404.
  public func erase(event: EventID, session: SessionID) async throws(GalleryError) {
    let response = try await send(subject: "erase", timeout: timeouts.request) { prefix in
      var request = HTTPClientRequest(to: self.base + prefix + "/sessions/\(event)/\(session)")
      request.method = .DELETE
      request.headers.add(name: "X-FotoX-Key", value: self.token)
      return request
    }
    // The Worker's own words, or JSON: a page that a network puts in between says nothing of the gallery.
    let isOfTheContract = response.isJSON || response.body == Array("Not found".utf8)
    switch response.status {
    case 200..<300 where response.stranger(hiding: hidden) == nil:
      let answer: ErasureAnswer = try decode(response.body, "erase")
      guard answer.status == "erased" else {
        throw GalleryError(
          .garbage, subject: "erase", detail: "the gallery answered \(hidden.clean(answer.status, upTo: 80))")
      }
    case 404 where isOfTheContract, 405 where isOfTheContract, 501 where isOfTheContract:
      throw GalleryError(.unsupported, subject: "erase", detail: "the gallery answered \(response.status)")
    default: throw failure(response, "erase", isUpload: false)
    }
  }

  /// Asks with HEAD, which our gallery answers; of a Worker, which does not know it, with the shortest GET. Whatever
  /// says for good that this is no question for it (401, 403, 404, 405, 501 …, or a page to go to) serves nothing.
  public func size(of path: String, expecting expected: Int64) async throws(GalleryError) -> Int64? {
    let subject = "look for \(path.split(separator: "/").last ?? "")"
    for method in [HTTPMethod.HEAD, .GET] {
      for prefix in [generation.prefix, generation.prefix.isEmpty ? "/api" : ""] {
        var request = HTTPClientRequest(to: base + prefix + "/asset?path=" + Self.encoded(path))
        request.method = method
        if method == .GET { request.headers.add(name: "Range", value: "bytes=0-0") }
        switch try await look(request, subject, expected) {
        // A server that does not fill the answer to HEAD in says 0.
        case .has(let size) where method == .GET || size > 0: return size
        case .has, .knowsNoSuchQuestion: break
        case .no: continue
        }
        break
      }
    }
    return nil
  }

  private enum Sight: Sendable {
    case has(Int64)
    /// It stumbles over the method, or does not fill its answer in: the next method may do.
    case knowsNoSuchQuestion
    /// Not under these paths.
    case no
  }

  /// Nothing is read beyond what is expected, and the byte that is too many.
  private func look(
    _ request: HTTPClientRequest, _ subject: String, _ expected: Int64
  ) async throws(GalleryError) -> Sight {
    let isHead = request.method == .HEAD
    return try await call(subject, within: isHead ? timeouts.request : timeouts.counting) { [self] in
      let answer = try await http.execute(request, timeout: .nanoseconds(timeouts.request.wholeNanoseconds))
      switch answer.status.code {
      case 206:
        // `bytes 0-0/1234`
        let range = answer.headers.first(name: "Content-Range") ?? ""
        return range.split(separator: "/").last.flatMap { Int64($0) }.map { .has($0) } ?? .knowsNoSuchQuestion
      case 200:
        if let length = answer.headers.first(name: "Content-Length").flatMap({ Int64($0) }) { return .has(length) }
        if isHead { return .knowsNoSuchQuestion }
        // The first Worker knows no ranges and may not tell the length: it is counted, up to the first byte too many.
        var count: Int64 = 0
        for try await piece in answer.body {
          count += Int64(piece.readableBytes)
          if count > expected { break }
        }
        return .has(count)
      case 408, 425, 429, 500, 502...:
        // One that has never heard of HEAD may stumble over it.
        if isHead { return .knowsNoSuchQuestion }
        throw GalleryError(.busy, subject: subject, detail: "the gallery answered \(answer.status.code)")
      case 416 where !isHead: return .has(0)
      default: return .no
      }
    }
  }

  /// Everything but the letters, digits and marks that never mean anything in a query.
  private static func encoded(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF")
    return path.utf8.reduce(into: "") { text, byte in
      let scalar = Unicode.Scalar(byte)
      if scalar.isASCII,
        scalar.properties.isAlphabetic || (0x30...0x39).contains(byte) || "-_.~".unicodeScalars.contains(scalar)
      {
        text.unicodeScalars.append(scalar)
      } else {
        text += "%" + String(digits[Int(byte >> 4)]) + String(digits[Int(byte & 15)])
      }
    }
  }
}

/// What our gallery says when it has erased a session.
private struct ErasureAnswer: Decodable {
  var status: String
}
