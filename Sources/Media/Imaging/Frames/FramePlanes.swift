import BoothCore

/// The three planes of one frame, as it stores them, in memory that is used again for the next.
struct FramePlanes {
  private var y: [UInt8] = []
  private var u: [UInt8] = []
  private var v: [UInt8] = []
  private var luma = PixelSize(width: 0, height: 0)
  /// The size that is shown; `luma` may be padded beyond it.
  private var shown = PixelSize(width: 0, height: 0)
  /// Nil for a grey picture.
  private var chroma: PixelSize?
  private var pixels: [UInt32] = []

  /// Splits packed pixels into planes of 4:2:2.
  mutating func unpack(_ view: YUYVView) {
    let half = view.size.width / 2
    reserve(luma: view.size, chroma: PixelSize(width: half, height: view.size.height))
    shown = view.size
    withBases { y, u, v in
      for row in 0..<view.size.height {
        let source = view.base + row * view.strideBytes
        let (y, u, v) = (y + row * half * 2, u + row * half, v + row * half)
        for x in 0..<half * 2 { y[x] = source[2 * x] }
        for x in 0..<half { u[x] = source[4 * x + 1] }
        for x in 0..<half { v[x] = source[4 * x + 3] }
      }
    }
  }

  /// Takes the colours apart into planes of 4:2:0.
  mutating func unpack(_ view: NV12View) {
    let (width, half) = (view.size.width, view.size.width / 2)
    reserve(luma: view.size, chroma: PixelSize(width: half, height: view.uv.height))
    shown = view.size
    withBases { y, u, v in
      for row in 0..<view.y.height {
        (y + row * width).update(from: view.y.base + row * view.y.strideBytes, count: width)
      }
      for row in 0..<view.uv.height {
        let source = view.uv.base + row * view.uv.strideBytes
        let (u, v) = (u + row * half, v + row * half)
        for x in 0..<half { u[x] = source[2 * x] }
        for x in 0..<half { v[x] = source[2 * x + 1] }
      }
    }
  }

  mutating func copy(_ view: I420View) {
    reserve(
      luma: PixelSize(width: view.y.width, height: view.y.height),
      chroma: PixelSize(width: view.u.width, height: view.u.height))
    shown = luma
    withBases { y, u, v in
      for (target, plane) in [(y, view.y), (u, view.u), (v, view.v)] {
        for row in 0..<plane.height {
          (target + row * plane.width).update(from: plane.base + row * plane.strideBytes, count: plane.width)
        }
      }
    }
  }

  /// Decodes a picture to its planes; one that has none (RGB, unusual colour proportions) by way of RGB.
  mutating func decode(
    _ bytes: UnsafeRawBufferPointer, _ structure: JPEGStructure, _ scale: JPEGScale, with codec: JPEGCodec,
    subject: String
  ) throws(ImageError) {
    let size = scale.apply(to: structure.size)
    guard let sizes = try codec.planeSizes(bytes, structure, size) else {
      try codec.decode(bytes, structure, size, into: &pixels, .liveFrame, fast: true, subject: subject)
      splitPixels(size)
      return
    }
    reserve(luma: sizes.luma, chroma: sizes.chroma)
    shown = size
    let strides = (
      CInt(sizes.luma.width), CInt(sizes.chroma?.width ?? 0), CInt(sizes.chroma?.width ?? 0)
    )
    try y.withUnsafeMutableBufferPointer { (y) throws(ImageError) in
      try u.withUnsafeMutableBufferPointer { (u) throws(ImageError) in
        try v.withUnsafeMutableBufferPointer { (v) throws(ImageError) in
          try codec.decodePlanes(
            bytes, structure, size, planes: (y.baseAddress, u.baseAddress, v.baseAddress), strides: strides,
            .liveFrame, subject: subject)
        }
      }
    }
  }

  /// Full-range BT.601 from sRGB, in 16-bit fixed point (JFIF 1.02, section 7).
  private mutating func splitPixels(_ size: PixelSize) {
    reserve(luma: size, chroma: size)
    shown = size
    for index in pixels.indices {
      let pixel = pixels[index]
      let (r, g, b) = (Int32(pixel >> 16 & 255), Int32(pixel >> 8 & 255), Int32(pixel & 255))
      y[index] = UInt8(truncatingIfNeeded: (19_595 * r + 38_470 * g + 7_471 * b + 32_768) >> 16)
      u[index] = UInt8(clamping: (-11_059 * r - 21_709 * g + 32_768 * b + (128 << 16) + 32_767) >> 16)
      v[index] = UInt8(clamping: (32_768 * r - 27_439 * g - 5_329 * b + (128 << 16) + 32_767) >> 16)
    }
  }

  mutating func map(_ map: RangeMap) {
    y.withUnsafeMutableBufferPointer { map.applyToLuma($0) }
    u.withUnsafeMutableBufferPointer { map.applyToChroma($0) }
    v.withUnsafeMutableBufferPointer { map.applyToChroma($0) }
  }

  /// Lends the planes; U and V are nil for a grey picture.
  func withViews(_ body: (PlaneView, PlaneView?, PlaneView?) -> Void) {
    y.withUnsafeBufferPointer { y in
      u.withUnsafeBufferPointer { u in
        v.withUnsafeBufferPointer { v in
          guard let y = y.baseAddress else { return }
          func view(_ base: UnsafePointer<UInt8>?) -> PlaneView? {
            guard let base, let chroma else { return nil }
            return PlaneView(base: base, strideBytes: chroma.width, width: chroma.width, height: chroma.height)
          }
          let luma = PlaneView(base: y, strideBytes: luma.width, width: shown.width, height: shown.height)
          body(luma, view(u.baseAddress), view(v.baseAddress))
        }
      }
    }
  }

  /// Encodes the planes as they are; they must be 4:2:2 or 4:2:0.
  func encode(with codec: JPEGCodec, quality: Int) throws(ImageError) -> [UInt8] {
    let subsampling: JPEGCodec.Subsampling = chroma?.height == luma.height ? .s422 : .s420
    try y.withUnsafeBufferPointer { (y) throws(ImageError) in
      try u.withUnsafeBufferPointer { (u) throws(ImageError) in
        try v.withUnsafeBufferPointer { (v) throws(ImageError) in
          try codec.encode(
            planes: (y.baseAddress, u.baseAddress, v.baseAddress), strides: (luma.width, luma.width / 2),
            size: luma, subsampling: subsampling, quality: quality)
        }
      }
    }
    return codec.takeCompressed()
  }

  private mutating func reserve(luma: PixelSize, chroma: PixelSize?) {
    self.luma = luma
    self.chroma = chroma
    func fit(_ plane: inout [UInt8], _ count: Int) {
      guard plane.count != count else { return }
      plane = []
      plane = [UInt8](unsafeUninitializedCapacity: count) { _, initialized in initialized = count }
    }
    fit(&y, luma.area)
    fit(&u, chroma?.area ?? 0)
    fit(&v, chroma?.area ?? 0)
  }

  private mutating func withBases(
    _ body: (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt8>) -> Void
  ) {
    y.withUnsafeMutableBufferPointer { y in
      u.withUnsafeMutableBufferPointer { u in
        v.withUnsafeMutableBufferPointer { v in
          guard let y = y.baseAddress, let u = u.baseAddress, let v = v.baseAddress else { return }
          body(y, u, v)
        }
      }
    }
  }
}
