import CLinux
import Glibc
public import ImageRegistration

/// The process that finds features: answers the booth's questions one at a time, with one thread and no deadlines of its own.
/// Where it hangs, or takes too much memory, the booth goes on without it.
public enum FeatureProcess {
  /// How much it leaves to others; the live view comes first.
  private static let niceness: Int32 = 10

  /// Serves on the standard input, a socket, until the booth has enough or is gone.
  /// - Parameters:
  ///   - parent: the booth's process id; the kernel ends this process with it.
  ///   - weights: the path of the file, or nil where none was found.
  public static func run(parent: Int32, weights: String?) {
    guard clinux_end_with(parent) == 0 else { return }
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
    serve(input: 0, output: 0) { () throws(FeatureError) in
      guard let weights else { throw FeatureError("there are no weights of the learned features: \(Weights.remedy)") }
      return try LocalFeatureMatcher(Weights(path: weights))
    }
  }

  /// Answers what comes from `input` on `output`, until the other end is gone or says something that is no question. Both may
  /// be one socket; a caller with pipes ignores SIGPIPE.
  ///
  /// - Parameter open: makes what finds features, when it is first needed. Where it fails the question is answered with its
  ///   words, and the next one tries again.
  public static func serve(
    input: Int32, output: Int32, open: () throws(FeatureError) -> any FeatureMatcher
  ) {
    let stream = FeatureStream(input: input, output: output)
    var matcher: (any FeatureMatcher)?
    do throws(FeatureWireFault) {
      while true {
        let (kind, body) = try stream.read()
        let question = try FeatureWire.question(kind, body)
        let answer = self.answer(question, &matcher, open)
        try stream.write(FeatureWire.message(answer))
      }
    } catch {
      // The booth is gone, or something else is at the other end: both end here.
    }
  }

  private static func answer(
    _ question: FeatureWire.Question, _ matcher: inout (any FeatureMatcher)?,
    _ open: () throws(FeatureError) -> any FeatureMatcher
  ) -> FeatureWire.Answer {
    do throws(FeatureError) {
      let features: any FeatureMatcher
      if let matcher { features = matcher } else { features = try open() }
      matcher = features
      switch question {
      case .find(let picture, let mask, let limit):
        let found = try features.features(of: picture, mask: mask, limit: min(limit, FeatureWire.pointLimit))
        return .found(found)
      case .pair(let old, let new, let least):
        let matches = try features.matches(old, new, least: least)
        return .paired(pairs(matches, old, new))
      }
    } catch {
      return .failed(error.description)
    }
  }

  /// By numbers instead of places: shorter, and both ends agree on the places.
  private static func pairs(_ matches: [FeatureMatch], _ old: FeatureSet, _ new: FeatureSet) -> [FeatureWire.Pair] {
    func numbers(_ features: FeatureSet) -> [SIMD2<Double>: Int] {
      Dictionary(
        features.points.enumerated().map { (SIMD2<Double>($1), $0) }, uniquingKeysWith: { first, _ in first })
    }
    let (olds, news) = (numbers(old), numbers(new))
    return matches.compactMap { match in
      guard let old = olds[match.old], let new = news[match.new] else { return nil }
      return FeatureWire.Pair(old: old, new: new, probability: Float(match.probability))
    }
  }
}
