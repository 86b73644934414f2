public import ImageRegistration
import Synchronization

/// The networks in this process. A call works on the thread it is made on; calls from several threads wait for each other.
public final class LocalFeatureMatcher: FeatureMatcher {
  private struct Networks: ~Copyable, @unchecked Sendable {
    // Sendable: they are used with the lock held.
    let xfeat: XFeat
    let glue: LighterGlue
  }

  private let networks: Mutex<Networks>

  /// - Throws: where the weights are those of other networks.
  public convenience init(_ weights: Weights) throws(FeatureError) {
    try self.init(weights, .best)
  }

  init(_ weights: Weights, _ kernels: Kernels) throws(FeatureError) {
    do throws(WeightsFault) {
      let networks = Networks(
        xfeat: try XFeat(weights, kernels), glue: try LighterGlue(weights, kernels))
      self.networks = Mutex(networks)
    } catch {
      throw FeatureError(
        "the weights of the learned features are for other networks: \(error.description); remove the file, and "
          + Weights.remedy)
    }
  }

  public func features(
    of picture: GreyPicture, mask: GreyPicture?, limit: Int
  ) throws(FeatureError) -> FeatureSet {
    try networks.withLock { networks in
      Result { () throws(FeatureError) in try networks.xfeat.features(of: picture, mask: mask, limit: limit) }
    }.get()
  }

  public func matches(
    _ old: FeatureSet, _ new: FeatureSet, least: Float
  ) throws(FeatureError) -> [FeatureMatch] {
    try networks.withLock { networks in
      Result { () throws(FeatureError) in try networks.glue.matches(old, new, least: least) }
    }.get()
  }
}
