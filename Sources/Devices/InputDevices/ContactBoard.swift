import BoothCore

/// Puts a button's wire and its keys together: it is closed while one of them is. A pure value.
struct ContactBoard {
  enum Source: Int { case line, input }

  private var isClosed: [[Bool]]

  init(buttons: Int) { isClosed = Array(repeating: [false, false], count: buttons) }

  /// What of a source's report is one of the button's; nil while the other source keeps it closed.
  mutating func take(_ contact: PanelContact, from source: Source) -> PanelContact? {
    isClosed[contact.button][source.rawValue] = contact.isClosed
    return isClosed[contact.button][1 - source.rawValue] ? nil : contact
  }
}
