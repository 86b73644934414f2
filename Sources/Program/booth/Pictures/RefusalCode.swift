import BoothSystem
import Documents
import Glibc
import StudioModel

/// What the process that decodes a picture says of it by the code with which it ends.
enum RefusalCode {
  private static let plain: [(Int32, PictureRefusal)] = [
    (10, .heic), (11, .damaged), (12, .tooLarge), (13, .unknown), (14, .noLibrary), (15, .cut(percent: nil)),
    (16, .rare), (18, .tooLong),
  ]
  /// With the percentage that is there of one that was cut short.
  private static let cut: Int32 = 100

  /// Not the picture's fault: its file cannot be read.
  static let unreadable: Int32 = 17
  /// Not the picture's fault: the disk refuses what was made of it, by the number of the system's error.
  private static let disk: Int32 = 200

  /// - Parameter number: `errno` of what was to be written.
  static func code(ofDisk number: Int32) -> Int32 {
    // A code has eight bits; of errors that are higher only one is a disk's.
    if number == EDQUOT { return disk + ENOSPC }
    return (1...55).contains(number) ? disk + number : disk + EIO
  }

  /// What is wrong with the machine, in words; nil for a code that says something else.
  static func trouble(_ code: Int32) -> String? {
    if code == unreadable { return "what was sent cannot be read from the disk" }
    guard (disk + 1...disk + 55).contains(code) else { return nil }
    return "what was made of a picture: \(SystemWords.of(code - disk))"
  }

  static func code(_ refusal: PictureRefusal) -> Int32 {
    if case .cut(let percent?) = refusal { return cut + Int32(min(99, max(0, percent))) }
    return plain.first { $0.1 == refusal }?.0 ?? 13
  }

  /// Nil for a code that is none of a picture's faults.
  static func refusal(_ code: Int32) -> PictureRefusal? {
    if (cut..<cut + 100).contains(code) { return .cut(percent: Int(code - cut)) }
    return plain.first { $0.0 == code }?.1
  }
}
