import FeatureMatching
import Glibc

// The process that finds features alone, for the tests of who starts it: in the product the booth itself is this program,
// under a hidden command. The first argument says how it behaves:
//   serve WEIGHTS   as the booth's own
//   die             reads a question, and ends
//   hang            reads a question, and never answers
//   babble          answers with what is no message
//   claim           answers with a header that promises more than any answer has
//   short           answers with half of a message, and ends
let arguments = CommandLine.arguments
let parent = arguments.last.flatMap(Int32.init) ?? 0

/// Takes all of a question: its header says how long it is.
func readQuestion() {
  func take(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var taken = 0
    while taken < count {
      let got = bytes.withUnsafeMutableBytes { read(0, $0.baseAddress! + taken, count - taken) }
      if got <= 0 { exit(0) }
      taken += got
    }
    return bytes
  }
  let header = take(12)
  _ = take((8..<12).reversed().reduce(0) { $0 << 8 | Int(header[$1]) })
}

func say(_ bytes: [UInt8]) { _ = write(0, bytes, bytes.count) }

let header: [UInt8] = [0x01, 0x00, 0x42, 0x46]
switch arguments.dropFirst().first {
case "serve": FeatureProcess.run(parent: parent, weights: arguments[2])
case "die":
  readQuestion()
  exit(3)
case "hang":
  while true { readQuestion() }
case "babble":
  readQuestion()
  say(Array("what was the question?".utf8))
  while true { readQuestion() }
case "claim":
  readQuestion()
  say(header + [3, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x7F])
  while true { readQuestion() }
case "short":
  readQuestion()
  say(header + [3, 0, 0, 0, 100, 0, 0, 0, 1, 2, 3])
default: exit(64)
}
