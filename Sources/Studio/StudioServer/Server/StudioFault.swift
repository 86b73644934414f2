package import StudioModel

/// Why a request is not answered as it wished.
package enum StudioFault: Error, Equatable {
  case notFound
  case signInNeeded
  case forbidden
  /// Not sent by a page of ours, or by one that is too old.
  case foreignForm
  /// Asked under a name that is not this studio's.
  case wrongHost(String)
  case unavailable(String)
  /// A booth was not asked, or did not do it: said in the reader's language.
  case booth(OperatedBoothError)
  /// What the studio holds open is not at its path any more: what is written is lost, so nothing is taken.
  case misplaced(String)
  /// The same, in words that are for the log alone.
  case trouble(String)
}
