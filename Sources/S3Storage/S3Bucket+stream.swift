import AsyncHTTPClient
public import BoothCore
import NIOCore
import NIOHTTP1

extension S3Bucket {
  /// An object's bytes as they come, or nil where there is none. A line that breaks is gone on with where it broke, as long as the
  /// object is the same; a body that ends early, or has more than was said, is an ``S3Error`` in the stream.
  /// - Parameter range: must lie within the object; nil for all of it.
  public func stream(
    _ key: String, range: Range<Int64>? = nil
  ) async throws(S3Error) -> (head: Head, body: ByteStream)? {
    if let range, range.isEmpty {
      guard let head = try await head(key) else { return nil }
      return (head, ByteStream { $0.finish() })
    }
    let answer: S3Answer
    do throws(S3Error) {
      answer = try await open(key, from: range?.lowerBound ?? 0, to: range?.upperBound, etag: nil)
    } catch {
      guard error.code == .noSuchKey else { throw error }
      return nil
    }
    var whole = answer.length
    if answer.status == 206 {
      // `bytes 0-9/200`.
      whole = answer.headers.first(name: "Content-Range").flatMap {
        $0.split(separator: "/").last.flatMap { Int64($0) }
      }
    } else if range != nil {
      throw S3Error(.garbage, subject: key, detail: "a part was asked for, and the answer is none")
    }
    let head = try Self.head(answer, subject: key, size: whole)
    let wanted = range ?? 0..<head.sizeBytes
    let download = S3Download(bucket: self, key: key, etag: head.etag, wanted: wanted, answer: answer)
    return (head, ByteStream(unfolding: { try await download.next() }))
  }

  /// Opens an object from a place on.
  /// - Parameter etag: of the object that was begun with.
  func open(_ key: String, from start: Int64, to end: Int64?, etag: String?) async throws(S3Error) -> S3Answer {
    var call = S3Call(key: key)
    if start > 0 || end != nil {
      call.headers.append(("range", "bytes=\(start)-\(end.map { "\($0 - 1)" } ?? "")"))
    }
    if let etag { call.headers.append(("if-match", "\"\(etag)\"")) }
    var attempts = S3Attempts(
      subject: key, settings: settings, isRepeatable: true, deadline: timing.now() + settings.call)
    while true {
      let outcome = await line.open(call)
      if case .answered(let answer) = outcome { return answer }
      try await again(&attempts, outcome)
    }
  }
}

/// Pulled by one reader, one piece after the other.
private actor S3Download {
  private let bucket: S3Bucket
  private let key: String
  private let etag: String
  private let end: Int64
  private var place: Int64
  private var pieces: HTTPClientResponse.Body.AsyncIterator?
  private var attempts: S3Attempts
  /// How often it fell silent, however much came between.
  private var stalls = 0
  private static let mostStalls = 5

  init(bucket: S3Bucket, key: String, etag: String, wanted: Range<Int64>, answer: S3Answer) {
    self.bucket = bucket
    self.key = key
    self.etag = etag
    (place, end) = (wanted.lowerBound, wanted.upperBound)
    pieces = answer.body?.makeAsyncIterator()
    attempts = Self.attempts(bucket, key)
  }

  private static func attempts(_ bucket: S3Bucket, _ key: String) -> S3Attempts {
    S3Attempts(
      subject: key, settings: bucket.settings, isRepeatable: true, deadline: bucket.timing.now() + bucket.settings.call)
  }

  func next() async throws -> [UInt8]? {
    while true {
      let outcome: S3Outcome
      do {
        var own = pieces
        defer { pieces = own }
        if let buffer = try await own?.next(isolation: self) {
          guard buffer.readableBytes > 0 else { continue }
          guard Int64(buffer.readableBytes) <= end - place else {
            throw S3Error(.incomplete, subject: key, detail: "more bytes came than the object has")
          }
          place += Int64(buffer.readableBytes)
          // What goes on has all its patience again.
          attempts = Self.attempts(bucket, key)
          return Array(buffer.readableBytesView)
        }
        if place == end { return nil }
        outcome = .cut("\(place) of \(end) bytes came")
      } catch let error as S3Error {
        throw error
      } catch {
        outcome = S3Line.outcome(error)
      }
      if case .silent(let words) = outcome {
        stalls += 1
        guard stalls <= Self.mostStalls else {
          throw S3Error(.unavailable, subject: key, detail: "\(bucket.settings.host): \(words), again and again")
        }
      }
      var patience = attempts
      try await bucket.again(&patience, outcome)
      attempts = patience
      do throws(S3Error) {
        let answer = try await bucket.open(key, from: place, to: end, etag: etag)
        guard answer.status == 206 || place == 0 else {
          throw S3Error(.garbage, subject: key, detail: "a part was asked for, and the answer is none")
        }
        pieces = answer.body?.makeAsyncIterator()
      } catch {
        guard error.code == .conditionFailed || error.code == .noSuchKey else { throw error }
        throw S3Error(.incomplete, subject: key, detail: "the object was changed while it was read")
      }
    }
  }
}
