extension NoPicture.Disguise {
  /// How many bytes are looked at.
  private static let head = 4096

  /// What a file that is no picture seems to be by its first bytes; nil where they say nothing.
  public static func of(_ bytes: any PhotoBytes) -> NoPicture.Disguise? { of(first(bytes)) }

  /// Whether its first bytes are those of a program that encrypts: OpenSSL, age, OpenPGP in letters, eCryptfs.
  public static func isEncrypted(_ bytes: any PhotoBytes) -> Bool {
    let head = first(bytes)
    return ["Salted__", "age-encryption.org/", "-----BEGIN PGP MESSAGE", "-----BEGIN AGE ENCRYPTED"].contains {
      head.starts(with: $0.utf8)
    }
  }

  static func of(_ head: [UInt8]) -> NoPicture.Disguise? {
    guard !head.isEmpty else { return nil }
    if head.allSatisfy({ $0 == 0 }) { return .zeros }
    func starts(_ text: String, at offset: Int = 0) -> Bool { head.dropFirst(offset).starts(with: text.utf8) }
    func starts(_ bytes: [UInt8]) -> Bool { head.starts(with: bytes) }
    if starts("%PDF") || starts("%!PS") { return .pdf }
    if starts("PK\u{3}\u{4}") || starts([0x1F, 0x8B]) || starts("7z") || starts("Rar!") { return .zip }
    if starts("ID3") || starts("fLaC") || starts("OggS") || (starts("RIFF") && starts("WAVE", at: 8)) { return .sound }
    if starts([0x1A, 0x45, 0xDF, 0xA3]) || starts([0, 0, 1, 0xBA]) || (starts("RIFF") && starts("AVI ", at: 8)) {
      return .film
    }
    if ["ftyp", "moov", "mdat", "wide", "free", "skip"].contains(where: { starts($0, at: 4) }) { return .film }
    let others = ["gimp xcf", "qoif", "#?RADIANCE", "DDS ", "SIMPLE  =", "Paint Shop Pro", "II\u{1A}\u{0}\u{0}\u{0}"]
    if others.contains(where: { starts($0) }) || starts("DICM", at: 128) || starts([0x76, 0x2F, 0x31, 0x01])
      || starts([0, 0, 1, 0, 1]) || starts([0xC5, 0xD0, 0xD3, 0xC6]) || starts("8BPS")
    {
      return .otherPicture
    }
    if head.count > 2, head[0] == UInt8(ascii: "P"), (0x31...0x37).contains(head[1]), [0x0A, 0x20].contains(head[2]) {
      return .otherPicture
    }
    return ofText(head)
  }

  private static func ofText(_ head: [UInt8]) -> NoPicture.Disguise? {
    let isText = head.allSatisfy { $0 >= 0x20 && $0 != 0x7F || [9, 10, 12, 13].contains($0) }
    guard isText else { return nil }
    // A letter that stands at the end of what was read may be cut.
    let text = String(decoding: head, as: UTF8.self)
    guard !text.dropLast(4).contains("\u{FFFD}") else { return nil }
    let lower = text.lowercased()
    if lower.contains("<svg") { return .drawing }
    return lower.contains("<html") || lower.contains("<!doctype html") ? .html : .text
  }

  private static func first(_ bytes: any PhotoBytes) -> [UInt8] {
    let window = ByteWindow(bytes)
    return (0..<min(head, window.count)).prefix { window.byte($0) != nil }.map { UInt8(window.byte($0) ?? 0) }
  }
}
