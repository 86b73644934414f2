public import BoothCore

extension PairSheet {
  /// The pair on the paper whose layout makes its pictures largest.
  public init(_ facts: PairFacts, of pictures: PairPictures, on paper: Paper) {
    let (old, new) = pictures.shown
    // Of a pair that is not registered, the box in which both have the same room.
    let aspects = [old, new].map { Double($0.width) / Double($0.height) }
    self.init(facts, aspect: (aspects[0] * aspects[1]).squareRoot(), on: paper)
  }

  /// The sheet as a JPEG picture that knows its size on paper.
  public func jpeg(of pictures: PairPictures) throws(ImageError) -> [UInt8] {
    let placed = try placed(pictures)
    var page = Bitmap(size: size, color: .white)
    try page.sketch { draw(on: $0, placed) }
    return try JPEGCodec().encode(page, quality: 92, subsampling: .s444).withDensity(scale.dpi)
  }

  /// The sheet as one page of PDF.
  public func pdf(of pictures: PairPictures, title: String) throws(ImageError) -> [UInt8] {
    let placed = try placed(pictures)
    return try PDFPage.bytes(size, scale: scale, title: title) { draw(on: $0, placed) }
  }

  private struct Placed {
    var picture: Bitmap
    var jpeg: [UInt8]
    var rect: PixelRect
  }

  private func placed(_ pair: PairPictures) throws(ImageError) -> [Placed] {
    var placed: [Placed] = []
    for (picture, box) in zip([pair.shown.old, pair.shown.new], pictures) {
      let fit = min(Double(box.width) / Double(picture.width), Double(box.height) / Double(picture.height))
      let near = picture.size.times(fit)
      // Sides that are off by less than half a percent only were rounded.
      let width = abs(near.width - box.width) * 200 <= box.width ? box.width : near.width
      let height = abs(near.height - box.height) * 200 <= box.height ? box.height : near.height
      let scaled = Resampler.scale(picture, to: PixelSize(width: width, height: height))
      placed.append(
        Placed(
          picture: scaled, jpeg: try JPEGCodec().encode(scaled, quality: 92),
          rect: PixelRect(
            // One that is smaller than its box stands on its lower edge, above its date.
            x: box.x + (box.width - width) / 2, y: box.y + box.height - height, width: width, height: height)))
    }
    return placed
  }

  private func draw(on drawing: Drawing, _ placed: [Placed]) {
    for picture in placed {
      // So that a picture of a white sky has an edge.
      let line = max(1, size.width / 2400)
      let around = PixelRect(
        x: picture.rect.x - line, y: picture.rect.y - line, width: picture.rect.width + 2 * line,
        height: picture.rect.height + 2 * line)
      drawing.fill(.rectangle(around), .color(Self.hairline))
      drawing.photo(picture.picture, jpeg: picture.jpeg, in: picture.rect)
    }
    if let rule { drawing.fill(.rectangle(rule), .color(Self.hairline)) }
    for word in words { drawing.text(word.block, x: word.x, y: word.y, word.color) }
    if let code { drawing.code(code.code, in: code.rect) }
  }
}
