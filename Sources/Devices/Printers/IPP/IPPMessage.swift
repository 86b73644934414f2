/// A request or a response of IPP (RFC 8010, 3.1): the head, groups of attributes, and what follows them.
package struct IPPMessage: Sendable, Hashable {
  /// The protocol's version, `2.0` as 2 and 0.
  package struct Version: Sendable, Hashable, CustomStringConvertible {
    package var major: UInt8
    package var minor: UInt8
    /// What every printer that speaks IPP reads (RFC 8010, 3.4.1).
    package static let old = Version(major: 1, minor: 1)
    /// What is asked with first: IPP Everywhere's (PWG 5100.12).
    package static let current = Version(major: 2, minor: 0)
    package var description: String { "\(major).\(minor)" }
  }

  /// Attributes that belong together.
  package struct Group: Sendable, Hashable {
    package var kind: Kind
    package var attributes: [IPPAttribute]

    /// Takes both as they are.
    package init(_ kind: Kind, _ attributes: [IPPAttribute]) {
      self.kind = kind
      self.attributes = attributes
    }

    /// RFC 8010, 3.5.1; a number of later standards is kept as it is.
    package struct Kind: RawRepresentable, Sendable, Hashable {
      package var rawValue: UInt8
      package init(rawValue: UInt8) { self.rawValue = rawValue }
      package static let operation = Kind(rawValue: 0x01)
      package static let job = Kind(rawValue: 0x02)
      package static let printer = Kind(rawValue: 0x04)
      package static let unsupported = Kind(rawValue: 0x05)
    }
  }

  package var version: Version
  /// A request's operation, a response's status.
  package var code: UInt16
  package var requestID: Int32
  package var groups: [Group]
  /// What follows the attributes, such as a document.
  package var data: [UInt8] = []

  /// A message without data.
  package init(version: Version, code: UInt16, requestID: Int32, groups: [Group]) {
    self.version = version
    self.code = code
    self.requestID = requestID
    self.groups = groups
  }

  /// The groups of one kind, as there is one for each job.
  package func groups(_ kind: Group.Kind) -> [IPPAttributes] {
    groups.filter { $0.kind == kind }.map { IPPAttributes($0.attributes) }
  }

  /// All attributes of one kind of group together.
  package func attributes(_ kind: Group.Kind) -> IPPAttributes {
    IPPAttributes(groups.filter { $0.kind == kind }.flatMap(\.attributes))
  }
}

/// Operations that are asked for (RFC 8011, 5.4.15).
enum IPPOperation: UInt16, Sendable {
  case printJob = 0x0002
  case cancelJob = 0x0008
  case getJobAttributes = 0x0009
  case getJobs = 0x000A
  case getPrinterAttributes = 0x000B
  case resumePrinter = 0x0011

  /// As the standard names it, for people.
  var name: String {
    switch self {
    case .printJob: "Print-Job"
    case .cancelJob: "Cancel-Job"
    case .getJobAttributes: "Get-Job-Attributes"
    case .getJobs: "Get-Jobs"
    case .getPrinterAttributes: "Get-Printer-Attributes"
    case .resumePrinter: "Resume-Printer"
    }
  }
}
