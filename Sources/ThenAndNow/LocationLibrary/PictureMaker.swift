import BoothCore
import BoothStore
import BoothVault
import Dispatch
import ImageRegistration
import Imaging

/// Reads pictures and makes them smaller, one at a time, on a thread of its own; what was made last stays in memory.
final class PictureMaker: Sendable {
  private let queue = DispatchQueue(label: "studio.pictures", qos: .utility)
  private let kept = KeptBytes(capacity: 24 << 20)

  /// - Parameter name: of what is made, unlike that of anything else.
  func made(
    _ name: String, _ make: @escaping @Sendable () throws(PlaceError) -> [UInt8]
  ) async throws(PlaceError) -> [UInt8] {
    if let bytes = kept[name] { return bytes }
    return try await perform { () throws(PlaceError) in
      // Another caller may have waited for the same.
      if let bytes = self.kept[name] { return bytes }
      let bytes = try make()
      self.kept[name] = bytes
      return bytes
    }
  }

  func bytes(of path: String, without folder: String) async throws(PlaceError) -> [UInt8] {
    try await perform { () throws(PlaceError) in try Self.read(path, without: folder) }
  }

  /// Decodes all of a picture.
  /// - Throws: ``PlaceError/noPicture(_:)``.
  func check(_ bytes: [UInt8]) async throws(PlaceError) {
    try await perform { () throws(PlaceError) in
      do throws(ImageError) { _ = try ScaledPicture.jpeg(of: bytes, longestSide: 160) } catch {
        throw PlaceError.noPicture("The picture \(error.detail).")
      }
    }
  }

  /// Both halves of a pair are made together, and kept.
  func half(
    _ half: PairHalf, _ name: String, old: String, new: String, _ homography: Homography,
    _ region: ClaimedRegion?, _ photograph: PixelRect?, longestSide: Int, without folder: String
  ) async throws(PlaceError) -> [UInt8]? {
    if let bytes = kept["\(name) \(half.rawValue)"] { return bytes }
    return try await perform { () throws(PlaceError) -> [UInt8]? in
      if let bytes = self.kept["\(name) \(half.rawValue)"] { return bytes }
      let (oldBytes, newBytes) = (try Self.read(old, without: folder), try Self.read(new, without: folder))
      let pair: (old: [UInt8], new: [UInt8], isRegistered: Bool)
      do throws(ImageError) {
        pair = try ScaledPicture.pair(
          old: oldBytes, new: newBytes, homography: homography, region: region, photograph: photograph,
          longestSide: longestSide)
      } catch { throw PlaceError.unavailable("\(error)") }
      guard pair.isRegistered else { return nil }
      self.kept["\(name) then"] = pair.old
      self.kept["\(name) now"] = pair.new
      return half == .then ? pair.old : pair.new
    }
  }

  /// - Parameter folder: the data folder, which errors do not name.
  static func read(_ path: String, without folder: String) throws(PlaceError) -> [UInt8] {
    do throws(StoreError) { return try OutsideFile.read(path, limit: LocationVault.largestPicture) } catch {
      throw PlaceError(error, without: folder)
    }
  }

  private func perform<Value: Sendable>(
    _ body: @escaping @Sendable () throws(PlaceError) -> Value
  ) async throws(PlaceError) -> Value {
    let result: Result<Value, PlaceError> = await withCheckedContinuation { continuation in
      queue.async {
        let result: Result<Value, PlaceError>
        do throws(PlaceError) { result = .success(try body()) } catch { result = .failure(error) }
        continuation.resume(returning: result)
      }
    }
    return try result.get()
  }
}
