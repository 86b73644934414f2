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
    let (script, problems) = MockScript.reading(json5, file: file)
    if let problem = problems.first { throw MockScriptError(problem) }
    self = script
  }
}

extension MockScriptError {
  fileprivate init(_ problem: DeviceError) {
    self.init(
      file: problem.file, key: problem.key, detail: "expected \(problem.expected), found \(problem.found)")
  }
}
