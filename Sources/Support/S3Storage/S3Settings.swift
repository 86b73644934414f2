import BoothCore
import HTTPClientSupport

/// Which bucket, where it answers, and how patiently it is asked.
public struct S3Settings: Sendable, Equatable {
  /// Where the bucket's name stands.
  public enum Style: String, Sendable { case path, virtualHost }

  /// `https` or `http`.
  public let scheme: String
  /// The endpoint's name, with its port where it has one of its own.
  public let host: String
  /// The bucket's name.
  public let bucket: String
  /// As its keeper calls it; most that are not Amazon's take any.
  public var region: String
  /// In the path, or before the endpoint's name.
  public var style: Style
  /// How long it may take until an answer begins.
  public var answer = Duration.seconds(15)
  /// How long an answer may be silent once it has begun, and how long a small one may take.
  public var request = Duration.seconds(30)
  /// How long a call may take, with everything that is tried again.
  public var call = Duration.seconds(300)
  /// How often a request is sent before it counts as failed.
  public var attempts = 6
  /// How long an answer proves that the bucket is there: a `HEAD` for an object that is not says nothing of it, and a listing is asked
  /// for otherwise.
  public var proof = Duration.zero
  /// The size of a large object's parts, in bytes; at least 5 MiB ("Amazon S3 multipart upload limits").
  public var partBytes = 8 << 20

  /// Amazon's, with the bucket before the name where certificates allow it.
  public static func amazon(bucket: String, region: String) throws(S3Error) -> S3Settings {
    try S3Settings(
      bucket: bucket, endpoint: "https://s3.\(region).amazonaws.com", region: region,
      style: bucket.contains(".") ? .path : .virtualHost)
  }

  /// Any other's.
  /// - Parameter endpoint: `https://s3.example.org` or, on this machine, `http://127.0.0.1:8333`.
  /// - Throws: What is no endpoint, or no bucket's name, or would send photographs in the clear.
  public init(bucket: String, endpoint: String, region: String = "us-east-1", style: Style = .path) throws(S3Error) {
    // "General purpose bucket naming rules", and what else older ones may have.
    guard (3...255).contains(bucket.utf8.count), !bucket.contains(".."),
      bucket.utf8.allSatisfy({ byte in
        switch byte {
        case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x2D, 0x2E, 0x5F: true
        default: false
        }
      })
    else { throw S3Error(.refused, subject: "the bucket \(bucket.prefix(80))", detail: "that is no bucket's name") }
    let parts = endpoint.split(separator: "://", maxSplits: 1).map(String.init)
    guard parts.count == 2, ["http", "https"].contains(parts[0]) else {
      throw S3Error(.refused, subject: "the endpoint \(endpoint.prefix(80))", detail: "it begins with https://")
    }
    var host = parts[1]
    if host.hasSuffix("/") { host.removeLast() }
    guard !host.isEmpty, host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"/?#@\\".utf8.contains($0) }) else {
      throw S3Error(
        .refused, subject: "the endpoint \(endpoint.prefix(80))", detail: "it is a host's name, with a port")
    }
    // Clients leave the usual port out, and the signature must have the same.
    for usual in [("https", ":443"), ("http", ":80")] where parts[0] == usual.0 && host.hasSuffix(usual.1) {
      host.removeLast(usual.1.count)
    }
    let name = host.hasPrefix("[") ? String(host.prefix { $0 != "]" }) + "]" : String(host.prefix { $0 != ":" })
    let isHere = name == "localhost" || name == "[::1]" || Self.isLoopback(name)
    guard parts[0] == "https" || isHere else {
      throw S3Error(
        .refused, subject: "the endpoint \(endpoint.prefix(80))",
        detail: "http would send photographs in the clear; it is taken for this machine alone: use https")
    }
    guard ![.link, .nowhere].contains(PeerAddress(literal: name)?.reach ?? .elsewhere) else {
      throw S3Error(
        .refused, subject: "the endpoint \(endpoint.prefix(80))",
        detail: "no bucket is at an address that a machine has for itself alone, where clouds keep its keys")
    }
    scheme = parts[0]
    self.host = host
    self.bucket = bucket
    self.region = region
    self.style = style
  }

  /// 127.x.y.z, not a name that only begins so.
  private static func isLoopback(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  /// The host that a request names.
  var requestHost: String { style == .path ? host : "\(bucket).\(host)" }

  /// Where addresses of objects lead, without their paths: `https://s3.example.org`.
  public var origin: String { "\(scheme)://\(requestHost)" }

  /// The decoded path of an object, or of the bucket.
  func path(_ key: String?) -> String {
    let inside = key.map { "/" + $0 } ?? (style == .path ? "" : "/")
    return style == .path ? "/\(bucket)\(inside)" : inside
  }

  /// For people: `s3://bucket at host`.
  public var words: String { "s3://\(bucket) at \(host)" }
}
