/// A text that is meant as JSON5 and has slips in it: each is named, and mended as it was probably meant, so that what comes after it can
/// be looked at as well.
struct MendedJSON5 {
  /// Nil where the text cannot be guessed at.
  private(set) var value: JSON5Value?
  /// In the order of the text; empty for one without slips.
  private(set) var faults: [JSON5Error] = []

  /// Each costs a reading of the whole.
  private static let most = 20
  private static let curly = [
    "\u{201C}", "\u{201D}", "\u{201E}", "\u{201F}", "\u{2018}", "\u{2019}", "\u{201A}", "\u{AB}", "\u{BB}",
  ].map { Array($0.utf8) }

  private var bytes: [UInt8]
  /// What was put in or taken out of each line, in bytes, by the place behind it in the mended text.
  private var changes: [(place: Int, growth: Int)] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var last = -1
    while faults.count < Self.most {
      let fault: JSON5Error
      do {
        value = try JSON5Parser.parse(self.bytes)
        return
      } catch { fault = error }
      let place = place(of: fault)
      faults.append(asWritten(fault, at: place))
      // What is mended lies behind what was mended before.
      guard place > last || place == last && faults.count < 3, mend(fault, at: place) else { return }
      last = place
    }
  }

  private func place(of fault: JSON5Error) -> Int {
    var start = 0
    for _ in 1..<max(fault.line, 1) {
      guard let end = bytes[start...].firstIndex(of: 0x0A) else { break }
      start = end + 1
    }
    return min(start + fault.column - 1, bytes.count)
  }

  /// With the column of the text as it was.
  private func asWritten(_ fault: JSON5Error, at place: Int) -> JSON5Error {
    let start = (bytes[..<place].lastIndex(of: 0x0A) ?? -1) + 1
    var fault = fault
    fault.column -= changes.filter { $0.place > start && $0.place <= place }.reduce(0) { $0 + $1.growth }
    return fault
  }

  private mutating func replace(_ range: Range<Int>, _ new: [UInt8]) {
    let growth = new.count - range.count
    for index in changes.indices where changes[index].place > range.lowerBound { changes[index].place += growth }
    bytes.replaceSubrange(range, with: new)
    changes.append((range.lowerBound + new.count, growth))
  }

  /// - Returns: whether something was mended.
  private mutating func mend(_ fault: JSON5Error, at place: Int) -> Bool {
    let quote = UInt8(ascii: "\"")
    let byte = place < bytes.count ? bytes[place] : nil
    switch fault.expected {
    case "\",\" or \"}\"", "\",\" or \"]\"":
      let closer: UInt8 = fault.expected.contains("}") ? UInt8(ascii: "}") : UInt8(ascii: "]")
      guard let byte else {
        replace(place..<place, [closer])
        return true
      }
      if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
        replace(place..<place, [closer])
      } else if byte == UInt8(ascii: ";") || byte == UInt8(ascii: ":") {
        replace(place..<place + 1, [UInt8(ascii: ",")])
      } else {
        replace(place..<place, [UInt8(ascii: ",")])
      }
    case "\":\" after the key":
      guard let byte else { return false }
      replace(place..<(byte == UInt8(ascii: "=") ? place + 1 : place), [UInt8(ascii: ":")])
    case "straight quotes, \" or '":
      return mendCurlyQuotes(from: place)
    case "a string that ends on its line":
      var end = bytes[place...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
      while end > place + 1, [0x20, 0x09, UInt8(ascii: ",")].contains(bytes[end - 1]) { end -= 1 }
      replace(end..<end, [bytes[place]])
    case "a value", "a number":
      let end = bytes[place...].firstIndex { [0x0A, 0x0D].contains($0) || ",]}".utf8.contains($0) } ?? bytes.count
      guard end > place, !bytes[place..<end].contains(quote) else { return false }
      replace(end..<end, [quote])
      replace(place..<place, [quote])
    default: return false
    }
    return true
  }

  private mutating func mendCurlyQuotes(from place: Int) -> Bool {
    let quote = [UInt8(ascii: "\"")]
    guard let first = Self.curly.first(where: { bytes[place...].starts(with: $0) }) else { return false }
    replace(place..<place + first.count, quote)
    let end = bytes[place...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
    // The text ends at the next quote of any kind.
    let next = (place + 1..<max(end, place + 1)).first { index in
      bytes[index] == quote[0] || Self.curly.contains { bytes[index...].starts(with: $0) }
    }
    guard let next, bytes[next] != quote[0] else { return true }
    let closing = Self.curly.first { bytes[next...].starts(with: $0) } ?? []
    replace(next..<next + closing.count, quote)
    return true
  }
}
