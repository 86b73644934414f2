/// Why bytes are no IPP message, in words for people.
package struct IPPFault: Error, Sendable, Equatable, CustomStringConvertible {
  /// To be read after "the printer's answer is no IPP: ".
  package var description: String

  init(_ description: String) { self.description = description }
}
