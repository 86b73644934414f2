package import BoothCore
import Glibc

/// A form with one file at its end, as browsers send it (RFC 7578), read as it comes: fields in memory, the file piece by piece.
package actor MultipartForm {
  /// All fields together, in bytes.
  package static let longestFields = 256 << 10
  /// What stands above a part, in bytes; and what may stand before the first.
  private static let longestHead = 8 << 10
  private static let mostFields = 100

  private let mark: [UInt8]
  private var source: ByteStream.AsyncIterator
  /// What came and was not taken yet. The first mark has no line before it.
  private var buffer: [UInt8] = Array("\r\n".utf8)
  private var isInFile = false

  /// Nil for what is no such form.
  /// - Parameters:
  ///   - type: the request's `Content-Type`.
  ///   - pieces: its body, pulled as it is read.
  package init?(_ type: String, _ pieces: ByteStream) {
    guard let boundary = Self.boundary(type) else { return nil }
    mark = Array("\r\n--\(boundary)".utf8)
    source = pieces.makeAsyncIterator()
  }

  /// RFC 2046, 5.1.1: 1 to 70 signs. Nil for another type.
  package static func boundary(_ type: String) -> String? {
    guard type.lowercased().hasPrefix("multipart/form-data"),
      let parameter = Self.parameter("boundary", in: type), (1...70).contains(parameter.utf8.count),
      parameter.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { return nil }
    return parameter
  }

  /// `name="picture"` in `form-data; name="picture"; filename="a;b.jpg"`. Quotes within are written `%22` (HTML, 4.10.21.8).
  static func parameter(_ name: String, in header: String) -> String? {
    var parts: [String] = [""]
    var isQuoted = false
    for sign in header {
      if sign == "\"" { isQuoted.toggle() }
      if sign == ";", !isQuoted { parts.append("") } else { parts[parts.count - 1].append(sign) }
    }
    for part in parts.dropFirst() {
      let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard halves.count == 2, halves[0].filter({ !$0.isWhitespace }).lowercased() == name else { continue }
      let value = halves[1].drop { $0.isWhitespace }
      guard value.hasPrefix("\"") else { return String(value.prefix { !$0.isWhitespace }) }
      return String(value.dropFirst().prefix { $0 != "\"" })
    }
    return nil
  }

  // MARK: Reading

  /// The fields up to the file, or to the end of a form without one. Of fields with the same name the first counts.
  /// - Throws: ``TooLargeFault``, ``MultipartFault``.
  package func fields() async throws -> [String: String] {
    var fields: [String: String] = [:]
    var left = Self.longestFields
    _ = try await taken(upTo: mark, atMost: Self.longestHead)
    for _ in 0..<Self.mostFields {
      guard try await bytes(2) == Array("\r\n".utf8) else { return fields }
      let head = String(
        decoding: try await taken(upTo: Array("\r\n\r\n".utf8), atMost: Self.longestHead), as: UTF8.self)
      let lines = head.split(separator: "\r\n").map(String.init)
      guard let about = lines.first(where: { $0.lowercased().hasPrefix("content-disposition:") }),
        let name = Self.parameter("name", in: about)
      else { throw MultipartFault() }
      if Self.parameter("filename", in: about) != nil {
        isInFile = true
        return fields
      }
      let value = try await taken(upTo: mark, atMost: left)
      left -= value.count + name.utf8.count
      if fields[name] == nil { fields[name] = String(decoding: value, as: UTF8.self) }
    }
    throw MultipartFault()
  }

  /// The next piece of the file; nil at its end, and where there is none.
  /// - Throws: ``MultipartFault`` where the form ends within the file.
  package func piece() async throws -> [UInt8]? {
    while isInFile {
      if let end = Self.place(of: mark, in: buffer) {
        isInFile = false
        defer { buffer.removeAll() }
        return end > 0 ? Array(buffer[..<end]) : nil
      }
      // The mark may have begun.
      let sure = buffer.count - mark.count + 1
      if sure > 0 {
        defer { buffer.removeFirst(sure) }
        return Array(buffer[..<sure])
      }
      guard try await more() else { throw MultipartFault() }
    }
    return nil
  }

  private func more() async throws -> Bool {
    var own = source
    defer { source = own }
    guard let piece = try await own.next(isolation: self) else { return false }
    buffer += piece
    return true
  }

  private func bytes(_ count: Int) async throws -> [UInt8] {
    while buffer.count < count { guard try await more() else { throw MultipartFault() } }
    defer { buffer.removeFirst(count) }
    return Array(buffer[..<count])
  }

  /// What stands before `end`, which goes, too.
  private func taken(upTo end: [UInt8], atMost most: Int) async throws -> [UInt8] {
    while true {
      if let place = Self.place(of: end, in: buffer) {
        guard place <= most else { throw TooLargeFault() }
        defer { buffer.removeFirst(place + end.count) }
        return Array(buffer[..<place])
      }
      guard buffer.count <= most + end.count else { throw TooLargeFault() }
      guard try await more() else { throw MultipartFault() }
    }
  }

  /// Where the pattern first stands. Its first sign is looked for by the library's own search: files are large.
  private static func place(of pattern: [UInt8], in bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBytes { bytes -> Int? in
      guard let base = bytes.baseAddress, let first = pattern.first else { return nil }
      var place = 0
      while place + pattern.count <= bytes.count,
        let found = memchr(base + place, Int32(first), bytes.count - pattern.count + 1 - place)
      {
        place = UnsafeRawPointer(found) - base
        if memcmp(base + place, pattern, pattern.count) == 0 { return place }
        place += 1
      }
      return nil
    }
  }
}

/// A form with a file that is none, or did not come whole.
package struct MultipartFault: Error {}
