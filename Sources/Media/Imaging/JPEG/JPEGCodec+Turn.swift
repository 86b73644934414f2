import BoothCore
import CTurboJPEG

extension JPEGCodec {
  /// Turns a picture's blocks, and the coefficients in them, without decoding to pixels. No metadata comes along.
  ///
  /// Blocks at a right or lower edge that are not whole cannot become the first of a row: if the picture has such
  /// blocks, and this turn needs them there, they are left out.
  func turn(
    _ bytes: UnsafeRawBufferPointer, _ structure: JPEGStructure, _ orientation: Orientation, subject: String
  ) throws(ImageError) -> [UInt8] {
    let handle = try TurboHandle(tjInitTransform)
    var turned: [UInt8] = []
    try withCompleteTables(bytes, structure, subject: subject) { (source, count) throws(ImageError) in
      var result = CInt(-1)
      for option in [TJXOPT_PERFECT, TJXOPT_TRIM] {
        var transform = tjtransform()
        transform.op = CInt(orientation.operation.rawValue)
        transform.options = option | TJXOPT_COPYNONE
        var target: UnsafeMutablePointer<UInt8>?
        var length: UInt = 0
        result = tjTransform(
          handle.raw, source, UInt(count), 1, &target, &length, &transform, TJFLAG_LIMITSCANS)
        defer { tjFree(target) }
        // A warning comes with a picture; whether it may stand is decided below.
        if result == 0 || tjGetErrorCode(handle.raw) == CInt(TJERR_WARNING.rawValue), let target, length > 0 {
          turned = Array(UnsafeBufferPointer(start: target, count: Int(length)))
          break
        }
      }
      try handle.check(result, .photo, subject: subject)
    }
    return turned
  }
}

extension Orientation {
  /// What libjpeg-turbo calls it.
  var operation: TJXOP {
    switch self {
    case .upright: TJXOP_NONE
    case .mirrored: TJXOP_HFLIP
    case .upsideDown: TJXOP_ROT180
    case .mirroredUpsideDown: TJXOP_VFLIP
    case .transposed: TJXOP_TRANSPOSE
    case .turnRight: TJXOP_ROT90
    case .transverse: TJXOP_TRANSVERSE
    case .turnLeft: TJXOP_ROT270
    }
  }
}
