/// A file of e-mail addresses that is no list any more, as bytes: whose session is erased is taken out all the same.
enum DamagedEmails {
  /// The file without every entry that names a session: from the bracket before its id to the one behind it, or to the
  /// file's end. Entries hold no others (`{"session_id": …, "email": …}`), so what is between two brackets is one of them.
  /// - Returns: nil where the session is not named.
  static func without(_ session: String, _ bytes: [UInt8]) -> [UInt8]? {
    let wanted = Array(session.utf8).map(small)
    guard !wanted.isEmpty else { return nil }
    var rest = bytes
    var start = 0
    var isNamed = false
    while let place = place(of: wanted, in: rest, from: start) {
      isNamed = true
      let open = rest[..<place].lastIndex(of: UInt8(ascii: "{")) ?? rest.startIndex
      let close = rest[(place + wanted.count)...].firstIndex(of: UInt8(ascii: "}")) ?? rest.endIndex - 1
      rest.removeSubrange(open...close)
      start = open
    }
    return isNamed ? rest : nil
  }

  private static func place(of wanted: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    guard bytes.count >= wanted.count + start else { return nil }
    return (start...(bytes.count - wanted.count)).first { place in
      wanted.indices.allSatisfy { small(bytes[place + $0]) == wanted[$0] }
        && !(place > 0 && isOfID(bytes[place - 1]))
        && !(place + wanted.count < bytes.count && isOfID(bytes[place + wanted.count]))
    }
  }

  /// Another id may begin, or end, with this one.
  private static func isOfID(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static func small(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
  }
}
