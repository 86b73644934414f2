import BoothCore

/// One plane of bytes that belongs to another owner.
struct PlaneView {
  var base: UnsafePointer<UInt8>
  var strideBytes: Int
  var width: Int
  var height: Int
}

/// The three planes of an I420 buffer laid out as ``FrameLayout/i420`` says, checked against the buffer's length.
struct I420View {
  var y: PlaneView
  var u: PlaneView
  var v: PlaneView

  init(_ bytes: UnsafeRawBufferPointer, size: PixelSize, strideBytes: Int, subject: String) throws(ImageError) {
    let width = size.width & ~1
    let height = size.height & ~1
    guard width >= 2, height >= 2, size.width <= 65_535, size.height <= 65_535, strideBytes >= size.width,
      strideBytes <= 1 << 20
    else {
      throw ImageError(
        .unreadable, subject: subject, detail: "says it is I420 of \(size) with rows of \(strideBytes) bytes")
    }
    let chromaStride = strideBytes / 2
    let chromaRows = size.height / 2
    let needed = strideBytes * size.height + 2 * chromaStride * chromaRows
    guard chromaStride >= width / 2, let raw = bytes.baseAddress, bytes.count >= needed else {
      throw ImageError(
        .unreadable, subject: subject,
        detail: "is cut short: \(bytes.count) bytes for I420 of \(size), which takes \(needed)")
    }
    let base = raw.assumingMemoryBound(to: UInt8.self)
    let chroma = base + strideBytes * size.height
    y = PlaneView(base: base, strideBytes: strideBytes, width: width, height: height)
    u = PlaneView(base: chroma, strideBytes: chromaStride, width: width / 2, height: height / 2)
    v = PlaneView(
      base: chroma + chromaStride * chromaRows, strideBytes: chromaStride, width: width / 2, height: height / 2)
  }
}

/// The luma plane and the packed colour rows of an NV12 buffer, checked against its length.
struct NV12View {
  var y: PlaneView
  /// U and V in turn: as many bytes a row as there are luma samples.
  var uv: PlaneView
  /// Even both ways.
  var size: PixelSize { PixelSize(width: y.width, height: y.height) }

  init(_ bytes: UnsafeRawBufferPointer, size: PixelSize, strideBytes: Int, subject: String) throws(ImageError) {
    let (width, height) = (size.width & ~1, size.height & ~1)
    guard width >= 2, height >= 2, size.width <= 65_535, size.height <= 65_535, strideBytes >= size.width,
      strideBytes <= 1 << 20
    else {
      throw ImageError(
        .unreadable, subject: subject, detail: "says it is NV12 of \(size) with rows of \(strideBytes) bytes")
    }
    // The last row may lack its padding.
    let needed = strideBytes * (size.height + height / 2 - 1) + width
    guard let raw = bytes.baseAddress, bytes.count >= needed else {
      throw ImageError(
        .unreadable, subject: subject,
        detail: "is cut short: \(bytes.count) bytes for NV12 of \(size), which takes \(needed)")
    }
    let base = raw.assumingMemoryBound(to: UInt8.self)
    y = PlaneView(base: base, strideBytes: strideBytes, width: width, height: height)
    uv = PlaneView(
      base: base + strideBytes * size.height, strideBytes: strideBytes, width: width, height: height / 2)
  }
}

/// The packed rows of a YUYV buffer, checked against its length.
struct YUYVView {
  var base: UnsafePointer<UInt8>
  var strideBytes: Int
  /// Even both ways.
  var size: PixelSize

  init(_ bytes: UnsafeRawBufferPointer, size: PixelSize, strideBytes: Int, subject: String) throws(ImageError) {
    let even = PixelSize(width: size.width & ~1, height: size.height & ~1)
    guard even.width >= 2, even.height >= 2, size.width <= 65_535, size.height <= 65_535,
      strideBytes >= 2 * size.width, strideBytes <= 1 << 20
    else {
      throw ImageError(
        .unreadable, subject: subject, detail: "says it is YUYV of \(size) with rows of \(strideBytes) bytes")
    }
    // The last row may lack its padding.
    let needed = strideBytes * (even.height - 1) + 2 * even.width
    guard let raw = bytes.baseAddress, bytes.count >= needed else {
      throw ImageError(
        .unreadable, subject: subject,
        detail: "is cut short: \(bytes.count) bytes for YUYV of \(size), which takes \(needed)")
    }
    base = raw.assumingMemoryBound(to: UInt8.self)
    self.strideBytes = strideBytes
    self.size = even
  }
}
