import BoothCore
import Glibc

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
    // "General purpose bucket naming rules", and what older ones may have besides.
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
    guard !Self.isLinkLocal(name) else {
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

  /// 169.254.0.0/16 (RFC 3927), fe80::/10 (RFC 4291) and fd00:ec2::/32, at which Amazon's machines ask for their keys; however they
  /// are written: the system takes numbers of one to four parts, in octal and hexadecimal too.
  private static func isLinkLocal(_ name: String) -> Bool {
    let text = name.filter { $0 != "[" && $0 != "]" }.prefix { $0 != "%" }
    let plain = String(text.hasSuffix(".") ? text.dropLast() : text)
    var four = in_addr()
    if inet_aton(plain, &four) == 1 { return isLinkLocal(four: UInt32(bigEndian: four.s_addr)) }
    var six = in6_addr()
    guard inet_pton(AF_INET6, plain, &six) == 1 else { return false }
    let bytes = withUnsafeBytes(of: six) { Array($0) }
    if bytes[0] == 0xFE, bytes[1] & 0xC0 == 0x80 { return true }
    if bytes.starts(with: [0xFD, 0x00, 0x0E, 0xC2]) { return true }
    // One of the old kind in one of the new: mapped (RFC 4291), translated (RFC 6052).
    let isOld = [[0xFF, 0xFF], [0, 0]].contains(bytes[10..<12].map(Int.init)) && bytes[..<10].allSatisfy { $0 == 0 }
    guard isOld || bytes.starts(with: [0x00, 0x64, 0xFF, 0x9B]) else { return false }
    return isLinkLocal(four: bytes[12...].reduce(0) { $0 << 8 | UInt32($1) })
  }

  private static func isLinkLocal(four address: UInt32) -> Bool { address >> 16 == 169 << 8 | 254 }

  /// The host that a request names.
  var requestHost: String { style == .path ? host : "\(bucket).\(host)" }

  /// The decoded path of an object, or of the bucket.
  func path(_ key: String?) -> String {
    let inside = key.map { "/" + $0 } ?? (style == .path ? "" : "/")
    return style == .path ? "/\(bucket)\(inside)" : inside
  }

  /// For people: `s3://bucket at host`.
  public var words: String { "s3://\(bucket) at \(host)" }
}
