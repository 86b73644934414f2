import Crypto
import Testing

@testable import Gallery
@testable import WebSupport

@Suite struct UploadPermitTests {
  private let secret = GalleryLab.secret
  private let full = UploadPermit(path: "a/b c.jpg", expires: 1000, contentType: "image/jpeg", sizeBytes: 5)

  /// FotoX's own: base64url without padding of HMAC-SHA256 over `{path}:{expires}`, made without our code's help.
  static func fotoXSignature(_ path: String, _ expires: Int64, secret: String = GalleryLab.secret) throws -> String {
    let code = HMAC<SHA256>.authenticationCode(
      for: Array("\(path):\(expires)".utf8), using: SymmetricKey(data: Array(secret.utf8)))
    return Array(code).base64URL
  }

  private func read(_ query: String) -> (permit: UploadPermit, signature: String)? { UploadPermit.read(Query(query)) }

  @Test func `what it signs it recognises`() throws {
    for permit in [
      full, UploadPermit(path: "a", expires: 1, contentType: nil, sizeBytes: 0),
      UploadPermit(path: "a:1&b=c+d %41", expires: 99, contentType: "text/plain; charset=utf-8", sizeBytes: nil),
      UploadPermit(path: "ä/ש", expires: 99),
    ] {
      let (found, signature) = try #require(read(permit.query(signedWith: secret)))
      #expect(found == permit)
      #expect(found.isSigned(by: signature, with: secret))
      #expect(!found.isSigned(by: signature, with: "another"))
    }
  }

  @Test func `nothing in it can be changed, left out or added`() throws {
    let (_, signature) = try #require(read(full.query(signedWith: secret)))
    let changed = [
      UploadPermit(path: "a/b c.jpeg", expires: 1000, contentType: "image/jpeg", sizeBytes: 5),
      UploadPermit(path: "a/b c.jpg", expires: 1001, contentType: "image/jpeg", sizeBytes: 5),
      UploadPermit(path: "a/b c.jpg", expires: 1000, contentType: "image/png", sizeBytes: 5),
      UploadPermit(path: "a/b c.jpg", expires: 1000, contentType: "image/jpeg", sizeBytes: 6),
      UploadPermit(path: "a/b c.jpg", expires: 1000, contentType: "image/jpeg"),
      UploadPermit(path: "a/b c.jpg", expires: 1000, sizeBytes: 5), UploadPermit(path: "a/b c.jpg", expires: 1000),
    ]
    for permit in changed { #expect(!permit.isSigned(by: signature, with: secret), "\(permit)") }
    for other in ["", "x", signature + "=", String(signature.dropLast())] {
      #expect(!full.isSigned(by: other, with: secret))
    }
  }

  @Test func `honours the Worker's own form`() throws {
    let permit = UploadPermit(path: "events/7/x.jpg", expires: 1_738_434_915)
    #expect(permit.isSigned(by: try Self.fotoXSignature(permit.path, permit.expires), with: secret))
  }

  @Test(arguments: [
    "", "path=a", "path=a&expires=5", "expires=5&sig=x", "path=a&sig=x", "path=&expires=5&sig=x",
    "path=a&expires=x&sig=x", "path=a&expires=0&sig=x", "path=a&expires=NaN&sig=x", "path=a&expires=&sig=x",
    "path=a&expires=5&sig=", "path=a&expires=5&sig=x&size=y",
  ])
  func `is incomplete with anything missing`(_ query: String) { #expect(read(query) == nil) }

  @Test func `an event's key is no signature, and differs from event to event and secret to secret`() {
    let keys = [
      EventKey.of(7, secret: "a"), EventKey.of(8, secret: "a"), EventKey.of(7, secret: "b"),
    ]
    #expect(Set(keys).count == 3)
    #expect(keys.allSatisfy { $0.utf8.count == 22 })
    #expect(GalleryConfiguration(uploadSecret: "a").eventKey(7) == keys[0])
    #expect(GalleryConfiguration().eventKey(7) == nil)
  }

  @Test func `base64url is that of RFC 4648, without padding`() {
    let cases: [(String, String)] = [
      ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
      ("foobar", "Zm9vYmFy"),
    ]
    for (plain, encoded) in cases { #expect(URLBase64.encode(Array(plain.utf8)) == encoded) }
    #expect(URLBase64.encode([0xFB, 0xFF, 0xFE]) == "-__-")
  }
}
