/// Something in a device profile that is not as it should be. A profile with any problem is not used.
public struct DeviceError: Error, Sendable, Equatable, Codable, CustomStringConvertible {
  /// The file's path, as the reader was asked for it.
  public var file: String
  /// Where in the file: `v4l2.controls.focus`, `match.usb[1]`, `line 3, column 7`; empty for the whole file.
  public var key: String
  /// What could stand there, to be read after "expected".
  public var expected: String
  /// What does stand there, to be read after "found".
  public var found: String

  /// A problem of the file at `file`; an empty `key` speaks of the whole file.
  public init(file: String, key: String, expected: String, found: String) {
    self.file = file
    self.key = key
    self.expected = expected
    self.found = found
  }

  /// `my-camera.json5: match.usb[0]: expected a USB id such as "046d:082d", found "C920"`
  public var description: String {
    "\([file, key].filter { !$0.isEmpty }.joined(separator: ": ")): expected \(expected), found \(found)"
  }
}

/// What a device file describes, by its `kind`.
public enum DeviceKind: String, Sendable, Codable, CaseIterable {
  /// A camera profile: `Devices/Cameras/*.json5`.
  case camera
  /// A panel profile: `Devices/Panels/*.json5`.
  case panel
  /// A printer profile: `Devices/Printers/*.json5`.
  case printer
  /// A script for the mock camera.
  case mock
}
