import BoothCore

/// A response's status code (RFC 8011, appendix B), by what it means for a caller.
struct IPPStatus: RawRepresentable, Sendable, Hashable {
  var rawValue: UInt16
  init(rawValue: UInt16) { self.rawValue = rawValue }

  static let badRequest = IPPStatus(rawValue: 0x0400)
  static let forbidden = IPPStatus(rawValue: 0x0401)
  static let notAuthenticated = IPPStatus(rawValue: 0x0402)
  static let notAuthorized = IPPStatus(rawValue: 0x0403)
  static let timeout = IPPStatus(rawValue: 0x0405)
  static let notFound = IPPStatus(rawValue: 0x0406)
  static let gone = IPPStatus(rawValue: 0x0407)
  static let accountInfoNeeded = IPPStatus(rawValue: 0x041C)
  static let accountClosed = IPPStatus(rawValue: 0x041D)
  static let accountLimitReached = IPPStatus(rawValue: 0x041E)
  static let accountAuthorizationFailed = IPPStatus(rawValue: 0x041F)
  static let internalError = IPPStatus(rawValue: 0x0500)
  static let operationNotSupported = IPPStatus(rawValue: 0x0501)
  static let serviceUnavailable = IPPStatus(rawValue: 0x0502)
  static let versionNotSupported = IPPStatus(rawValue: 0x0503)
  static let deviceError = IPPStatus(rawValue: 0x0504)
  static let temporaryError = IPPStatus(rawValue: 0x0505)
  static let notAcceptingJobs = IPPStatus(rawValue: 0x0506)
  static let busy = IPPStatus(rawValue: 0x0507)
  static let deactivated = IPPStatus(rawValue: 0x050A)
  static let tooManyJobs = IPPStatus(rawValue: 0x050B)

  /// Including that attributes were ignored or put in another's place.
  var isSuccess: Bool { rawValue < 0x0100 }

  /// What can be done about a refusal. After a sheet was sent, what does not exclude that the printer has it is silence.
  func code(of operation: IPPOperation) -> PrinterError.Code {
    switch self {
    case .forbidden, .notAuthenticated, .notAuthorized, .accountInfoNeeded, .accountClosed, .accountLimitReached,
      .accountAuthorizationFailed:
      .forbidden
    case .notFound, .gone: .notFound
    case .operationNotSupported: .unsupported
    case .serviceUnavailable, .temporaryError, .notAcceptingJobs, .busy, .deactivated, .tooManyJobs: .busy
    case .internalError, .deviceError, .timeout: operation == .printJob ? .silent : .busy
    default: .refused
    }
  }

  /// As the standard names it, for logs and for searching; the number where it is not known.
  var name: String {
    Self.names[rawValue] ?? "status 0x" + String(repeating: "0", count: max(0, 4 - hexadecimal.count)) + hexadecimal
  }

  private var hexadecimal: String { String(rawValue, radix: 16) }

  /// RFC 8011, B.1, and the registry of the IANA, "Internet Printing Protocol (IPP) Registrations", for 0x0418 and later.
  private static let names: [UInt16: String] = [
    0x0400: "client-error-bad-request", 0x0401: "client-error-forbidden", 0x0402: "client-error-not-authenticated",
    0x0403: "client-error-not-authorized", 0x0404: "client-error-not-possible", 0x0405: "client-error-timeout",
    0x0406: "client-error-not-found", 0x0407: "client-error-gone", 0x0408: "client-error-request-entity-too-large",
    0x0409: "client-error-request-value-too-long", 0x040A: "client-error-document-format-not-supported",
    0x040B: "client-error-attributes-or-values-not-supported", 0x040C: "client-error-uri-scheme-not-supported",
    0x040D: "client-error-charset-not-supported", 0x040E: "client-error-conflicting-attributes",
    0x040F: "client-error-compression-not-supported", 0x0410: "client-error-compression-error",
    0x0411: "client-error-document-format-error", 0x0412: "client-error-document-access-error",
    0x0418: "client-error-document-password-error", 0x0419: "client-error-document-permission-error",
    0x041A: "client-error-document-security-error", 0x041B: "client-error-document-unprintable-error",
    0x041C: "client-error-account-info-needed", 0x041D: "client-error-account-closed",
    0x041E: "client-error-account-limit-reached", 0x041F: "client-error-account-authorization-failed",
    0x0500: "server-error-internal-error", 0x0501: "server-error-operation-not-supported",
    0x0502: "server-error-service-unavailable", 0x0503: "server-error-version-not-supported",
    0x0504: "server-error-device-error", 0x0505: "server-error-temporary-error",
    0x0506: "server-error-not-accepting-jobs", 0x0507: "server-error-busy", 0x0508: "server-error-job-canceled",
    0x0509: "server-error-multiple-document-jobs-not-supported", 0x050A: "server-error-printer-is-deactivated",
    0x050B: "server-error-too-many-jobs", 0x050C: "server-error-too-many-documents",
  ]
}
