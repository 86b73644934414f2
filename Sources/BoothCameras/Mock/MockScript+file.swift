import BoothCore
import BoothSystem
import FoundationEssentials

extension MockScript {
  /// Reads a script file; its `pictures` folder is taken from the file's place.
  public init(file path: String) throws(MockScriptError) {
    guard let bytes = OrdinaryFile.bytes(path) else {
      throw MockScriptError(file: path, key: "", detail: "the script cannot be read: \(FileFault.words(of: path))")
    }
    try self.init(json5: [UInt8](bytes), file: path)
    guard let named = pictures else { return }
    let folder =
      named.hasPrefix("/") ? named : URL(filePath: path).deletingLastPathComponent().appending(path: named).path
    var isFolder = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder else {
      throw MockScriptError(
        file: path, key: "pictures",
        detail: "expected a folder of photographs (*.jpg), found none at \(folder)")
    }
    pictures = folder
  }

  /// Reads a script; `file` names it in errors.
  public init(json5: [UInt8], file: String) throws(MockScriptError) {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    do {
      self = try decoder.decode(Document.self, from: Data(json5)).script
    } catch let error as ScriptFields.Fault {
      throw MockScriptError(file: file, key: error.key, detail: error.detail)
    } catch DecodingError.dataCorrupted(let context) {
      let cause = context.underlyingError.map { ": \($0)" } ?? ""
      throw MockScriptError(file: file, key: "", detail: "this is not JSON5: \(context.debugDescription)\(cause)")
    } catch {
      throw MockScriptError(file: file, key: "", detail: "expected an object { … } of script keys: \(error)")
    }
  }

  private struct Document: Decodable {
    let script: MockScript

    init(from decoder: any Decoder) throws {
      let fields = try ScriptFields(
        decoder,
        known: [
          "kind", "pictures", "size", "framesPerSecond", "layout", "stillSize", "seed", "model", "takesStills",
          "formats", "delays", "faults",
        ])
      _ = try fields.choice("kind", of: [DeviceKind.mock.rawValue])
      var script = MockScript()
      script.pictures = try fields.optional(String.self, "pictures", "a folder's path")
      script.size = try fields.size("size") ?? script.size
      script.stillSize = try fields.size("stillSize") ?? script.stillSize
      let rate = try fields.optional(Int.self, "framesPerSecond", "a whole number from 1 to 240")
      if let rate, !MockScript.allows(rate: rate) {
        throw fields.fault("framesPerSecond", "expected a whole number from 1 to 240, found \(rate)")
      }
      script.framesPerSecond = rate ?? script.framesPerSecond
      if let layout = try fields.choice("layout", of: ["i420", "jpeg"]) {
        script.layout = layout == "jpeg" ? .jpeg : .i420
      }
      script.seed = try fields.optional(UInt64.self, "seed", "a whole number, 0 or more") ?? script.seed
      script.model = try fields.optional(String.self, "model", "a text")
      script.takesStills = try fields.optional(Bool.self, "takesStills", "true or false") ?? script.takesStills
      script.formats = try fields.optional([String].self, "formats", "a list of texts") ?? []
      script.delays = try fields.optional(MockDelays.self, "delays", "an object such as {still: 0.8}") ?? MockDelays()
      script.faults = try fields.optional([FaultDocument].self, "faults", "a list of faults")?.map(\.fault) ?? []
      self.script = script
    }
  }

  private struct FaultDocument: Decodable {
    let fault: MockFault

    init(from decoder: any Decoder) throws {
      let fields = try ScriptFields(decoder, known: ["at", "do", "seconds", "code", "repeat"])
      guard let at = try fields.optional(MomentDocument.self, "at", "a moment such as {still: 2}")?.moment else {
        throw fields.fault("at", "is missing; expected a moment such as {still: 2}")
      }
      guard let name = try fields.choice("do", of: MockFault.Action.names) else {
        throw fields.fault("do", "is missing; expected one of \(MockFault.Action.names.joined(separator: ", "))")
      }
      let action = try FaultDocument.action(name, fields)
      guard action.moments.contains(at.name) else {
        throw fields.fault(
          "at", "“\(name)” happens at \(action.moments.joined(separator: " or ")), not at \(at.name)")
      }
      fault = MockFault(
        at: at, action, repeats: try fields.optional(Bool.self, "repeat", "true or false") ?? false)
    }

    private static func action(_ name: String, _ fields: ScriptFields) throws -> MockFault.Action {
      let seconds = try fields.seconds("seconds")
      let code = try fields.choice("code", of: Self.codes).flatMap(CameraError.Code.init(rawValue:))
      if seconds != nil && !["lose", "slow", "stall"].contains(name) {
        throw fields.fault("seconds", "“\(name)” takes no time; only lose, slow and stall do")
      }
      if code != nil && name != "fail" { throw fields.fault("code", "only “fail” has a code") }
      func needed() throws -> Duration {
        guard let seconds else { throw fields.fault("seconds", "is missing; “\(name)” needs how long it lasts") }
        return seconds
      }
      switch name {
      case "hang": return .hang
      case "lose": return .lose(backAfter: seconds)
      case "fail": return .fail(code ?? .failed)
      case "slow": return .slow(try needed())
      case "stall": return .stall(try needed())
      case "failFocus": return .failFocus
      case "truncate": return .truncate
      case "empty": return .empty
      case "wrongSize": return .wrongSize
      case "dark": return .dark
      case "blurred": return .blurred
      case "unaskedPhoto": return .unaskedPhoto
      default: throw fields.fault("do", "expected one of \(MockFault.Action.names.joined(separator: ", "))")
      }
    }

    private static let codes = [
      "notFound", "busy", "noBandwidth", "disconnected", "focusFailed", "badPicture", "unsupported", "timedOut",
      "failed",
    ]
  }

  private struct MomentDocument: Decodable {
    let moment: MockFault.Moment

    init(from decoder: any Decoder) throws {
      let names = MockFault.Moment.names
      let fields = try ScriptFields(decoder, known: names)
      guard fields.present.count == 1, let name = fields.present.first else {
        throw fields.fault(nil, "expected exactly one of \(names.joined(separator: ", "))")
      }
      if name == "seconds" {
        moment = .seconds(try fields.seconds(name)?.inSeconds ?? 0)
        return
      }
      guard let number = try fields.optional(Int.self, name, "a whole number, 1 or more"), number >= 1 else {
        throw fields.fault(name, "expected a whole number, 1 or more")
      }
      switch name {
      case "open": moment = .open(number)
      case "start": moment = .start(number)
      case "still": moment = .still(number)
      default: moment = .frame(number)
      }
    }
  }
}
