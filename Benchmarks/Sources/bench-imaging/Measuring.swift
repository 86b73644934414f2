import Glibc

struct Options {
  /// Of five composites each.
  var rounds = 5
  /// The compiled C program.
  var reference: String?
  /// Where the stills and composites are left to be looked at.
  var folder = "."

  init(_ arguments: ArraySlice<String>) {
    var arguments = arguments
    while let option = arguments.popFirst() {
      guard let value = arguments.popFirst() else { fail("\(option) needs a value") }
      switch option {
      case "--rounds": rounds = max(1, Int(value) ?? 5)
      case "--reference": reference = value
      case "--folder": folder = value
      default: fail("unknown option \(option); there are --rounds, --reference and --folder")
      }
    }
  }
}

func fail(_ message: String) -> Never {
  let line = "bench-imaging: \(message)\n"
  _ = line.withCString { Glibc.write(2, $0, strlen($0)) }
  exit(2)
}

func cpuMilliseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) * 1e-6
}

/// The median of `count` runs.
func measure(_ count: Int, _ body: () throws -> Void) rethrows -> Double {
  var times: [Double] = []
  for _ in 0..<count {
    let start = cpuMilliseconds()
    try body()
    times.append(cpuMilliseconds() - start)
  }
  return median(times)
}

func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }

func show(_ name: String, _ value: Double, _ unit: String = "ms") {
  let digits = String(Int((value * 1000).rounded()))
  let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  print("\(name): \(padded.dropLast(3)).\(padded.suffix(3))\(unit.isEmpty ? "" : " " + unit)")
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
