import CommandSupport
import FeatureMatching
import FoundationEssentials

/// Where the weights of the learned features are.
enum WeightsPlace {
  /// What the setting says, whether it is there or not; else the first that is there of the data folder's own, the user's and
  /// the machine's. Nil where there are none.
  static func path(_ settings: Settings, _ environment: [String: String]) -> String? {
    if let named = settings.text(.registrationWeights) { return Settings.absolute(named) }
    return ([settings.data + "/" + Weights.fileName] + Weights.places(environment)).first {
      FileManager.default.fileExists(atPath: $0)
    }
  }
}
