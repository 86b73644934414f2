public import BoothCore
import BoothSystem
import ConfigFiles
import FoundationEssentials
import Glibc

/// Reads the camera profiles of a machine: those that came with the program, then the owner's own.
public enum CameraProfileFolder {
  /// Reads every `*.json5` file of the folders that is a camera's profile.
  ///
  /// A later folder's profile takes the place of an earlier one of the same file name, and of two that fit a camera
  /// equally the later is used. A file with a mistake is left out and listed among the problems; a folder that is not
  /// there is empty.
  public static func load(_ folders: [String]) -> CameraProfiles {
    var profiles = CameraProfiles()
    for folder in folders {
      for file in files(in: folder, &profiles.problems) {
        switch DeviceFile.read(file) {
        case .success(.camera(let profile)): profiles.add(profile)
        case .success(.panel), .success(.printer), .success(.mock): break
        case .failure(let trouble): profiles.problems += trouble.problems
        }
      }
    }
    return profiles
  }

  private static func files(in folder: String, _ problems: inout [DeviceError]) -> [String] {
    guard FileManager.default.fileExists(atPath: folder) else { return [] }
    let names: [String]
    do { names = try FileManager.default.contentsOfDirectory(atPath: folder) } catch {
      // A camera without its profile runs, but not as well: the owner should know why.
      problems.append(DeviceError(file: folder, key: "", expected: "a folder that can be read", found: "\(error)"))
      return []
    }
    return names.filter { $0.hasSuffix(".json5") && !$0.hasPrefix(".") }.sorted().map { "\(folder)/\($0)" }
  }
}

/// A file of `Devices/`, read and checked.
public enum DeviceFile: Sendable, Equatable {
  case camera(CameraProfile)
  case panel(PanelProfile)
  case printer(PrinterProfile)
  /// A script for the mock camera.
  case mock

  /// All problems of a file at once.
  public struct Fault: Error, Sendable, Equatable {
    /// Everything that is wrong with the file.
    public var problems: [DeviceError]
  }

  /// Reads one file, of whichever kind its `kind` names. Blocks for as long as the disk does.
  /// - Returns: what the file is, or everything that is wrong with it; a file that is not there is a problem, too.
  public static func read(_ path: String) -> Result<DeviceFile, Fault> {
    let bytes: [UInt8]
    do {
      bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    } catch {
      var status = stat()
      let isThere = stat(path, &status) == 0
      let found =
        !isThere
        ? SystemWords.of(errno).lowercased()
        : status.st_mode & S_IFMT == S_IFDIR ? "a folder" : "one that cannot"
      let problem = DeviceError(file: path, key: "", expected: "a file that can be read", found: found)
      return .failure(Fault(problems: [problem]))
    }
    switch DeviceKind.read(bytes, file: path) {
    case .failure(let problem): return .failure(Fault(problems: [problem]))
    case .success(.panel):
      let (profile, problems) = PanelProfile.reading(bytes, file: path)
      if let profile { return .success(.panel(profile)) }
      return .failure(Fault(problems: problems))
    case .success(.printer):
      let file = PrinterProfileFile(bytes: bytes, file: path, id: id(of: path))
      if let profile = file.profile { return .success(.printer(profile)) }
      return .failure(Fault(problems: file.problems))
    case .success(.mock):
      let problems = MockScript.reading(bytes, file: path).problems
      return problems.isEmpty ? .success(.mock) : .failure(Fault(problems: problems))
    case .success(.camera):
      let file = CameraProfileFile(bytes: bytes, file: path, id: id(of: path))
      if let profile = file.profile { return .success(.camera(profile)) }
      return .failure(Fault(problems: file.problems))
    }
  }

  private static func id(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.hasSuffix(".json5") ? String(name.dropLast(6)) : name
  }
}
