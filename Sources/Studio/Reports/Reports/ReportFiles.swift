package import BoothCore

/// Where the files of reports are kept: by organisation, under the hash of their bytes. From any thread.
package protocol ReportFiles: Sendable {
  /// How many bytes are kept under a hash that this person has sent; nil for none: a hash alone does not give the
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
  /// What this person has sent, or asked the size of, since a moment.
  /// - Parameter moment: in seconds since 1970.
  func sent(by user: String, since moment: Double, in organisation: String) async throws(ReportFilesError)
    -> [SentAttachment]
  /// The hashes of what was not kept or asked the size of since a moment.
  /// - Parameter moment: in seconds since 1970.
  func untouched(since moment: Double, in organisation: String) async throws(ReportFilesError) -> [String]
  /// Removes a file, and who has sent it, unless it was touched since that moment; one that is not there is gone.
  func remove(_ sha256: String, in organisation: String, untouchedSince moment: Double) async throws(ReportFilesError)
  /// The picture in them as a JPEG that was made here, at most `side` pixels long; nil for no file, or none that can be shown.
  func picture(_ sha256: String, in organisation: String, side: Int) async throws(ReportFilesError) -> [UInt8]?
  /// The bytes as they were sent, and how many they are; nil for none. For any one who pulls them, one after the other.
  func original(_ sha256: String, in organisation: String) async throws(ReportFilesError) -> ReportOriginal?
}

/// A file as a person has sent it.
package struct ReportOriginal: Sendable {
  /// In bytes.
  package var count: Int64
  package var bytes: ByteStream

  package init(count: Int64, bytes: ByteStream) {
    self.count = count
    self.bytes = bytes
  }
}

/// Why a file could not be kept or had.
package enum ReportFilesError: Error, Sendable, Equatable {
  /// The bytes are other ones, or not all of them.
  case wrongHash
  /// The disk refuses for now; in words.
  case unavailable(String)
}
