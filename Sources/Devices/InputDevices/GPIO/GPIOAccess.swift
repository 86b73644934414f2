import BoothCore

/// A GPIO chip of the machine.
package struct GPIOChip: Sendable, Equatable {
  /// `/dev/gpiochip0`.
  package var path: String
  package var name: String
  package var label: String
  package var lineCount: Int
  /// Why it cannot be asked; its name is then the path's.
  package var fault: PanelFault?

  package init(path: String, name: String, label: String, lineCount: Int, fault: PanelFault? = nil) {
    self.path = path
    self.name = name
    self.label = label
    self.lineCount = lineCount
    self.fault = fault
  }
}

/// The machine's GPIO, as a panel needs it: libgpiod, or a test's stand-in. Used by one thread.
protocol GPIOAccess: Sendable {
  func chips() -> [GPIOChip]
  /// The line's number on the chip by its name; nil if there is none.
  func offset(of name: String, on chip: GPIOChip) -> UInt32?
  /// Takes a line as an input that reports both edges.
  func input(_ line: PanelLine, at offset: UInt32, on chip: GPIOChip) throws(PanelFault) -> any GPIORequest
  /// Takes a line as an output, off at first.
  func output(_ line: PanelLine, at offset: UInt32, on chip: GPIOChip) throws(PanelFault) -> any GPIORequest
}

/// A line that is taken. Used by one thread.
protocol GPIORequest: AnyObject {
  /// Readable for `poll` when there are edges; only an input has it.
  var descriptor: Int32 { get }
  /// The next edge, or nil when there is none. Never waits.
  func readEdge() throws(PanelFault) -> (isClosed: Bool, at: Instant)?
  func value() throws(PanelFault) -> Bool
  func set(_ isOn: Bool) throws(PanelFault)
  /// Gives the line back; harmless when repeated.
  func release()
}
