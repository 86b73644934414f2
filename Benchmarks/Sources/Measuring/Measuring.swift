import Glibc

/// What this process has used of the processors so far, all its threads together.
package func cpuMilliseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) * 1e-6
}

/// The median of `count` runs.
package func measure(_ count: Int, _ body: () throws -> Void) rethrows -> Double {
  var times: [Double] = []
  for _ in 0..<count {
    let start = cpuMilliseconds()
    try body()
    times.append(cpuMilliseconds() - start)
  }
  return median(times)
}

package func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }

package func show(_ name: String, _ value: Double, _ unit: String = "ms") {
  let digits = String(Int((value * 1000).rounded()))
  let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  print("\(name): \(padded.dropLast(3)).\(padded.suffix(3))\(unit.isEmpty ? "" : " " + unit)")
}

/// Says what is wrong on standard error and ends the program.
package func fail(_ message: String) -> Never {
  let program = String(CommandLine.arguments.first?.split(separator: "/").last ?? "")
  let line = "\(program): \(message)\n"
  _ = line.withCString { Glibc.write(2, $0, strlen($0)) }
  exit(2)
}
