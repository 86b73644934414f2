import CommandSupport
import FeatureMatching
import FoundationEssentials
import ImageRegistration

/// The learned features of this machine, or why there are none: registration goes on without them.
struct LearnedFeatures {
  /// Nil where there are none.
  let matcher: (any FeatureMatcher)?
  /// Why there are none, and what to do; nil where there are.
  let lack: String?

  /// In this process, for a command that asks once.
  /// - Parameter settings: may name the file of weights.
  static func here(_ settings: Settings) -> LearnedFeatures {
    guard let path = weights(settings) else { return none }
    do throws(FeatureError) {
      return LearnedFeatures(matcher: try LocalFeatureMatcher(try Weights(path: path)), lack: nil)
    } catch {
      return LearnedFeatures(matcher: nil, lack: error.description)
    }
  }

  /// In a process of their own, which is started when a person aims and may die.
  static func apart(_ settings: Settings) -> LearnedFeatures {
    guard let path = weights(settings) else { return none }
    return LearnedFeatures(matcher: FeatureProcessMatcher(.ourselves(weights: path)), lack: nil)
  }

  /// Why the file of weights that is there cannot be used; nil where it can, or where there is none and no setting names one.
  static func fault(_ settings: Settings) -> String? {
    guard let path = weights(settings) else { return nil }
    do throws(FeatureError) {
      _ = try Weights(path: path)
      return nil
    } catch { return error.description }
  }

  /// Whether there is a file of weights; it is not read.
  static func isThere(_ settings: Settings) -> Bool {
    weights(settings).map { FileManager.default.fileExists(atPath: $0) } ?? false
  }

  private static let none = LearnedFeatures(
    matcher: nil,
    lack: "without learned features, which know more and are quicker: Scripts/setup weights fetches them")

  private static func weights(_ settings: Settings) -> String? {
    WeightsPlace.path(settings, ProcessInfo.processInfo.environment)
  }
}
