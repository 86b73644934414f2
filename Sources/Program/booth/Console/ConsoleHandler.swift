import BoothCore
import BoothRuntime
import BoothSystem
import CommandSupport
import ControlSocket
import Documents
import FoundationEssentials
import Screens
import StudioModel

/// Answers the operator's console commands for a running booth: the control socket's lines to commands, and back.
struct ConsoleHandler: Sendable {
  /// What a viewer of the guests' screen asks for; no command of the operator's, as it changes nothing.
  static let screenCommand = "screen"
  /// What Prometheus is told; the same.
  static let metricsCommand = "metrics"

  private let handler: OperatorHandler
  private let screen: ViewedScreen
  private let figures: BoothFigures
  private let name: String

  /// - Parameter name: what the booth calls itself among others.
  init(booth: Booth, screen: ViewedScreen, figures: BoothFigures, name: String) {
    handler = OperatorHandler(booth)
    self.screen = screen
    self.figures = figures
    self.name = name
  }

  func answer(_ request: ControlRequest) async -> ControlResponse {
    if request.command == Self.screenCommand { return await picture(request) }
    if request.command == Self.metricsCommand {
      return ControlResponse(ok: true, code: 0, message: await figures.text())
    }
    do throws(OperatorError) {
      switch try await handler.perform(OperatorCommand(name: request.command, arguments: request.arguments)) {
      case .done(let words): return ControlResponse(ok: true, code: 0, message: words)
      case .status(let status):
        return response(status, advice: screen.advice?.saying.name, pictures: screen.pictures?.count)
      }
    } catch {
      return Self.failure(
        error.words, code: error.exitCode,
        data: OperatedBoothError.Reason(error).map { .object([Self.reason: .string($0.rawValue)]) })
    }
  }

  /// `{"after": "12"}`: another picture than number 12, in base 64; without one where none came for some seconds.
  private func picture(_ request: ControlRequest) async -> ControlResponse {
    let known = request.arguments["after"].flatMap { Int($0) } ?? 0
    do throws(ScreenFault) {
      guard let picture = try await screen.picture(otherThan: known) else {
        return ControlResponse(ok: true, code: 0, message: "nothing has changed")
      }
      let data: [String: JSONValue] = [
        "number": .int(picture.number), "jpeg": .string(Data(picture.jpeg).base64EncodedString()),
      ]
      return ControlResponse(ok: true, code: 0, message: "", data: .object(data))
    } catch {
      return Self.failure("the screen cannot be shown elsewhere: \(error)")
    }
  }

  /// Why a command was refused, by ``OperatedBoothError/Reason``, beside the sentence.
  static let reason = "reason"
  /// Names of what the screen alone knows, and of the booth's own name, beside the status.
  static let (advice, pictures, name) = ("advice", "shownPictures", "name")

  private func response(_ status: BoothStatus, advice: String?, pictures: Int?) -> ControlResponse {
    do {
      var data = try JSONValue(encoding: status)
      if case .object(var members) = data {
        members[Self.advice] = advice.map { .string($0) }
        members[Self.pictures] = pictures.map { .int($0) }
        members[Self.name] = .string(name)
        data = .object(members)
      }
      return ControlResponse(ok: true, code: 0, message: "", data: data)
    } catch {
      return Self.failure("the status cannot be told: \(error)")
    }
  }

  private static func failure(
    _ message: String, code: Int32 = CommandError.failed, data: JSONValue? = nil
  ) -> ControlResponse {
    ControlResponse(ok: false, code: Int(code), message: message, data: data)
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

extension OperatedBoothError.Reason {
  /// Nil where the sentence alone says why.
  init?(_ error: OperatorError) {
    switch error.ignored {
    case .notBooted, .alreadyBooted, .busy, .countdownRuns, .tooSoonToRead, .tooEarly, .typesAddress, .nobodyTypes,
      .lateAnswer, .nothingDue, .stopping, .pending, .notShown:
      self = .busy
    case .nothingToCancel, .sessionIsSafe: self = .nothingToCancel
    case .nothingToRetake: self = .nothingToRetake
    case .unknownEvent: self = .noSuchEvent
    case .nothingToChoose, .noGuide, .nothingToMark, .otherPicture, .pointIsSet, .operatorOnly, .cannotHelp,
      .cameraNoted, .storageNoted, .hoursNoted, .printerNoted, .alreadySo:
      self = .cannotHelp
    case nil:
      guard error.isPartlyDone else { return nil }
      self = .partlyErased
    }
  }
}
