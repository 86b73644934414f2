public import BoothCore
import BoothSystem
import FoundationEssentials
import Glibc

/// The file of what was measured of this booth's cameras.
public struct CalibrationFile: Sendable {
  /// The file's own path: `calibrations.json` in the booth's data folder. It need not exist.
  public let path: String

  /// - Parameter folder: the booth's data folder.
  public init(folder: String) { path = folder + "/calibrations.json" }

  /// What was measured; an empty store where there is no file.
  /// - Throws: a problem for a file that is none, or cannot be read.
  public func read() throws(DeviceError) -> Calibrations {
    guard access(path, F_OK) == 0 else { return Calibrations() }
    guard let data = OrdinaryFile.bytes(path).map({ Data($0) }) else {
      throw DeviceError(file: path, key: "", expected: "a file that can be read", found: FileFault.words(of: path))
    }
    do {
      return try JSONDecoder().decode(Calibrations.self, from: data)
    } catch {
      throw DeviceError(
        file: path, key: "", expected: "what `booth devices calibrate` writes; delete it and measure again",
        found: "something else")
    }
  }

  /// Puts one camera's measurement in, durably: a cut of the power leaves the old file or the new one.
  public func keep(_ entry: Calibrations.Entry, for camera: String) throws(DeviceError) {
    var calibrations = try read()
    calibrations.cameras[camera] = entry
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let bytes: [UInt8]
    do { bytes = [UInt8](try encoder.encode(calibrations)) + [10] } catch {
      throw DeviceError(file: path, key: camera, expected: "values that JSON has", found: "\(error)")
    }
    try replace(with: bytes)
  }

  private func replace(with bytes: [UInt8]) throws(DeviceError) {
    do throws(DurableFile.Fault) { try DurableFile.replace(path, with: bytes) } catch {
      throw DeviceError(file: path, key: "", expected: "a data folder that can be written", found: error.words)
    }
  }
}
