extension S3Bucket {
  /// One object of a listing.
  public struct Listed: Sendable, Equatable {
    /// Its key.
    public var key: String
    /// Of the whole object.
    public var sizeBytes: Int64
    /// Without quotes; empty where the bucket names none.
    public var etag: String
    /// When it was written, as the bucket says it: `2024-01-31T12:00:00.000Z`.
    public var modified: String
  }

  /// A part of a listing.
  public struct Page: Sendable, Equatable {
    /// In the bucket's own order: with Amazon that of the keys' bytes, with SeaweedFS folder by folder.
    public var objects: [Listed]
    /// What the next page is asked for with; nil after the last.
    public var next: String?
  }

  /// Up to `limit` (at most 1000) objects whose keys begin with `prefix`.
  /// - Parameters:
  ///   - after: only what comes behind this key in the bucket's own order.
  ///   - token: of the page before.
  public func page(
    prefix: String, after: String? = nil, token: String? = nil, limit: Int = 1000
  ) async throws(S3Error) -> Page {
    var query = [
      (name: "list-type", value: "2"), (name: "prefix", value: prefix), (name: "encoding-type", value: "url"),
      (name: "max-keys", value: "\(min(max(limit, 1), 1000))"),
    ]
    if let after, token == nil { query.append(("start-after", after)) }
    if let token { query.append(("continuation-token", token)) }
    let subject = "the list of \(settings.words)"
    let answer = try await collect(S3Call(query: query), subject: subject, limit: 8 << 20)
    let page: Page
    do throws(S3XMLFault) { page = try Self.page(answer.bytes) } catch {
      throw S3Error(.garbage, subject: subject, detail: "the answer is none of a bucket's: \(error.words)")
    }
    // A bucket that gives the same page again would be read for ever.
    if let token, page.next == token {
      throw S3Error(.garbage, subject: subject, detail: "the bucket gives the same page again and again")
    }
    return page
  }

  /// All objects whose keys begin with `prefix`, in the bucket's own order: a request for a thousand.
  public func all(prefix: String) async throws(S3Error) -> [Listed] {
    var found: [Listed] = []
    var tokens: Set<String> = []
    var token: String?
    repeat {
      let page = try await page(prefix: prefix, token: token)
      // Not every bucket keeps to what it was asked for.
      found += page.objects.filter { $0.key.utf8.starts(with: prefix.utf8) }
      token = page.next
      if let token, !tokens.insert(token).inserted {
        throw S3Error(
          .garbage, subject: "the list of \(settings.words)", detail: "the bucket gives the same pages again and again")
      }
    } while token != nil
    return found
  }

  /// All keys that begin with `prefix`, each once, in the order of their bytes.
  public func keys(prefix: String) async throws(S3Error) -> [String] {
    Set(try await all(prefix: prefix).map(\.key)).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  static func page(_ bytes: [UInt8]) throws(S3XMLFault) -> Page {
    var page = Page(objects: [], next: nil)
    var fields: [String: String] = [:]
    var (isEncoded, isTruncated, isListing) = (false, false, false)
    try S3XML.read(bytes) { path, text in
      switch (path.count, path.first, path.last) {
      case (1, "ListBucketResult", _): isListing = true
      case (3, "ListBucketResult", let name?) where path[1] == "Contents": fields[name] = text
      case (2, "ListBucketResult", "Contents"):
        if let key = fields["Key"], let size = fields["Size"].flatMap({ Int64($0) }), size >= 0 {
          page.objects.append(
            Listed(
              key: key, sizeBytes: size, etag: (fields["ETag"] ?? "").filter { $0 != "\"" },
              modified: fields["LastModified"] ?? ""))
        }
        fields = [:]
      case (2, "ListBucketResult", "EncodingType"): isEncoded = text == "url"
      case (2, "ListBucketResult", "IsTruncated"): isTruncated = text == "true"
      case (2, "ListBucketResult", "NextContinuationToken"): page.next = text
      default: break
      }
    }
    guard isListing else { throw S3XMLFault(words: "it is no listing") }
    if isEncoded {
      for index in page.objects.indices {
        guard let key = decoded(page.objects[index].key) else { throw S3XMLFault(words: "a key is not written as one") }
        page.objects[index].key = key
      }
    }
    guard !isTruncated || page.next?.isEmpty == false else {
      throw S3XMLFault(words: "there is more, and no way to it")
    }
    if !isTruncated { page.next = nil }
    return page
  }

  /// Of `a%20b`, or `a+b` as some write a blank.
  private static func decoded(_ text: String) -> String? {
    guard text.utf8.contains(where: { $0 == 0x25 || $0 == 0x2B }) else { return text }
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == 0x25 {
        guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
          return nil
        }
        rest = rest.dropFirst(2)
        bytes.append(value)
      } else {
        bytes.append(byte == 0x2B ? 0x20 : byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
