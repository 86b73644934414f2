/// A projective transform of the plane: where a point of one picture lies in another, both in pixels, x to the right and
/// y down, the centre of the first pixel at 0, 0.
public struct Homography: Sendable, Equatable {
  /// Nine numbers, row by row; the last is 1 where the transform is normalised.
  public var values: [Double]

  /// Stops the program where there are not nine values.
  public init(_ values: [Double]) {
    precondition(values.count == 9, "a homography has nine values")
    self.values = values
  }

  /// Leaves every point where it is.
  public static let identity = Homography([1, 0, 0, 0, 1, 0, 0, 0, 1])

  /// Where a point goes. Not finite where it lies on the transform's horizon.
  public func callAsFunction(_ point: SIMD2<Double>) -> SIMD2<Double> {
    let scale = values[6] * point.x + values[7] * point.y + values[8]
    return SIMD2(
      (values[0] * point.x + values[1] * point.y + values[2]) / scale,
      (values[3] * point.x + values[4] * point.y + values[5]) / scale)
  }
}
