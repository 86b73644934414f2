import BoothSystem
import Glibc

/// Why a part of a panel cannot be used, in words for the operator, with the remedy.
package struct PanelFault: Error, Sendable, Equatable, CustomStringConvertible {
  package var words: String
  package init(_ words: String) { self.words = words }
  package var description: String { words }
}

extension PanelFault {
  /// What the kernel refused.
  /// - Parameters:
  ///   - subject: what was asked for, as in `line 17 of gpiochip0`.
  ///   - code: an errno.
  ///   - group: who may, as Debian and Raspberry Pi OS have it.
  package init(_ subject: String, code: Int32, group: String, path: String) {
    switch code {
    case EACCES, EPERM:
      self.init(
        """
        \(path) may not be used by this user: add it to the group \(group) (usermod -aG \(group) USER, then start anew), or \
        write a udev rule that gives the device to a group of its own
        """)
    case EBUSY: self.init("\(subject) is in use by somebody else; see: gpioinfo, or end the other program")
    default: self.init("\(subject): \(SystemWords.of(code))")
    }
  }
}
