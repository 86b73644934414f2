import BoothControl
import BoothOperator
import BoothRuntime

/// Answers the operator's console commands for a running booth: the control socket's lines to commands, and back.
struct ConsoleHandler: Sendable {
  private let desk: OperatorDesk

  init(booth: Booth) { desk = OperatorDesk(booth) }

  func answer(_ request: ControlRequest) async -> ControlResponse {
    do throws(OperatorError) {
      switch try await desk.carryOut(OperatorCommand(name: request.command, arguments: request.arguments)) {
      case .done(let words): return ControlResponse(ok: true, code: 0, message: words)
      case .status(let status): return Self.response(status)
      }
    } catch {
      return Self.failure(error.words, code: error.exitCode)
    }
  }

  private static func response(_ status: BoothStatus) -> ControlResponse {
    do {
      return ControlResponse(ok: true, code: 0, message: "", data: try JSONValue(encoding: status))
    } catch {
      return failure("the status cannot be told: \(error)")
    }
  }

  private static func failure(_ message: String, code: Int32 = CommandError.failed) -> ControlResponse {
    ControlResponse(ok: false, code: Int(code), message: message)
  }
}

extension OperatorError {
  /// The same mistake has the same code, whether a booth runs or not.
  var exitCode: Int32 {
    switch kind {
    case .refused: CommandError.failed
    case .misasked: CommandError.usage
    }
  }
}
