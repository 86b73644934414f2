import ImageRegistration

@testable import booth

/// Learned features whose process has died.
struct FailingMatcher: FeatureMatcher {
  func features(of picture: GreyPicture, mask: GreyPicture?, limit: Int) throws(FeatureError) -> FeatureSet {
    throw FeatureError("the process is gone")
  }

  func matches(_ old: FeatureSet, _ new: FeatureSet, least: Float) throws(FeatureError) -> [FeatureMatch] { [] }
}
