import BoothCore

/// The e-mail address that guests type for their link, on a terminal: its keyboard, and one on the screen for two buttons.
extension SceneRenderer {
  func drawAddress(
    until: Instant, isKeeping: Bool, on stage: inout Stage, _ picture: ScreenPicture, now: Instant
  ) {
    let entry = picture.address ?? AddressEntry()
    let area = stage.all.inset(stage.isSmall ? 1 : max(4, stage.columns / 12), 0)
    let keys = stage.isSmall || !entry.isByButtons ? 0 : AddressEntry.rows.count + 3
    var row = max(stage.isSmall ? 0 : 2, (stage.rows - 2 - keys - 7) / 2)
    func line() -> CellRect { CellRect(x: area.x, y: row, width: area.width, height: 1) }
    stage.write(stage.said(.addressQuestion), in: line(), nil, .center, isBold: true)
    row += stage.isSmall ? 1 : 2
    // The end is what is being typed; an address reads from the left in every language.
    let width = min(area.width, 60)
    let field = CellRect(x: area.x + (area.width - width) / 2, y: row, width: width, height: 1)
    stage.pill(field, stage.palette.paper.mixed(with: stage.palette.ink, 56))
    let shown = String((entry.text + (isKeeping ? " …" : "▏")).suffix(max(1, width - 2)))
    stage.write(
      shown, in: CellRect(x: field.x + 1, y: row, width: width - 2, height: 1), .english, .left, isBold: true)
    row += stage.isSmall ? 1 : 2
    let note: Phrase =
      switch entry.trouble {
      case .noAddress: .noAddress
      case .notKept: .addressNotKept
      case nil: .addressUse
      }
    stage.write(stage.said(note), in: line(), nil, .center, ink: entry.trouble == nil ? stage.palette.dim : nil)
    row += 2
    if keys > 0 { drawKeyboard(entry, row: row, in: area, on: &stage) }
    drawKeys(
      [("Enter", .addressDone), ("Esc", .addressBack)], beside: secondsLeft(until: until, on: stage, now: now),
      on: &stage)
  }

  private func drawKeyboard(_ entry: AddressEntry, row: Int, in area: CellRect, on stage: inout Stage) {
    var row = row
    for keys in AddressEntry.rows {
      var x = area.x + max(0, (area.width - keys.count * 4) / 2)
      for key in keys {
        guard case .character(let character) = key else { continue }
        let place = CellRect(x: x, y: row, width: 3, height: 1)
        let isChosen = key == entry.highlighted
        if isChosen { stage.grid.fill(place, stage.palette.highlight) }
        stage.write(
          isChosen ? "[\(character)]" : String(character), in: place, .english, .center,
          ink: isChosen ? stage.palette.highlightInk : nil, isBold: isChosen)
        x += 4
      }
      row += 1
    }
    let words = AddressEntry.actions.map { key in
      let word = key == .leave ? stage.said(.addressBack) : key == .done ? stage.said(.addressDone) : "⌫"
      return key == entry.highlighted ? "● \(word)" : "○ \(word)"
    }
    stage.write(
      words.joined(separator: "   "), in: CellRect(x: area.x, y: row + 1, width: area.width, height: 1), nil, .center)
  }
}
