import PhotoModel
import Testing

/// Names of uploads stay below their folder, whatever a browser says.
@Suite struct UploadNameTests {
  private func first(_ name: String, usual: String = "jpg", month: Int64 = 1_700_000_000) -> String {
    UploadName(name, usual: usual, month: month).id(0).text
  }

  @Test(arguments: [
    ("IMG_1.JPG", "/2023-11/IMG_1.JPG"), ("../../etc/passwd", "/2023-11/passwd.jpg"),
    ("C:\\pics\\a b.heic", "/2023-11/a b.heic"),
    ("", "/2023-11/photo.jpg"), ("..", "/2023-11/photo.jpg"), (".booth-bin", "/2023-11/booth-bin.jpg"),
    (".jpg", "/2023-11/jpg.jpg"), ("a\u{0}b\n\u{202E}.png", "/2023-11/ab.png"), ("a:b?.jpg", "/2023-11/a_b_.jpg"),
    ("x.exe", "/2023-11/x.exe.jpg"), ("a . .jpg", "/2023-11/a.jpg"), ("תמונה.webp", "/2023-11/תמונה.webp"),
  ])
  func `a name is cleaned`(_ name: String, _ expected: String) { #expect(first(name) == expected) }

  @Test func `a long name is cut at a letter, and keeps its ending`() {
    let text = first(String(repeating: "é", count: 300) + ".jpeg")
    #expect(text == "/2023-11/" + String(repeating: "é", count: 90) + ".jpeg")
  }

  @Test func `a taken name is followed by numbers from two on`() {
    let name = UploadName("a.jpg", usual: "png", month: 0)
    #expect((0..<3).map { name.id($0).text } == ["/1970-01/a.jpg", "/1970-01/a-2.jpg", "/1970-01/a-3.jpg"])
  }

  @Test(arguments: [
    (-1, "1969-12"), (951_782_399, "2000-02"), (951_868_799, "2000-02"), (951_868_800, "2000-03"),
    (1_735_689_599, "2024-12"), (1_735_689_600, "2025-01"), (Int64.min, "0001-"), (Int64.max, "9999-"),
  ])
  func `the month is that of the second`(_ seconds: Int64, _ month: String) {
    #expect(first("a.jpg", month: seconds).hasPrefix("/" + month))
  }
}
