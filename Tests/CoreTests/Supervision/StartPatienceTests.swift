import BoothCore
import Testing

@Suite struct StartPatienceTests {
  private func words(_ code: StoreError.Code, _ place: DataPlace) -> String? {
    StartPatience.words(StoreError(code, subject: "/data/booth.sqlite", detail: "in words"), at: place)
  }

  private let roomy = DataPlace(exists: true, isReadOnly: false, freeBytes: 5 << 30)
  private let full = DataPlace(exists: true, isReadOnly: false, freeBytes: 4096)
  private let readOnly = DataPlace(exists: true, isReadOnly: true, freeBytes: 5 << 30)

  @Test func `a full disk is waited for, with the number and the remedy`() {
    for code in [StoreError.Code.full, .failed, .readOnly] {
      let words = words(code, full)
      #expect(words?.contains("the disk is full: 0 MB are free") == true, "\(code)")
      #expect(words?.contains("delete what is not needed") == true, "\(code)")
    }
    // A quota: there is room, and not for this user.
    #expect(words(.full, roomy)?.contains("5120 MB are free") == true)
    #expect(words(.full, DataPlace(exists: false, isReadOnly: false, freeBytes: 0)) != nil)
  }

  @Test func `a disk that is mounted read-only is waited for`() {
    for code in [StoreError.Code.readOnly, .failed] {
      #expect(words(code, readOnly)?.contains("mount it anew") == true, "\(code)")
    }
  }

  @Test(arguments: [StoreError.Code.newerVersion, .inUse, .damaged, .notFound, .noFiles])
  func `what no waiting mends ends the start`(_ code: StoreError.Code) {
    for place in [roomy, full, readOnly] { #expect(words(code, place) == nil) }
  }

  @Test func `so do missing rights, a folder that cannot be made, and a disk that fails for no such reason`() {
    #expect(words(.readOnly, roomy) == nil)
    #expect(words(.readOnly, DataPlace(exists: false, isReadOnly: true, freeBytes: 5 << 30)) == nil)
    #expect(words(.failed, roomy) == nil)
    #expect(words(.failed, DataPlace(exists: true, isReadOnly: false, freeBytes: nil)) == nil)
  }
}
