import BoothCore
import Hummingbird

extension PlacesPages {
  /// A request's body, pulled piece by piece as it is written to the disk.
  static func pieces(_ body: RequestBody) -> ByteStream {
    let source = BodySource(body)
    return ByteStream(unfolding: { try await source.next() })
  }
}

/// Pulled by one reader, one piece after the other.
private actor BodySource {
  private var iterator: RequestBody.AsyncIterator

  init(_ body: RequestBody) { iterator = body.makeAsyncIterator() }

  func next() async throws -> [UInt8]? {
    var own = iterator
    defer { iterator = own }
    return try await own.next(isolation: self).map { Array($0.readableBytesView) }
  }
}
