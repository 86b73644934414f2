/// Why bytes are no answer of a bucket's.
struct S3XMLFault: Error {
  var words: String
}

/// Reads the XML of answers: elements and their texts. Entities are XML's five and numbers; what declares others, is deeper than
/// 16 elements or has more than a million of them is refused.
enum S3XML {
  /// - Parameter visit: hears each element at its end, with the names from the root's on, without prefixes, and its text.
  static func read(_ bytes: [UInt8], visit: (_ path: [String], _ text: String) -> Void) throws(S3XMLFault) {
    guard let all = String(validating: bytes, as: UTF8.self) else { throw S3XMLFault(words: "it is no UTF-8") }
    var rest = all.utf8[...]
    if rest.starts(with: "\u{FEFF}".utf8) { rest = rest.dropFirst(3) }
    var path: [String] = []
    var text = ""
    var elements = 0
    var isDone = false
    func cut(_ end: String) throws(S3XMLFault) -> Substring.UTF8View {
      guard let range = rest.firstRange(of: end.utf8) else { throw S3XMLFault(words: "it ends in the middle") }
      let inside = rest[..<range.lowerBound]
      rest = rest[range.upperBound...]
      return inside
    }
    while !rest.isEmpty {
      guard rest.first == 0x3C else {
        let plain = rest.prefix { $0 != 0x3C }
        rest = rest[plain.endIndex...]
        if path.isEmpty {
          guard plain.allSatisfy({ $0 <= 0x20 }) else { throw S3XMLFault(words: "it is no XML") }
        } else {
          text += try self.plain(Substring(plain))
        }
        continue
      }
      rest = rest.dropFirst()
      if rest.starts(with: "!--".utf8) {
        _ = try cut("-->")
      } else if rest.starts(with: "![CDATA[".utf8) {
        rest = rest.dropFirst(8)
        text += String(Substring(try cut("]]>")))
      } else if rest.first == 0x3F {
        _ = try cut("?>")
      } else if rest.first == 0x21 {
        throw S3XMLFault(words: "it declares what no answer needs")
      } else if rest.first == 0x2F {
        let name = String(Substring(try cut(">").dropFirst())).bare
        guard path.last == name else { throw S3XMLFault(words: "its elements do not match") }
        visit(path, text)
        path.removeLast()
        text = ""
        isDone = path.isEmpty
      } else {
        guard !isDone else { throw S3XMLFault(words: "it has two roots") }
        var inside = Substring(try cut(">"))
        let isEmpty = inside.hasSuffix("/")
        if isEmpty { inside.removeLast() }
        let name = String(inside.prefix { !$0.isWhitespace }).bare
        elements += 1
        guard !name.isEmpty, path.count < 16, elements < 1_000_000 else { throw S3XMLFault(words: "it is too large") }
        text = ""
        path.append(name)
        if isEmpty {
          visit(path, "")
          path.removeLast()
          isDone = path.isEmpty
        }
      }
    }
    guard isDone else { throw S3XMLFault(words: "it ends in the middle") }
  }

  private static func plain(_ text: Substring) throws(S3XMLFault) -> String {
    guard text.contains("&") else { return String(text) }
    let named: [Substring: String] = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"]
    var plain = ""
    var rest = text
    while let sign = rest.firstIndex(of: "&") {
      plain += rest[..<sign]
      let name = rest[rest.index(after: sign)...].prefix(12).prefix { $0 != ";" }
      guard name.endIndex < rest.endIndex, rest[name.endIndex] == ";" else {
        throw S3XMLFault(words: "an entity has no end")
      }
      if let known = named[name] {
        plain += known
      } else if name.hasPrefix("#"),
        let code = name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst()),
        let scalar = Unicode.Scalar(code)
      {
        plain.unicodeScalars.append(scalar)
      } else {
        throw S3XMLFault(words: "it has an entity that is none of XML's")
      }
      rest = rest[rest.index(after: name.endIndex)...]
    }
    return plain + rest
  }
}

extension String {
  /// Without the prefix of a name space, and blanks behind.
  fileprivate var bare: String {
    let name = split(separator: ":").last.map(String.init) ?? self
    return String(name.prefix { !$0.isWhitespace })
  }
}
