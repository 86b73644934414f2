import Glibc
import Measuring

struct Options {
  /// Of five composites each.
  var rounds = 5
  /// Of the first of the three stills.
  var seed: UInt64 = 1
  /// The compiled C program.
  var reference: String?
  /// Where the stills and composites are left to be looked at.
  var folder = "."
  /// The one part that is measured; nil: all but the sheet.
  var part: String?

  init(_ arguments: ArraySlice<String>) {
    var arguments = arguments
    while let option = arguments.popFirst() {
      guard let value = arguments.popFirst() else { fail("\(option) needs a value") }
      switch option {
      case "--rounds": rounds = max(1, Int(value) ?? 5)
      case "--seed": seed = UInt64(value) ?? 1
      case "--reference": reference = value
      case "--folder": folder = value
      case "--part": part = value
      default: fail("unknown option \(option); there are --rounds, --seed, --reference, --folder and --part")
      }
    }
  }
}

func write(_ bytes: [UInt8], to path: String) {
  guard let file = fopen(path, "wb"), fwrite(bytes, 1, bytes.count, file) == bytes.count, fclose(file) == 0 else {
    fail("cannot write \(path): \(String(cString: strerror(errno)))")
  }
}

func read(_ path: String) -> [UInt8] {
  guard let file = fopen(path, "rb") else { fail("cannot read \(path): \(String(cString: strerror(errno)))") }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65_536)
  while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
  return bytes
}
