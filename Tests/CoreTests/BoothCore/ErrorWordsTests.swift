import BoothCore
import Testing

/// What the program says of errors.
@Suite struct ErrorWordsTests {
  @Test func `what went wrong is said in words, without the code that the program decides by`() {
    let errors: [any Error & CustomStringConvertible] = [
      StoreError(.notFound, subject: "it", detail: "nothing is there"),
      GalleryError(.garbage, subject: "it", detail: "nothing is there"),
      ObjectStoreError(.refused, subject: "it", detail: "nothing is there"),
      CameraError(.disconnected, subject: "it", detail: "nothing is there"),
      ClipError(.encoder, subject: "it", detail: "nothing is there"),
      ImageError(.unreadable, subject: "it", detail: "nothing is there"),
      SoundError(.lost, subject: "it", detail: "nothing is there"),
    ]
    for error in errors { #expect(error.description.hasSuffix("it: nothing is there"), "\(error)") }
  }
}
