import BoothTesting
import PhotoModel
import Testing

@testable import PhotoLibrary

/// Photos of an unknown time: at the end, and in no search for dates.
@Suite struct UndatedPhotosTests {
  private static let names = ["old", "none 1", "new", "none 2", "older than 1970", "none 3"]
  private static let taken: [Int64?] = [1_000_000_000, nil, 1_700_000_000, nil, -1_000_000_000, nil]
  private let folder: TemporaryFolder
  private let index: PhotoIndex

  init() async throws {
    folder = try TemporaryFolder()
    index = try PhotoIndex(
      path: folder.path("index.sqlite"), marks: try PhotoMarks(path: folder.path("marks.sqlite")))
    let source = ScriptedPhotos()
    source.entries = Self.names.indices.map { place in
      var details = PhotoDetails()
      details.taken = Self.taken[place].map { PhotoMoment(wallSeconds: $0, offsetMinutes: 0) }
      return PhotoEntry(
        id: PhotoID("/\(place)"), name: Self.names[place], size: Int64(place), details: details, isComplete: true)
    }
    _ = try await index.scan(source)
  }

  private static func order(_ order: PhotoOrder) -> [String] {
    let dated = ["older than 1970", "old", "new"]
    let undated = ["none 1", "none 2", "none 3"]
    return order == .oldest ? dated + undated : Array(dated.reversed()) + undated.reversed()
  }

  @Test(arguments: [PhotoOrder.newest, .oldest], [1, 2, 3, 4, 5, 6, 7])
  func `they stand at the end, however the list is asked for`(_ order: PhotoOrder, _ count: Int) async throws {
    let (view, expected) = (PhotoView(order: order), Self.order(order))
    var (found, cursor): ([PhotoRecord], PhotoCursor?) = ([], nil)
    while case let page = try await index.photos(view, after: cursor, count: count), let last = page.last {
      found += page
      // As an address has it.
      cursor = PhotoCursor(last.cursor.text)
    }
    #expect(found.map(\.entry.name) == expected)
    for first in 0...expected.count {
      let part = try await index.photos(view, in: nil, from: first, count: count)
      #expect(part.map(\.entry.name) == Array(expected.dropFirst(first).prefix(count)), "\(first)")
    }
    for (place, photo) in found.enumerated() { #expect(try await index.place(of: photo.number, in: view) == place) }
    #expect(found.map(\.isDated) == [true, true, true, false, false, false])
  }

  @Test(arguments: [PhotoOrder.newest, .oldest])
  func `they are a month of their own, behind all others`(_ order: PhotoOrder) async throws {
    let view = PhotoView(order: order)
    let layout = try await index.layout(view)
    #expect(layout.stretches.count == 4 && layout.count == 6)
    let last = try #require(layout.stretches.last)
    #expect(last == PhotoLayout.Stretch(month: .undated, count: 3))
    let month = try await index.photos(view, in: .undated, from: 1, count: 9)
    #expect(month.map(\.entry.name) == Array(Self.order(order).suffix(2)))
    #expect(layout.stretches.dropLast().allSatisfy { ($0.month?.year ?? 0) > 1900 })
  }

  @Test func `a search for dates finds none of them; any other does`() async throws {
    for (words, count) in [("..2024", 3), ("2000..", 2), ("1970", 0), ("1970-01", 0), ("none", 3), ("..2005", 2)] {
      for order in [PhotoOrder.newest, .oldest] {
        let view = PhotoView(order: order, filter: PhotoSearch(words))
        #expect(try await index.photos(view, after: nil, count: 9).count == count, "\(words)")
        #expect(try await index.layout(view).count == count, "\(words)")
      }
    }
  }
}
