import Glibc

/// A capture device of the kernel's list.
public struct SoundDevice: Sendable, Equatable, Codable {
  /// ALSA's name for it, which survives a change of the cards' order; `plughw` converts what the device has to what is
  /// needed.
  public var name: String
  /// The sound card's name for people, `HD Pro Webcam C920`; the device's own where the kernel lists no card.
  public var model: String
  /// Whether a program has it.
  public var inUse: Bool

  /// Nothing is checked: a device of this name need not be there.
  public init(name: String, model: String, inUse: Bool) {
    self.name = name
    self.model = model
    self.inUse = inUse
  }
}

/// The microphones that are attached, from the kernel's own list (Documentation/sound/designs/procfile.rst): a look at
/// text files, for which libasound is not needed.
public enum SoundDevices {
  /// - Parameter root: for tests: stands for /proc/asound.
  public static func list(root: String = "/proc/asound") -> [SoundDevice] {
    text(root + "/pcm").split(separator: "\n").compactMap { device(String($0), root: root) }
  }

  /// A line such as `01-00: USB Audio : USB Audio : playback 1 : capture 1`.
  private static func device(_ line: String, root: String) -> SoundDevice? {
    let fields = line.split(separator: ":").map { $0.trimmingBlanks }
    guard fields.count >= 3, fields.dropFirst(2).contains(where: { $0.hasPrefix("capture") }) else { return nil }
    let numbers = fields[0].split(separator: "-").compactMap { Int($0) }
    guard numbers.count == 2 else { return nil }
    let (card, device) = (numbers[0], numbers[1])
    let id = text("\(root)/card\(card)/id").trimmingBlanks
    guard !id.isEmpty else { return nil }
    let status = text("\(root)/card\(card)/pcm\(device)c/sub0/status").trimmingBlanks
    return SoundDevice(
      name: "plughw:CARD=\(id),DEV=\(device)", model: cardName(card, root: root) ?? fields[1],
      inUse: !status.isEmpty && status != "closed")
  }

  /// From lines such as ` 1 [C920           ]: USB-Audio - HD Pro Webcam C920`.
  private static func cardName(_ card: Int, root: String) -> String? {
    for line in text(root + "/cards").split(separator: "\n") {
      guard Int(line.prefix { $0 != "[" }.trimmingBlanks) == card, let dash = line.firstRange(of: " - ") else {
        continue
      }
      return line[dash.upperBound...].trimmingBlanks
    }
    return nil
  }

  private static func text(_ path: String) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    // The kernel's lists are short: eight cards of two lines.
    var bytes = [UInt8](repeating: 0, count: 16_384)
    let count = read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}

extension StringProtocol {
  fileprivate var trimmingBlanks: String {
    var rest = self[...]
    while let first = rest.first, first.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    return String(rest)
  }
}
