/// When the means of a progressive JPEG's blocks of 8x8 samples will do for a picture of it, as its whole takes too much memory.
enum CoarsePicture {
  /// Down to so many of them for a pixel: up to twice as large as they are it is shown, as the picture in a raw file is.
  private static let least = 0.5

  static func suits(_ plan: ThumbnailPlan) -> Bool { plan.shrink / 8 >= least }

  /// What is filled for it, in bytes: two for each block, and the rows of what is made.
  static func needed(coefficientBytes: Int) -> Int { coefficientBytes / 64 + (16 << 20) }
}
