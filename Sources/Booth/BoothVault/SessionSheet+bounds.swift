import BoothCore

/// What a sheet may say: the same as the database (``KeptBounds``).
extension SessionSheet {
  /// The first thing in it that no booth can have written, as words after the sheet's name; nil where it is in bounds.
  var fault: String? {
    if let fault = plan.fault { return "has a plan with \(fault)" }
    if !KeptBounds.event.contains(Int64(event)) { return "has an event number out of bounds" }
    if !KeptBounds.count.contains(firstNumber) { return "has a first number out of bounds" }
    if !KeptBounds.isShort(slug) { return "has an event of endless name" }
    if !openedAt.isSane || decidedAt?.isSane == false || consent?.isSane == false { return "has a time out of bounds" }
    var names: Set<String> = []
    for file in files {
      if let fault = file.fault { return "has a file with \(fault)" }
      if !names.insert(file.name).inserted { return "has a file twice, \(file.name)" }
    }
    return nil
  }
}

extension SessionSheet.File {
  /// What of it is out of bounds, or nil.
  fileprivate var fault: String? {
    guard AssetName(name) != nil, !name.contains("/") else { return "the name \(name.printable(limit: 60))" }
    let numbers: [(String, Int64?, ClosedRange<Int64>)] = [
      ("size", sizeBytes, KeptBounds.sizeBytes), ("duration", durationNanoseconds, KeptBounds.nanoseconds),
      ("number of frames", frames.map(Int64.init), KeptBounds.frames),
      ("number of dropped frames", droppedFrames.map(Int64.init), KeptBounds.frames),
    ]
    for (what, number, range) in numbers {
      if let number, !range.contains(number) { return "a \(what) out of bounds, \(name)" }
    }
    guard KeptBounds.isChecksum(checksum) else { return "a checksum that is none, \(name)" }
    guard takenAt.isSane, confirmedAt?.isSane != false else { return "a time out of bounds, \(name)" }
    return nil
  }
}
