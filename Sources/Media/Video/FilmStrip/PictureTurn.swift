import BoothCore

/// How a picture must be turned to stand upright, as phones and tablets write it into their films (the matrix of
/// ISO/IEC 14496-12, 8.3.2): first rows and columns change places, then directions.
struct PictureTurn: Equatable {
  var swapsSides = false
  var flipsX = false
  var flipsY = false

  static let none = PictureTurn()

  /// - Parameter matrix: nine numbers `a b u c d v x y w`; a point goes to `(a x + c y, b x + d y)`.
  init(matrix: [Int32]) {
    guard matrix.count == 9 else { return }
    let (a, b, c, d) = (matrix[0], matrix[1], matrix[3], matrix[4])
    swapsSides = b.magnitude > a.magnitude
    flipsX = (swapsSides ? c : a) < 0
    flipsY = (swapsSides ? b : d) < 0
  }

  init() {}

  func apply(to size: PixelSize) -> PixelSize {
    swapsSides ? PixelSize(width: size.height, height: size.width) : size
  }

  /// Fills `target`, whose size is that of `source` with the sides swapped where they must be.
  func apply(_ source: Picture, into target: Picture) {
    precondition(target.size == apply(to: source.size))
    for index in 0..<3 {
      let (from, into) = (source.plane(index), target.plane(index))
      let shift = index == 0 ? 0 : 1
      let (width, height) = (target.size.width >> shift, target.size.height >> shift)
      let stepX = swapsSides ? from.strideBytes : 1
      let stepY = swapsSides ? 1 : from.strideBytes
      let start = (flipsX ? (width - 1) * stepX : 0) + (flipsY ? (height - 1) * stepY : 0)
      for y in 0..<height {
        var pixel = from.bytes + start + (flipsY ? -y : y) * stepY
        let row = into.bytes + y * into.strideBytes
        for x in 0..<width {
          row[x] = pixel.pointee
          pixel += flipsX ? -stepX : stepX
        }
      }
    }
  }
}
