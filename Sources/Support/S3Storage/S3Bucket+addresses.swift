import NIOHTTP1

/// Addresses that hold for a while, for those who have no keys: a browser that shows a picture, a booth that brings one. They hold a
/// signature: they are for no log.
extension S3Bucket {
  /// An address by which its holder may read the object for an hour, or as long as is said: at most seven days.
  ///
  /// ```swift
  /// bucket.address(of: "a.jpg", seconds: 7200, from: hour, answering: [("response-content-type", "image/jpeg")])
  /// ```
  /// - Parameters:
  ///   - moment: from when on it holds; nil: from now on. Addresses of one moment are the same, so that a browser keeps what it has
  ///     loaded by them.
  ///   - overrides: what the bucket is to say of the object, instead of what it was written with: `response-content-type` and others
  ///     ("GetObject", Amazon S3 API Reference).
  public func address(
    of key: String, seconds: Int = 3600, from moment: S3Moment? = nil,
    answering overrides: [(name: String, value: String)] = []
  ) -> String {
    line.address(S3Call(key: key, query: overrides), seconds: seconds, from: moment)
  }

  /// What its holder must send to write one object: just this type, length and, if it is said, these bytes.
  public struct UploadAddress: Sendable, Equatable {
    /// Where the bytes go, by `PUT`.
    public var url: String
    /// What must be sent with them as it is, beside the length.
    public var headers: [String: String]
  }

  /// An address by which its holder may write the object.
  /// - Parameters:
  ///   - sha256: of the bytes, in base64; nil: any bytes of the length. Not every make looks at it.
  ///   - seconds: for how long; at most seven days.
  public func uploadAddress(
    of key: String, contentType: String, sizeBytes: Int64, sha256: String? = nil, seconds: Int
  ) -> UploadAddress {
    var headers = ["content-type": contentType]
    if let sha256 { headers["x-amz-checksum-sha256"] = sha256 }
    let signed = headers.map { (name: $0.key, value: $0.value) } + [(name: "content-length", value: "\(sizeBytes)")]
    return UploadAddress(
      url: line.address(S3Call(method: .PUT, key: key, headers: signed), seconds: seconds), headers: headers)
  }

  /// The moment in this clock at which the current span of so many seconds began.
  public func moment(ofSpan seconds: Int64) -> S3Moment {
    let now = timing.clock().seconds
    return S3Moment(seconds: now - now % seconds)
  }
}
