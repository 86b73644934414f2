/// Names in the order in which people count: `IMG_2` before `IMG_10`, in any case of letters.
public enum NaturalName {
  /// What stands for a name where bytes are compared: small letters, and each number with the count of its digits before it. Zeros
  /// before a number do not count. What a name begins with, up to anything but a digit, its key begins with.
  public static func key(_ name: String) -> String {
    var key: [UInt8] = []
    let bytes = Array(name.lowercased().utf8)
    key.reserveCapacity(bytes.count + 4)
    var rest = bytes[...]
    while let byte = rest.first {
      guard isDigit(byte) else {
        key.append(byte)
        rest = rest.dropFirst()
        continue
      }
      let run = rest.prefix(while: isDigit)
      rest = rest.dropFirst(run.count)
      let digits = run.drop { $0 == UInt8(ascii: "0") }
      // 8 stands for eight digits, 90 for nine, 91 for ten, 990 for eighteen: longer ones are larger for bytes, too.
      key += Array(repeating: UInt8(ascii: "9"), count: digits.count / 9)
      key.append(UInt8(ascii: "0") + UInt8(digits.count % 9))
      key += digits
    }
    return String(decoding: key, as: UTF8.self)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
