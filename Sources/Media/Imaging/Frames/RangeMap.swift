import BoothCore

/// Stretches or squeezes Y'CbCr numbers from one range to the other, in 16-bit arithmetic that vectorises.
struct RangeMap {
  private let expands: Bool

  /// Nil if there is nothing to do.
  init?(from source: YUVRange, to target: YUVRange) {
    if source == target { return nil }
    expands = target == .full
  }

  func apply(to picture: inout I420Picture) {
    picture.withMutablePlanes { y, u, v in
      applyToLuma(y)
      applyToChroma(u)
      applyToChroma(v)
    }
  }

  func applyToLuma(_ plane: UnsafeMutableBufferPointer<UInt8>) {
    if expands {
      // (y - 16) * 255 / 219, by 149 / 128
      for index in plane.indices {
        let value = ((UInt16(max(plane[index], 16)) &- 16) &* 149 &+ 64) >> 7
        plane[index] = UInt8(truncatingIfNeeded: min(value, 255))
      }
    } else {
      // 16 + y * 219 / 255, by 220 / 256
      for index in plane.indices {
        plane[index] = UInt8(truncatingIfNeeded: 16 &+ ((UInt16(plane[index]) &* 220 &+ 128) >> 8))
      }
    }
  }

  func applyToChroma(_ plane: UnsafeMutableBufferPointer<UInt8>) {
    if expands {
      // 128 + (c - 128) * 255 / 224, by 1 + 71 / 512
      for index in plane.indices {
        let distance = Int16(plane[index]) &- 128
        let value = 128 &+ distance &+ ((distance &* 71 &+ 256) >> 9)
        plane[index] = UInt8(truncatingIfNeeded: min(max(value, 0), 255))
      }
    } else {
      // 128 + (c - 128) * 224 / 255, by 225 / 256
      for index in plane.indices {
        let distance = Int16(plane[index]) &- 128
        plane[index] = UInt8(truncatingIfNeeded: 128 &+ ((distance &* 225 &+ 128) >> 8))
      }
    }
  }
}
