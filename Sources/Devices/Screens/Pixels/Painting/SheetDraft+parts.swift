import BoothCore
import Imaging

/// What many scenes are made of: buttons, pills over the live view, rings of time, bars, the marks of a session's photos.
extension SheetDraft {
  mutating func icon(_ icon: SheetIcon, _ middle: Spot, size: Double, _ color: RGBColor, on paper: RGBColor) {
    let turns = icon == .goOn
    for mark in icon.marks(middle, size: size, color, on: paper, isMirrored: turns && isRightToLeft) { add(mark) }
  }

  // MARK: Buttons

  struct Button {
    enum Rank { case main, other, danger }
    var icon: SheetIcon
    var phrase: Phrase
    var rank = Rank.main
    var press: Press
  }

  /// A button that fills its rectangle: a sign where lines begin, the word beside it.
  /// - Parameter size: the word's greatest font size, in units.
  mutating func draw(_ button: Button, in rect: PixelRect, size: Double = 2.6) {
    guard !isQuiet else { return }
    let (paper, ink, border): (RGBColor, RGBColor, RGBColor?) =
      switch button.rank {
      case .main: (tones.highlight, tones.highlightInk, nil)
      case .other: (tones.card, tones.ink, tones.dim)
      case .danger: (Tones.danger, .white, tones.ink)
      }
    card(rect, paper, radius: 1.5, border: border)
    let sign = Double(rect.height) * 0.42
    let (word, gap) = (word(of: button, in: rect, size: size), units(0.9))
    let width = Int(sign) + gap + word.size.width
    let left = rect.x + (rect.width - width) / 2
    let x = isRightToLeft ? left + width - Int(sign / 2) : left + Int(sign / 2)
    icon(button.icon, Spot(Double(x), rect.middle.y), size: sign, ink, on: paper)
    let place = PixelRect(
      x: isRightToLeft ? left : left + Int(sign) + gap, y: rect.y, width: word.size.width, height: rect.height)
    write(word, in: place, .leading, .middle, ink)
    touch(rect, .press(button.press))
  }

  private func word(of button: Button, in rect: PixelRect, size: Double) -> TextBlock {
    let room = rect.width - Int(Double(rect.height) * 0.42) - units(0.9) - 2 * units(1.3)
    return block(
      button.phrase.text(in: language), width: max(1, room), height: rect.height, size: size, least: 1.2, isBold: true)
  }

  /// Buttons side by side, the first where lines begin, as wide as the widest needs; below each other where they do not
  /// fit. Returns what they take.
  @discardableResult
  mutating func draw(_ buttons: [Button], in rect: PixelRect, height: Int) -> PixelRect {
    let gap = units(1.6)
    let widest =
      buttons.map { button in
        block(button.phrase.text(in: language), width: rect.width, size: 2.6, least: 1.2, isBold: true).size.width
          + Int(Double(height) * 0.42) + units(0.9) + 2 * units(1.7)
      }.max() ?? 0
    let room = (rect.width - gap * (buttons.count - 1)) / max(1, buttons.count)
    let width = min(max(widest, height * 2), room)
    let all = PixelRect(
      x: rect.x + (rect.width - width * buttons.count - gap * (buttons.count - 1)) / 2, y: rect.y,
      width: width * buttons.count + gap * (buttons.count - 1), height: height)
    // One size for all words: a small one beside a large one looks like less of a choice.
    let place = PixelRect(x: 0, y: 0, width: width, height: height)
    let size = buttons.map { word(of: $0, in: place, size: 2.6).pixelSize / unit }.min() ?? 2.6
    for (index, button) in buttons.enumerated() {
      let column = isRightToLeft ? buttons.count - 1 - index : index
      draw(
        button, in: PixelRect(x: all.x + column * (width + gap), y: rect.y, width: width, height: height), size: size)
    }
    return all
  }

  // MARK: Over pictures

  /// White words with a sign before them, on a dark pill that is just as large as they need. Returns where it stands.
  /// - Parameters:
  ///   - below: texts in other languages under the first line, smaller.
  @discardableResult
  mutating func pill(
    _ text: String, _ sign: SheetIcon? = nil, in rect: PixelRect, size: Double, _ side: Side = .center,
    _ height: Height = .middle, below: [(text: String, language: Language)] = [], signColor: RGBColor = .white
  ) -> PixelRect {
    guard !isQuiet else { return rect }
    let margin = units(size * 0.55)
    let signSize = sign == nil ? 0 : units(size * 1.3)
    let gap = sign == nil ? 0 : units(size * 0.4)
    let inner = rect.width - 2 * margin - signSize - gap
    let pad = units(size * (below.isEmpty ? 0.16 : 0.3))
    let room = max(1, rect.height - 2 * pad)
    let others = row(below, width: max(1, inner), height: room / 2, size: max(size * 0.52, 1.15))
    let word = block(
      text, width: max(1, inner), height: room - others.size.height, size: size, least: size * 0.5,
      lines: others.size.height > 0 ? 2 : 1, isBold: true, .center)
    let lines = PixelSize(
      width: max(word.size.width, others.size.width), height: word.size.height + others.size.height)
    let whole = PixelSize(
      width: lines.width + signSize + gap + 2 * margin, height: max(lines.height, signSize) + 2 * pad)
    let place = rect.place(whole, eyeLeft(side), height)
    fill(place, Tones.veil, radius: min(Double(place.height) / 2, 1.6 * unit))
    if let sign {
      let x = isRightToLeft ? place.right - margin - signSize / 2 : place.x + margin + signSize / 2
      icon(sign, Spot(Double(x), place.middle.y), size: Double(signSize), signColor, on: .black)
    }
    let column = PixelRect(
      x: isRightToLeft ? place.x + margin : place.x + margin + signSize + gap,
      y: place.y + (place.height - lines.height) / 2, width: lines.width, height: lines.height)
    write(word, in: column, .center, .top, .white)
    write(others, in: column, .center, .bottom, .white)
    return place
  }

  /// Nil for the middle, whether the side is the left one otherwise.
  private func eyeLeft(_ side: Side) -> Bool? {
    switch side {
    case .center: nil
    case .leading: !isRightToLeft
    case .trailing: isRightToLeft
    }
  }

  /// A session's photos: those taken filled, the current one with a ring around it, the rest hollow; in the direction of
  /// reading, the row's middle at a point.
  mutating func dots(taken: Int, current: Int?, of total: Int, middle: Spot, size: Double, _ color: RGBColor) {
    guard total > 0, total <= 12 else { return }
    let step = size * 1.7
    for index in 0..<total {
      let place = Double(isRightToLeft ? total - 1 - index : index) - Double(total - 1) / 2
      let spot = Spot(middle.x + place * step, middle.y)
      if index < taken {
        add(.fill(.circle(spot, radius: size / 2), .color(color)))
      } else {
        add(.stroke(.circle(spot, radius: size * 0.43), width: size * 0.14, color))
        if index == current { add(.fill(.circle(spot, radius: size * 0.22), .color(color))) }
      }
    }
  }

  // MARK: Time

  /// A ring that empties, with the seconds in it; over what stands there.
  mutating func ring(until: Instant, of whole: Duration, middle: Spot, size: Double, now: Instant) {
    guard !isQuiet else { return }
    let rect = PixelRect(
      x: Int(middle.x - size / 2) - 1, y: Int(middle.y - size / 2) - 1, width: Int(size) + 2, height: Int(size) + 2)
    let seconds = SceneRenderer.seconds(until: until, now: now)
    let share = min(1, Double(seconds) / max(1, whole.inSeconds))
    over(rect) { draft in
      let (radius, width) = (size * 0.43, size * 0.1)
      draft.add(.fill(.circle(middle, radius: size / 2), .color(draft.tones.card)))
      draft.add(.stroke(.circle(middle, radius: radius), width: width * 0.5, draft.tones.dim))
      if share > 0 {
        draft.add(.stroke(.arc(middle, radius: radius, from: 1 - share, to: 1), width: width, draft.tones.highlight))
      }
      let number = draft.block(
        String(seconds), .english, width: Int(size * 0.72), height: Int(size * 0.7), size: size * 0.42 / draft.unit,
        isBold: true, .center)
      draft.write(number, in: rect, .center, .middle)
    }
  }

  /// A bar that is full to `share`, growing in the direction of reading.
  mutating func bar(_ share: Double, in rect: PixelRect, _ color: RGBColor, track: RGBColor, border: RGBColor? = nil) {
    let radius = Double(rect.height) / 2
    if let border { fill(rect.grown(units(0.14)), border, radius: radius + unit * 0.14) }
    fill(rect, track, radius: radius)
    let filled = Int((min(max(share, 0), 1) * Double(rect.width)).rounded())
    guard filled > 0 else { return }
    let width = max(filled, rect.height)
    fill(
      PixelRect(x: isRightToLeft ? rect.right - width : rect.x, y: rect.y, width: width, height: rect.height), color,
      radius: radius)
  }
}

extension PixelRect {
  /// A rectangle of this size at one side of this one, or (nil) in its middle.
  fileprivate func place(_ size: PixelSize, _ left: Bool?, _ height: SheetDraft.Height) -> PixelRect {
    let x = left.map { $0 ? self.x : right - size.width } ?? self.x + (width - size.width) / 2
    let y =
      switch height {
      case .top: self.y
      case .middle: self.y + (self.height - size.height) / 2
      case .bottom: bottom - size.height
      }
    return PixelRect(x: x, y: y, width: size.width, height: size.height)
  }
}
