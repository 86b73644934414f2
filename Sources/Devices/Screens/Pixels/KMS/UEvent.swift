import CLinux
import Glibc

/// What the kernel tells of a device: `change@/devices/…/drm/card0`, then `KEY=value` words, each ended by a zero
/// (kernel source, `lib/kobject_uevent.c`).
struct UEvent: Equatable {
  var action: String
  var path: String
  var values: [String: String]

  /// Nil for what is no such message; udev's own, which begin otherwise, are none.
  init?(_ bytes: some Sequence<UInt8>) {
    let words = Array(bytes).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    guard let head = words.first, let at = head.firstIndex(of: "@"), at != head.startIndex,
      head[head.index(after: at)...].hasPrefix("/")
    else { return nil }
    action = String(head[..<at])
    path = String(head[head.index(after: at)...])
    values = words.dropFirst().reduce(into: [:]) { values, word in
      guard let equals = word.firstIndex(of: "="), equals != word.startIndex else { return }
      values[String(word[..<equals])] = String(word[word.index(after: equals)...])
    }
  }

  /// Whether a graphics card or what is plugged into it may have changed.
  var concernsDisplays: Bool { values["SUBSYSTEM"] == "drm" }
}

/// Tells when displays may have come or gone.
protocol DisplayWatch {
  /// Readable when there is something to hear.
  var descriptor: Int32 { get }
  /// Whether there was. Never blocks.
  func drain() -> Bool
}

/// The kernel's own messages, which need no udev.
final class UEventWatch: DisplayWatch {
  let descriptor: Int32

  /// Nil where the kernel gives no such socket; then one has to look now and then.
  init?() {
    descriptor = clinux_uevent_open()
    if descriptor < 0 { return nil }
  }

  deinit { Glibc.close(descriptor) }

  func drain() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 16_384)
    var concerns = false
    while true {
      let count = clinux_uevent_read(descriptor, &bytes, bytes.count)
      if count == 0 { return concerns }
      // Some were lost: it may have been the one.
      if count < 0 { return true }
      if UEvent(bytes[..<count])?.concernsDisplays == true { concerns = true }
    }
  }
}
