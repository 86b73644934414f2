import BoothCore

/// "Print your photos?"
extension Guests {
  /// Some move the highlight by hand, some want none, most take what is highlighted, and some press nothing. Called at each
  /// change of the question.
  func seePrints(_ form: PrintForm) {
    guard case .asking = form.phase, isThere, mood != .leaves || printRandom.percent(70) else { return }
    let word = printRandom.below(20)
    if word == 0 {
      press(.cancel, in: wait(300...9_000))
    } else if word < 4 {
      press(printRandom.percent(80) ? .next : .previous, in: wait(300...3_000))
    } else if word < 14 {
      press(.start, in: wait(200...9_000))
    }
  }

  /// Some moment of it, drawn here.
  private func wait(_ range: ClosedRange<Int64>) -> ClosedRange<Int64> {
    let milliseconds = printRandom.milliseconds(range) / 1_000_000
    return milliseconds...milliseconds
  }
}
