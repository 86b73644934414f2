import AsyncHTTPClient
public import BoothCore
import NIOCore
import NIOHTTP1

/// What goes beyond the FotoX contract, or reads as anybody may, without the token.
extension HTTPGalleryClient {
  /// `DELETE /api/sessions/{event}/{session}`: our own gallery's; the Worker answers 404.
  public func erase(event: EventID, session: SessionID) async throws(UploadFailure) {
    let response = try await send(subject: "erase", timeout: timeouts.request) { prefix in
      var request = HTTPClientRequest(url: self.base + prefix + "/sessions/\(event)/\(session)")
      request.method = .DELETE
      request.headers.add(name: "X-FotoX-Key", value: self.token)
      return request
    }
    switch response.status {
    case 200..<300:
      // A page that a network puts in between says 200 as well.
      let answer: ErasureAnswer = try decode(response.body, "erase")
      guard answer.status == "erased" else {
        throw UploadFailure(.garbage, subject: "erase", detail: "the gallery answered \(answer.status.prefix(80))")
      }
    case 404, 405, 501:
      throw UploadFailure(.unsupported, subject: "erase", detail: "the gallery answered \(response.status)")
    default: throw failure(response, "erase", isUpload: false)
    }
  }

  /// Asks with HEAD, which our gallery answers; of a Worker, which does not know it, with the shortest GET. Whatever
  /// says for good that this is no question for it (401, 403, 404, 405, 501 …, or a page to go to) serves nothing.
  public func size(of path: String) async throws(UploadFailure) -> Int64? {
    // A server that does not fill the answer in says 0.
    if let size = try await size(of: path, .HEAD), size > 0 { return size }
    return try await size(of: path, .GET)
  }

  private func size(of path: String, _ method: HTTPMethod) async throws(UploadFailure) -> Int64? {
    let subject = "look for \(path.split(separator: "/").last ?? "")"
    for prefix in [generation.prefix, generation.prefix.isEmpty ? "/api" : ""] {
      var request = HTTPClientRequest(url: base + prefix + "/asset?path=" + Self.encoded(path))
      request.method = method
      if method == .GET { request.headers.add(name: "Range", value: "bytes=0-0") }
      do {
        // One without ranges sends it all, which takes its time; silence does not (the idle timeouts).
        let timeout = method == .GET ? Duration.seconds(3600) : timeouts.request
        let answer = try await http.execute(request, timeout: .nanoseconds(timeout.wholeNanoseconds))
        switch answer.status.code {
        case 206:
          // `bytes 0-0/1234`
          let range = answer.headers.first(name: "Content-Range") ?? ""
          return range.split(separator: "/").last.flatMap { Int64($0) }
        case 200:
          if let length = answer.headers.first(name: "Content-Length").flatMap({ Int64($0) }) { return length }
          if method == .HEAD { return nil }
          // The first Worker knows no ranges and may not tell the length: it is counted.
          var count: Int64 = 0
          for try await piece in answer.body { count += Int64(piece.readableBytes) }
          return count
        case 408, 425, 429, 500, 502...:
          // One that has never heard of HEAD may stumble over it.
          if method == .HEAD { return nil }
          throw UploadFailure(.busy, subject: subject, detail: "the gallery answered \(answer.status.code)")
        case 416 where method == .GET: return 0
        default: continue
        }
      } catch let failure as UploadFailure {
        throw failure
      } catch {
        throw UploadFailure(.unreachable, subject: subject, detail: words(for: error))
      }
    }
    return nil
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
