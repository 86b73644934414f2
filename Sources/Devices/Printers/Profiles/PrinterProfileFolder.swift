public import BoothCore
import BoothSystem
import ConfigFiles
import FoundationEssentials
import Glibc

/// Reads the printer profiles of a machine: those that came with the program, then the owner's own.
public enum PrinterProfileFolder {
  /// Reads every `*.json5` file of the folders that is a printer's profile.
  ///
  /// A later folder's profile takes the place of an earlier one of the same file name, and of two that fit a printer
  /// equally the later is used. A file with a mistake is left out and listed among the problems; a folder that is not
  /// there is empty. Blocks for as long as the disk does.
  public static func load(_ folders: [String]) -> PrinterProfiles {
    var profiles = PrinterProfiles()
    for folder in folders {
      for name in names(in: folder, &profiles.problems) {
        let path = "\(folder)/\(name)"
        guard let bytes = bytes(of: path, &profiles.problems) else { continue }
        switch DeviceKind.read(bytes, file: path) {
        case .success(.printer):
          let file = PrinterProfileFile(bytes: bytes, file: path, id: String(name.dropLast(ending.count)))
          if let profile = file.profile { profiles.add(profile) }
          profiles.problems += file.problems
        case .success(.camera), .success(.panel), .success(.mock): break
        case .failure(let problem): profiles.problems.append(problem)
        }
      }
    }
    return profiles
  }

  private static let ending = ".json5"

  private static func names(in folder: String, _ problems: inout [DeviceError]) -> [String] {
    guard FileManager.default.fileExists(atPath: folder) else { return [] }
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder)
        .filter { $0.hasSuffix(ending) && !$0.hasPrefix(".") }.sorted()
    } catch {
      problems.append(DeviceError(file: folder, key: "", expected: "a folder that can be read", found: "\(error)"))
      return []
    }
  }

  private static func bytes(of path: String, _ problems: inout [DeviceError]) -> [UInt8]? {
    do { return [UInt8](try Data(contentsOf: URL(filePath: path))) } catch {
      var status = stat()
      let words = stat(path, &status) == 0 ? "one that cannot" : SystemWords.of(errno).lowercased()
      problems.append(DeviceError(file: path, key: "", expected: "a file that can be read", found: words))
      return nil
    }
  }
}
