public import BoothCore
import Crypto
import NIOHTTP1

extension S3Bucket {
  /// Writes an object of any size, whole or not at all.
  ///
  /// What fits into one part goes as one request, and is sent again when the line breaks. Larger ones go in parts, each of them
  /// sent again by itself; but one with a condition and a known size up to 5 GiB (what one request may have) goes as one stream, as
  /// not every maker's buckets look at the condition when parts are put together.
  /// - Parameter sizeBytes: what the stream must amount to, where the caller knows it.
  public func upload(
    _ key: String, _ body: ByteStream, contentType: String, condition: WriteCondition = .always, sizeBytes: Int64? = nil
  ) async throws(S3Error) -> (etag: String, sizeBytes: Int64) {
    if let size = sizeBytes, size > Int64(settings.partBytes), size <= 5 << 30, condition != .always {
      return (try await put(key, S3SentStream(body, count: size), size, try Self.headers(contentType, condition)), size)
    }
    var reader = PartReader(body, key: key, size: settings.partBytes, promised: sizeBytes)
    let first = try await reader.part()
    guard let second = try await reader.following(first) else {
      return (try await put(key, first, contentType: contentType, condition: condition), Int64(first.count))
    }
    return try await parts(key, first, second, reader, try Self.headers(contentType, condition))
  }

  /// Sends a stream once: it is used up then, and its holder must begin anew where that fails. Where the answer is lost, the object that
  /// is there afterwards tells, by its size and the MD5 that most buckets take for the ETag of what came in one request.
  private func put(
    _ key: String, _ stream: S3SentStream, _ size: Int64, _ headers: [(name: String, value: String)]
  ) async throws(S3Error) -> String {
    let call = S3Call(method: .PUT, key: key, headers: headers, body: .stream(stream, count: size))
    let outcome = await line.collect(call, limit: 1 << 16)
    if case .answered(let answer) = outcome { return try await etag(answer, key, size: size) }
    if outcome.mayBeDone, let digest = stream.digest, let head = try await head(key), head.sizeBytes == size,
      head.etag.lowercased() == digest
    {
      return head.etag
    }
    var attempts = S3Attempts(subject: key, settings: settings, isRepeatable: false, deadline: timing.now())
    guard case .end(let error) = attempts.failed(outcome, at: timing.now(), random: 0) else {
      throw S3Error(.unavailable, subject: key, detail: "the bucket was not to be reached")
    }
    throw error
  }

  private func parts(
    _ key: String, _ first: [UInt8], _ second: [UInt8], _ rest: consuming PartReader,
    _ headers: [(name: String, value: String)]
  ) async throws(S3Error) -> (etag: String, sizeBytes: Int64) {
    let begun = try await collect(
      S3Call(method: .POST, key: key, query: [("uploads", "")], headers: [headers[0]]), subject: key, limit: 1 << 16)
    guard let upload = Self.text(begun.bytes, ["InitiateMultipartUploadResult", "UploadId"]), !upload.isEmpty else {
      throw S3Error(.garbage, subject: key, detail: "the answer names no upload: no bucket answers there")
    }
    var reader = rest
    do throws(S3Error) {
      var etags: [String] = []
      var sums: [[UInt8]] = []
      var next: [UInt8]? = first
      var following: [UInt8]? = second
      var count: Int64 = 0
      while let part = next {
        count += Int64(part.count)
        let call = S3Call(
          method: .PUT, key: key, query: [("partNumber", "\(etags.count + 1)"), ("uploadId", upload)],
          body: .bytes(part))
        let answer = try await collect(call, subject: key, limit: 1 << 16)
        // Where a bucket does not say it, it is the part's MD5 ("Amazon S3 object integrity").
        let sum = Array(Insecure.MD5.hash(data: part))
        etags.append(answer.etag ?? S3Text.hex(sum))
        sums.append(sum)
        next = following
        if let last = next { following = try await reader.following(last) }
      }
      let list = etags.enumerated().map {
        "<Part><PartNumber>\($0.offset + 1)</PartNumber><ETag>&quot;\($0.element)&quot;</ETag></Part>"
      }
      let xml =
        "<CompleteMultipartUpload xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">\(list.joined())"
        + "</CompleteMultipartUpload>"
      let call = S3Call(
        method: .POST, key: key, query: [("uploadId", upload)],
        headers: [(name: "content-type", value: "application/xml")] + headers.dropFirst(), body: .bytes(Array(xml.utf8))
      )
      let done: S3Answer
      var isDoubtful = false
      do throws(S3Error) {
        done = try await collect(call, subject: key, limit: 1 << 16) { isDoubtful = isDoubtful || $0.mayBeDone }
      } catch {
        // It was done, and the answer was lost: then the upload is unknown, and the object is there. One that was written on a
        // condition may be another's, and must have the ETag of these parts.
        let isKnown = error.code == .noSuchKey && headers.count == 1
        guard isKnown || isDoubtful && (error.code == .noSuchKey || error.code == .conditionFailed),
          let head = try await head(key), head.sizeBytes == count, isKnown || head.etag == Self.etag(ofParts: sums)
        else { throw error }
        return (head.etag, count)
      }
      // "CompleteMultipartUpload": an error may come with the status 200.
      let etag = Self.text(done.bytes, ["CompleteMultipartUploadResult", "ETag"])?.filter { $0 != "\"" }
      if etag?.isEmpty ?? true, Self.text(done.bytes, ["CompleteMultipartUploadResult"]) != nil,
        let head = try await head(key), head.sizeBytes == count
      {
        return (head.etag, count)
      }
      guard let etag, !etag.isEmpty else {
        let refusal = S3Refusal(status: 500, body: done.bytes, retryAfter: nil, date: nil, now: timing.clock())
        throw refusal.error(key, bucket: settings.bucket)
      }
      return (etag, count)
    } catch {
      await abort(key, upload)
      throw error
    }
  }

  /// Parts that are not put together cost room; also where the task was cancelled.
  private func abort(_ key: String, _ upload: String) async {
    await Task { [line] in
      _ = await line.collect(S3Call(method: .DELETE, key: key, query: [("uploadId", upload)]), limit: 1 << 16)
    }.value
  }

  /// As Amazon and most others name what was put together: the MD5 of the parts' sums, and how many there are.
  private static func etag(ofParts sums: [[UInt8]]) -> String {
    S3Text.hex(Insecure.MD5.hash(data: sums.flatMap(\.self))) + "-\(sums.count)"
  }

  private static func text(_ bytes: [UInt8], _ wanted: [String]) -> String? {
    var found: String?
    do throws(S3XMLFault) {
      try S3XML.read(bytes) { path, text in
        if path == wanted { found = text }
      }
    } catch {
      return nil
    }
    return found
  }
}

/// Cuts a stream into parts of one size, and counts them.
private struct PartReader {
  private var pieces: ByteStream.AsyncIterator
  private let key: String
  private let size: Int
  private let promised: Int64?
  private var held: [UInt8] = []
  private var taken: Int64 = 0
  private var isOver = false

  init(_ stream: ByteStream, key: String, size: Int, promised: Int64?) {
    pieces = stream.makeAsyncIterator()
    self.key = key
    // At most 10,000 parts ("Amazon S3 multipart upload limits").
    self.size = max(size, Int((promised ?? 0) / 9000))
    self.promised = promised
  }

  /// The part behind one that was read, nil where that was the last.
  mutating func following(_ part: [UInt8]) async throws(S3Error) -> [UInt8]? {
    guard part.count == size else { return nil }
    let next = try await self.part()
    return next.isEmpty ? nil : next
  }

  /// A whole part, or what is left. What a stream promised is held against what it gave before its last part is handed out.
  mutating func part() async throws(S3Error) -> [UInt8] {
    while !isOver, held.count <= size {
      let piece: [UInt8]?
      do { piece = try await pieces.next() } catch {
        if error is CancellationError { throw S3Error(.cancelled, subject: key, detail: "the task was cancelled") }
        throw S3Error(.incomplete, subject: key, detail: "the writer broke off (\(error))")
      }
      if Task.isCancelled { throw S3Error(.cancelled, subject: key, detail: "the task was cancelled") }
      if let piece {
        taken += Int64(piece.count)
        held += piece
      } else {
        isOver = true
      }
      if let promised, taken > promised || isOver && taken != promised {
        throw S3Error(
          .incomplete, subject: key, detail: "the writer sent \(taken) of the \(promised) bytes it promised")
      }
    }
    let part = Array(held.prefix(size))
    held.removeFirst(part.count)
    return part
  }
}
