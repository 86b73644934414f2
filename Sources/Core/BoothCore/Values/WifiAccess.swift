/// The booth's own Wi-Fi, as guests' phones join it.
///
/// ```swift
/// let wifi = try WifiAccess(name: "Anna & Ben", password: "dance-all-night")
/// wifi.joinCode  // WIFI:T:WPA;S:Anna & Ben;P:dance-all-night;;
/// ```
public struct WifiAccess: Sendable, Equatable {
  /// Why a name or a password is none, in words.
  public struct Fault: Error, Equatable, CustomStringConvertible {
    public let description: String
  }

  /// The network's name (SSID): 1 to 32 bytes of UTF-8 without control characters.
  public let name: String
  /// For WPA2 and WPA3: 8 to 63 printable characters of ASCII; nil: the network is open.
  public let password: String?

  /// - Throws: ``Fault`` where a name or a password is none that phones and access points take: IEEE 802.11-2020, 9.4.2.2 (32 octets),
  ///   and J.4.1 (8 to 63 characters, each with an encoding of 32 to 126).
  public init(name: String, password: String?) throws(Fault) {
    guard (1...32).contains(name.utf8.count), name.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
    else {
      throw Fault(description: "the Wi-Fi's name is \(name.utf8.count) bytes long: expected 1 to 32, on one line")
    }
    if let password {
      guard (8...63).contains(password.utf8.count), password.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
        throw Fault(
          description:
            "the Wi-Fi's password: expected 8 to 63 letters, digits and signs of ASCII, as phones take no others"
        )
      }
    }
    self.name = name
    self.password = password
  }

  /// What a QR code says for a phone to join: the form of ZXing's "Barcode Contents" page, "Wi-Fi Network config", which Android and
  /// iOS read. `\`, `;`, `,`, `"` and `:` are written with a backslash before them.
  public var joinCode: String {
    guard let password else { return "WIFI:T:nopass;S:\(Self.escaped(name));;" }
    return "WIFI:T:WPA;S:\(Self.escaped(name));P:\(Self.escaped(password));;"
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      if "\\;,\":".unicodeScalars.contains(character) { result += "\\" }
      result.unicodeScalars.append(character)
    }
    return result
  }
}
