/// How a gallery says whose it is: who knows a data folder's secret asks with a text of its own, and knows the right answer. Nothing is told
/// to others by it.
public enum GalleryProof {
  /// The answer to a challenge; nil for a text that is none: 16 to 64 letters, digits, `-` and `_`.
  public static func answer(to challenge: String, secret: String) -> String? {
    let isOne =
      (16...64).contains(challenge.utf8.count)
      && challenge.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
        default: false
        }
      }
    return isOne ? Secrets.sign("gallery-proof:\(challenge)", with: secret) : nil
  }
}
