import FeatureMatching
import Glibc

/// The process that finds features. The first argument says how it behaves:
///
///     serve WEIGHTS   as the booth's own
///     die             reads a question, and ends
///     hang            reads a question, and never answers
///     babble          answers with what is no message
///     claim           answers with a header that promises more than any answer has
///     short           answers with half of a message, and ends
enum FeaturePart {
  private static let header: [UInt8] = [0x01, 0x00, 0x42, 0x46]

  static func run(_ arguments: [String], parent: Int32) {
    switch arguments.first {
    case "serve": FeatureProcess.run(parent: parent, weights: arguments[1])
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
  }

  /// Takes all of a question: its header says how long it is.
  private static func readQuestion() {
    let header = take(12)
    _ = take((8..<12).reversed().reduce(0) { $0 << 8 | Int(header[$1]) })
  }

  private static func take(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var taken = 0
    while taken < count {
      let got = bytes.withUnsafeMutableBytes { read(0, $0.baseAddress! + taken, count - taken) }
      if got <= 0 { exit(0) }
      taken += got
    }
    return bytes
  }

  private static func say(_ bytes: [UInt8]) { _ = write(0, bytes, bytes.count) }
}
