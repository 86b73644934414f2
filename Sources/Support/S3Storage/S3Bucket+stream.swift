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
    // `bytes 0-9/200` of a part; some buckets give the whole object instead.
    var whole = answer.status == 206 ? S3Part(answer)?.whole : answer.length
    if whole == nil { whole = try await self.head(key)?.sizeBytes }
    let head = try Self.head(answer, subject: key, size: whole)
    let wanted = range ?? 0..<head.sizeBytes
    guard wanted.upperBound <= head.sizeBytes else {
      throw S3Error(
        .incomplete, subject: key, detail: "it has \(head.sizeBytes) bytes, and \(wanted.upperBound) were expected")
    }
    let download = try S3Download(bucket: self, key: key, head: head, wanted: wanted, answer: answer)
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

/// Which part of an object an answer has, by its `Content-Range`.
struct S3Part {
  var start: Int64
  /// Nil where the bucket does not say it.
  var whole: Int64?

  /// Nil for an answer that says nothing of the kind.
  init?(_ answer: S3Answer) {
    guard let text = answer.headers.first(name: "Content-Range"), text.lowercased().hasPrefix("bytes ") else {
      return nil
    }
    let sides = text.dropFirst(6).split(separator: "/")
    guard sides.count == 2, let first = sides[0].split(separator: "-").first, let start = Int64(first) else {
      return nil
    }
    self.start = start
    whole = Int64(sides[1])
  }
}

/// Pulled by one reader, one piece after the other.
private actor S3Download {
  private let bucket: S3Bucket
  private let key: String
  private let head: S3Bucket.Head
  private let end: Int64
  private var place: Int64
  /// What comes before the place and is not wanted, of a bucket that gives the whole object where a part was asked for.
  private var skipped: Int64
  /// Whether more may come than is wanted.
  private var isWhole: Bool
  private var pieces: HTTPClientResponse.Body.AsyncIterator?
  private var attempts: S3Attempts
  /// How often it fell silent, however much came between.
  private var stalls = 0
  private static let mostStalls = 5

  init(
    bucket: S3Bucket, key: String, head: S3Bucket.Head, wanted: Range<Int64>, answer: S3Answer
  ) throws(S3Error) {
    self.bucket = bucket
    self.key = key
    self.head = head
    (place, end) = (wanted.lowerBound, wanted.upperBound)
    skipped = try Self.start(answer, key, at: wanted.lowerBound)
    isWhole = answer.status != 206
    pieces = answer.body?.makeAsyncIterator()
    attempts = Self.attempts(bucket, key)
  }

  /// How many bytes an answer has before a place.
  private static func start(_ answer: S3Answer, _ key: String, at place: Int64) throws(S3Error) -> Int64 {
    let start = answer.status == 206 ? S3Part(answer)?.start ?? place : 0
    guard start <= place else {
      throw S3Error(
        .garbage, subject: key, detail: "a part from byte \(place) on was asked for, and one from \(start) on came")
    }
    return place - start
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
        while place < end || !isWhole {
          guard let buffer = try await own?.next(isolation: self) else { break }
          // What goes on has all its patience again.
          attempts = Self.attempts(bucket, key)
          var piece = buffer.readableBytesView[...]
          let before = min(Int64(piece.count), skipped)
          piece = piece.dropFirst(Int(before))
          skipped -= before
          if Int64(piece.count) > end - place {
            guard isWhole, end < head.sizeBytes else {
              throw S3Error(.incomplete, subject: key, detail: "more bytes came than the object has")
            }
            piece = piece.prefix(Int(end - place))
          }
          guard !piece.isEmpty else { continue }
          place += Int64(piece.count)
          return Array(piece)
        }
        if place == end {
          // Lets the rest of a whole object go.
          own = nil
          return nil
        }
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
      try await goOn()
    }
  }

  /// Opens it again where it broke, if it is the same.
  private func goOn() async throws(S3Error) {
    let changed = S3Error(.incomplete, subject: key, detail: "the object was changed while it was read")
    let answer: S3Answer
    do throws(S3Error) {
      answer = try await bucket.open(
        key, from: place, to: end, etag: S3Identity.isAskable(head.etag) ? head.etag : nil)
    } catch {
      guard error.code == .conditionFailed || error.code == .noSuchKey else { throw error }
      throw changed
    }
    // Not every bucket looks at the condition.
    let whole = answer.status == 206 ? S3Part(answer)?.whole : answer.length
    guard S3Identity.of(answer, size: whole ?? head.sizeBytes) == head.etag else { throw changed }
    skipped = try Self.start(answer, key, at: place)
    isWhole = answer.status != 206
    pieces = answer.body?.makeAsyncIterator()
  }
}
