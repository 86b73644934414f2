import BoothCore

/// Where a printer, or a queue of CUPS, is called.
///
/// ```swift
/// try PrinterAddress("ipp://192.168.1.40")                   // a printer: http://192.168.1.40:631/ipp/print
/// try PrinterAddress("ipps://selphy.local:443/ipp/print")    // encrypted
/// try PrinterAddress("ipp://localhost/printers/DS620")       // a queue of CUPS
/// ```
public struct PrinterAddress: Sendable, Hashable, CustomStringConvertible {
  /// As it was written, without blanks around it.
  public let text: String
  /// The host, without the brackets of an IPv6 address.
  let host: String
  let isEncrypted: Bool
  /// Host, port, path and query: what follows the scheme.
  private let rest: String

  /// What is wrong with a text that is no printer's address, as the end of a sentence.
  public struct Fault: Error, Sendable, Equatable, CustomStringConvertible {
    /// The end of a sentence: `it does not begin with ipp://, ipps://, http:// or https://`.
    public var description: String
  }

  /// The path of IPP Everywhere's printers (PWG 5100.14, 4.2).
  private static let usualPath = "/ipp/print"
  /// RFC 8010, 4. The same for `http`, as it is a printer that is called; `https` keeps its own, for what stands before one.
  private static let usualPort = 631
  private static let schemes: [(name: String, isEncrypted: Bool, port: Int)] = [
    ("ipp", false, usualPort), ("ipps", true, usualPort), ("http", false, usualPort), ("https", true, 443),
  ]

  /// Takes `ipp`, `ipps`, `http` or `https`, a host, perhaps a port (else 631; 443 with `https`) and perhaps a path (else
  /// `/ipp/print`). A user's name before the host is refused: no password is sent to printers.
  public init(_ text: String) throws(Fault) {
    let text = text.trimmed
    guard
      let scheme = Self.schemes.first(where: { text.lowercased().hasPrefix($0.name + "://") })
    else { throw Fault(description: "it does not begin with ipp://, ipps://, http:// or https://") }
    let rest = text.dropFirst(scheme.name.utf8.count + 3).prefix { $0 != "#" }
    let authority = rest.prefix { !"/?".contains($0) }
    let path = rest.dropFirst(authority.count)
    do throws(WebAddress.Fault) { _ = try WebAddress("http://" + rest) } catch {
      throw Fault(description: error.description)
    }
    let hasPort = (authority.first == "[" ? authority.drop { $0 != "]" } : authority).contains(":")
    let host = hasPort ? authority[..<(authority.lastIndex(of: ":") ?? authority.endIndex)] : authority
    self.text = text
    self.host = String(host.filter { $0 != "[" && $0 != "]" })
    isEncrypted = scheme.isEncrypted
    isQueue = path.hasPrefix("/printers/") || path.hasPrefix("/classes/")
    self.rest =
      authority + (hasPort ? "" : ":\(scheme.port)") + (path.isEmpty || path == "/" ? Self.usualPath : String(path))
  }

  /// Whether it is a queue of CUPS and no printer: they are below `/printers/` and `/classes/`.
  let isQueue: Bool

  /// The name of a queue of CUPS, for its commands: `DS620`. Nil for a printer.
  public var queue: String? {
    guard isQueue else { return nil }
    let path = rest.prefix { $0 != "?" }
    return path.split(separator: "/").last.map { String($0).printable(limit: 127) }
  }

  /// As it was written.
  public var description: String { text }

  /// What HTTP is sent to.
  func url(encrypted: Bool) -> String { (encrypted ? "https://" : "http://") + rest }

  /// The same in IPP's own scheme, as `printer-uri` has it (RFC 8010, 3.3; RFC 7472).
  func printerURI(encrypted: Bool) -> String { (encrypted ? "ipps://" : "ipp://") + rest }
}
