import PhotoModel
import PhotolalaFormat
import S3Storage

/// One scan of a bucket: pulled by one reader, step after step.
actor BucketScan {
  private let source: BucketPhotos
  private let mark: PhotoScanMark?
  private var state = State.new
  /// What is told first of all.
  private var remark: String?
  /// What comes behind that.
  private var ahead: PhotoScanStep?

  private enum State {
    case new
    case rows(ArraySlice<CatalogRow>, seen: Set<PhotoMD5>, mark: PhotoScanMark)
    case skipped([String], next: [CatalogRow], mark: PhotoScanMark)
    case over
  }

  /// How many photos a step has.
  private static let step = 500
  /// No catalog: the account has no photos yet.
  static let empty = PhotoScanMark("none")

  init(_ source: BucketPhotos, since mark: PhotoScanMark?) {
    self.source = source
    self.mark = mark
  }

  func next() async throws -> PhotoScanStep? {
    if let step = ahead {
      ahead = nil
      return step
    }
    switch state {
    case .over: return nil
    case .new:
      let first: PhotoScanStep
      do { first = try await begin() } catch { throw BucketPhotos.promised(error) }
      guard let words = remark else { return first }
      ahead = first
      return .remark(words)
    case .skipped(let words, let rows, let mark):
      guard let first = words.first else {
        state = .rows(rows[...], seen: [], mark: mark)
        return try await next()
      }
      state = .skipped(Array(words.dropFirst()), next: rows, mark: mark)
      return .skipped(name: first, why: .badRow)
    case .rows(var rows, var seen, let mark):
      guard !rows.isEmpty else {
        state = .over
        return .mark(mark)
      }
      var entries: [PhotoEntry] = []
      while entries.count < Self.step, let row = rows.popFirst() {
        // Two photographs of which only the first bytes are known, and are the same, have one id: the newer is shown.
        if seen.insert(row.id).inserted { entries.append(Self.entry(row)) }
      }
      state = .rows(rows, seen: seen, mark: mark)
      return .entries(entries)
    }
  }

  private func begin() async throws -> PhotoScanStep {
    let bucket = try source.asked()
    let folder = "catalogs/\(source.account)/"
    var trouble = ""
    var account: BucketAccount?
    // A publisher puts the pointer last and takes the old catalog away: what is gone by now is asked for once more.
    for _ in 0..<3 {
      let pointer = try await bucket.get(folder + CatalogPointer.name, limit: CatalogPointer.mostBytes)
      if account == nil { account = await BucketAccount.read(source.account, in: bucket) }
      remark = account?.words(source.account, hasCatalog: pointer != nil)
      guard let pointer else {
        state = .over
        return mark == Self.empty ? .unchanged : .mark(Self.empty)
      }
      guard let md5 = CatalogPointer.read(pointer.bytes) else {
        throw PhotoSourceError.invalidData("\(folder)\(CatalogPointer.name) names no catalog")
      }
      let now = PhotoScanMark(md5.text)
      if now == mark {
        state = .over
        return .unchanged
      }
      let name = folder + CatalogPointer.snapshotName(md5)
      guard let found = try await bucket.get(name, limit: BucketPhotos.mostCatalogBytes) else {
        trouble = "\(name) is named and not there"
        continue
      }
      guard PhotoMD5(of: found.bytes) == md5 else {
        trouble = "\(name) has other bytes than its name says"
        continue
      }
      var skipped: [SkippedRow: Int] = [:]
      let catalog = PhotoCatalog.read(found.bytes, skipped: &skipped)
      let words = skipped.sorted { $0.key.rawValue < $1.key.rawValue }.map {
        "\($0.value) rows of the catalog: \($0.key.words)"
      }
      state = .skipped(words, next: catalog.rows.sorted { $0.date > $1.date }, mark: now)
      return try await next() ?? .mark(now)
    }
    throw PhotoSourceError.invalidData(trouble)
  }

  private static func entry(_ row: CatalogRow) -> PhotoEntry {
    var details = PhotoDetails()
    details.format = row.format.rawValue
    // The catalog has the moment and not the zone.
    details.taken = PhotoMoment(wallSeconds: row.date)
    details.fullMD5 = row.md5?.text
    details.headMD5 = row.head.text
    return PhotoEntry(
      id: PhotoID(row.id.text), name: row.displayName, size: row.sizeBytes, mark: row.key.description, details: details,
      // A hundred thousand photographs are not brought here to look at their dates.
      isComplete: true)
  }
}

extension SkippedRow {
  /// For people, to follow what has it.
  var words: String {
    switch self {
    case .tooFewColumns: "too few columns"
    case .badNumber: "a number that is none"
    case .badHash: "no hash where one belongs"
    case .notText: "no text"
    case .tooMany: "more than are kept"
    }
  }
}
