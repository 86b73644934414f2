/// Where the files of reports are kept: by organisation, under the hash of their bytes. From any thread.
package protocol ReportFiles: Sendable {
  /// How many bytes are kept under a hash that this person has sent; nil for none: whoever knows a hash alone does not have the
  /// bytes. What is kept is whole, and on the disk.
  func size(of sha256: String, in organisation: String, from user: String) async throws(ReportFilesError) -> Int?
  /// Keeps a file that has come, on the disk when it returns; what is there already stays, and the file may be gone then.
  /// - Parameters:
  ///   - sha256: what its bytes have; a hash that is none is refused.
  ///   - size: in bytes.
  ///   - user: who has sent it.
  /// - Throws: ``ReportFilesError/wrongHash`` for an empty one, or one for which there is no place.
  func keep(
    file: String, size: Int, as sha256: String, in organisation: String, from user: String
  ) async throws(ReportFilesError)
  /// The picture in them as a JPEG that was made here, at most `side` pixels long; nil for no file, or none that can be shown.
  func picture(_ sha256: String, in organisation: String, side: Int) async throws(ReportFilesError) -> [UInt8]?
  /// The hashes of files that nobody has sent since a moment, and whose ``size(of:in:from:)`` no sender of theirs has asked for.
  /// - Parameter moment: seconds since 1970.
  func untouched(since moment: Double, in organisation: String) async throws(ReportFilesError) -> [String]
  /// Removes a file with all that is known of it; one that somebody has touched since the moment stays.
  func remove(_ sha256: String, in organisation: String, untouchedSince moment: Double) async throws(ReportFilesError)
}

/// Why a file could not be kept or had.
package enum ReportFilesError: Error, Sendable, Equatable {
  /// The bytes are other ones, or not all of them.
  case wrongHash
  /// The disk refuses for now; in words.
  case unavailable(String)
}
