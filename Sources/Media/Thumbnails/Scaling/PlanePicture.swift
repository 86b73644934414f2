import BoothCore

/// A small picture as planes of luma and colours (BT.601, full range: what JPEG means by YCbCr), rows without gaps.
struct PlanePicture {
  var size: PixelSize
  var y: [UInt8]
  var cb: [UInt8]
  var cr: [UInt8]
  /// Whether colours have one sample for two pixels each way, as files have them.
  var isHalved = false

  /// The size of halved colours.
  static func halved(_ size: PixelSize) -> PixelSize {
    PixelSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2)
  }

  /// Stored pixels as they stand upright.
  func turned(_ orientation: Orientation) -> PlanePicture {
    guard orientation != .upright else { return self }
    precondition(!isHalved, "only upright pictures have halved colours")
    let upright = orientation.apply(to: size)
    func place(_ x: Int, _ y: Int) -> Int {
      let source = orientation.source(ofX: x, y: y, in: size)
      return source.y * size.width + source.x
    }
    // Steps are the same everywhere: one to the right, one down.
    let start = place(0, 0)
    let (right, down) = (
      upright.width > 1 ? place(1, 0) - start : 0, upright.height > 1 ? place(0, 1) - start : 0
    )
    func turn(_ plane: [UInt8]) -> [UInt8] {
      [UInt8](unsafeUninitializedCapacity: size.area) { target, count in
        plane.withUnsafeBufferPointer { plane in
          for row in 0..<upright.height {
            var from = start + row * down
            for column in 0..<upright.width {
              target[row * upright.width + column] = plane[from]
              from += right
            }
          }
        }
        count = size.area
      }
    }
    return PlanePicture(size: upright, y: turn(y), cb: turn(cb), cr: turn(cr))
  }

  /// Of red, green and blue, plane by plane.
  init(size: PixelSize, red: [UInt8], green: [UInt8], blue: [UInt8]) {
    precondition(red.count == size.area && green.count == size.area && blue.count == size.area, "planes are whole")
    self.size = size
    y = [UInt8](repeating: 0, count: size.area)
    cb = y
    cr = y
    for index in 0..<size.area {
      let (r, g, b) = (Int(red[index]), Int(green[index]), Int(blue[index]))
      // The factors of JFIF 1.02 in 1/65536; what is rounded stays within a byte, but for 255.5 of the colours.
      y[index] = UInt8((19_595 * r + 38_470 * g + 7471 * b + 32_768) >> 16)
      cb[index] = UInt8(min(255, (-11_059 * r - 21_709 * g + 32_768 * b + (128 << 16) + 32_768) >> 16))
      cr[index] = UInt8(min(255, (32_768 * r - 27_439 * g - 5329 * b + (128 << 16) + 32_768) >> 16))
    }
  }

  init(size: PixelSize, y: [UInt8], cb: [UInt8], cr: [UInt8], isHalved: Bool = false) {
    self.size = size
    self.isHalved = isHalved
    self.y = y
    self.cb = cb
    self.cr = cr
  }

  /// Without colours.
  init(size: PixelSize, grey: [UInt8]) {
    let middle = [UInt8](repeating: 128, count: grey.count)
    self.init(size: size, y: grey, cb: middle, cr: middle)
  }

  /// Red, green and blue of a colour.
  static func rgb(_ y: Int, _ cb: Int, _ cr: Int) -> (UInt8, UInt8, UInt8) {
    let (b, r) = (cb - 128, cr - 128)
    func byte(_ value: Int) -> UInt8 { UInt8(clamping: (value + 32_768) >> 16) }
    let luma = y << 16
    return (byte(luma + 91_881 * r), byte(luma - 22_554 * b - 46_802 * r), byte(luma + 116_130 * b))
  }

  /// Every colour replaced.
  func mapped(_ body: (_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> (UInt8, UInt8, UInt8)) -> PlanePicture {
    precondition(!isHalved, "only pictures in sRGB have halved colours")
    var (red, green, blue) = (y, y, y)
    for index in 0..<size.area {
      let (r, g, b) = Self.rgb(Int(y[index]), Int(cb[index]), Int(cr[index]))
      (red[index], green[index], blue[index]) = body(r, g, b)
    }
    return PlanePicture(size: size, red: red, green: green, blue: blue)
  }

  private static func mean(_ plane: [UInt8], _ width: Int, _ columns: Range<Int>, _ rows: Range<Int>) -> Int {
    let area = columns.count * rows.count
    return plane.withUnsafeBufferPointer { plane in
      var sum = 0
      for row in rows {
        // On its own, so that many are summed at once; no row has 16 million samples.
        var own: UInt32 = 0
        for sample in UnsafeBufferPointer(
          rebasing: plane[row * width + columns.lowerBound..<row * width + columns.upperBound])
        {
          own &+= UInt32(sample)
        }
        sum += Int(own)
      }
      return (sum + area / 2) / area
    }
  }

  /// The average colours of 4×2 places.
  var placeholder: PhotoPlaceholder {
    let (columns, rows) = (PhotoPlaceholder.columns, PhotoPlaceholder.rows)
    var colors: [UInt8] = []
    for row in 0..<rows {
      // At least one pixel each, where the picture is smaller than 4×2.
      let top = min(size.height - 1, row * size.height / rows)
      let bottom = max(top + 1, (row + 1) * size.height / rows)
      for column in 0..<columns {
        let left = min(size.width - 1, column * size.width / columns)
        let right = max(left + 1, (column + 1) * size.width / columns)
        let step = isHalved ? 2 : 1
        let luma = Self.mean(y, size.width, left..<right, top..<bottom)
        let width = isHalved ? Self.halved(size).width : size.width
        let (across, down) = (left / step..<(right - 1) / step + 1, top / step..<(bottom - 1) / step + 1)
        let (red, green, blue) = Self.rgb(
          luma, Self.mean(cb, width, across, down), Self.mean(cr, width, across, down))
        colors += [red, green, blue]
      }
    }
    return PhotoPlaceholder(width: size.width, height: size.height, colors: colors)
  }
}
