/// What an operator's command asks of a running booth: one line of JSON on the control socket.
public struct ControlRequest: Sendable, Equatable, Codable {
  /// `status`, `pause`, `event.select`, …
  public var command: String
  /// The command's arguments by their names, as texts: `["slug": "wedding"]`. Empty where it has none.
  public var arguments: [String: String]

  /// A request, without arguments unless some are given.
  public init(command: String, arguments: [String: String] = [:]) {
    self.command = command
    self.arguments = arguments
  }

  private enum CodingKeys: String, CodingKey {
    case command, arguments
  }

  /// `arguments` may be left out; keys of a newer version are passed over.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    command = try container.decode(String.self, forKey: .command)
    arguments = try container.decodeIfPresent([String: String].self, forKey: .arguments) ?? [:]
  }
}

/// The booth's answer: one line of JSON.
public struct ControlResponse: Sendable, Equatable, Codable {
  /// Whether the command was carried out, or begun.
  public var ok: Bool
  /// What the console command exits with; the socket's own refusals use the codes of `sysexits.h`.
  public var code: Int
  /// A sentence for people.
  public var message: String
  /// What the command also tells, for programs; nil for most.
  public var data: JSONValue?

  /// Takes everything as it is: that `code` is 0 where `ok` is true is the caller's to see to.
  public init(ok: Bool, code: Int, message: String, data: JSONValue? = nil) {
    self.ok = ok
    self.code = code
    self.message = message
    self.data = data
  }

  /// `EX_USAGE`: the line was no request.
  public static let badRequest = 64
  /// `EX_SOFTWARE`: the answer could not be written down.
  public static let badAnswer = 70
  /// `EX_TEMPFAIL`: too much is asked at once.
  public static let busy = 75
  /// `EX_NOPERM`: the booth belongs to another user.
  public static let denied = 77
}
