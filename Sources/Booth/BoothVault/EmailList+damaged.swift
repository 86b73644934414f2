import BoothCore
import FoundationEssentials

/// What can be done with a file of addresses that is none any more.
extension EmailList {
  /// The bytes without the entries that a session left, as far as they can still be told from the rest; nil where none
  /// can. Blanks take their place, so that every other byte, which may be another guest's address, stays where it was.
  static func blanking(_ session: SessionID, in bytes: [UInt8]) -> [UInt8]? {
    var rest = bytes
    var hasAny = false
    for place in places(of: session, in: bytes) {
      guard let start = bytes[..<place].lastIndex(of: UInt8(ascii: "{")),
        let end = bytes[place...].firstIndex(of: UInt8(ascii: "}")),
        isEntry(bytes[start...end], of: session)
      else { continue }
      for index in start...end { rest[index] = UInt8(ascii: " ") }
      hasAny = true
    }
    return hasAny ? rest : nil
  }

  static func names(_ session: SessionID, in bytes: [UInt8]) -> Bool { !places(of: session, in: bytes).isEmpty }

  private static func isEntry(_ bytes: ArraySlice<UInt8>, of session: SessionID) -> Bool {
    do { return try JSONDecoder().decode(Entry.self, from: Data(bytes)).session == session.text } catch { return false }
  }

  private static func places(of session: SessionID, in bytes: [UInt8]) -> [Int] {
    let id = Array(session.text.utf8)
    guard bytes.count >= id.count else { return [] }
    return (0...bytes.count - id.count).filter { bytes[$0] == id[0] && bytes[$0..<$0 + id.count].elementsEqual(id) }
  }
}
