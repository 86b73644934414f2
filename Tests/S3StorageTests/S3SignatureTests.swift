import Testing

@testable import S3Storage

/// Amazon's published vectors.
@Suite struct S3SignatureTests {
  private typealias Fields = [(name: String, value: String)]

  /// The Signature Version 4 test suite: keys, moment and host of all its requests.
  private static let suite = S3Signature(
    credentials: S3Credentials(accessKey: "AKIDEXAMPLE", secretKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"),
    region: "us-east-1", service: "service", keepsPaths: false)
  private static let host: Fields = [("Host", "example.amazonaws.com"), ("X-Amz-Date", "20150830T123600Z")]

  struct Vector: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var method = "GET"
    var path = "/"
    var query: [(name: String, value: String)] = []
    var headers: [(name: String, value: String)] = []
    var body = ""
    var signature: String
  }

  private static let vanilla = "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"
  private static let unreserved = "-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

  static let vectors = [
    Vector(testDescription: "get-vanilla", signature: vanilla),
    Vector(testDescription: "get-relative", path: "/example/..", signature: vanilla),
    Vector(testDescription: "get-relative-relative", path: "/example1/example2/../..", signature: vanilla),
    Vector(testDescription: "get-slash", path: "//", signature: vanilla),
    Vector(testDescription: "get-slash-dot-slash", path: "/./", signature: vanilla),
    Vector(
      testDescription: "get-slash-pointless-dot", path: "/./example",
      signature: "ef75d96142cf21edca26f06005da7988e4f8dc83a165a80865db7089db637ec5"),
    Vector(
      testDescription: "get-slashes", path: "//example//",
      signature: "9a624bd73a37c9a373b5312afbebe7a714a789de108f0bdfe846570885f57e84"),
    Vector(
      testDescription: "get-space", path: "/example space/",
      signature: "652487583200325589f1fba4c7e578f72c47cb61beeca81406b39ddec1366741"),
    Vector(
      testDescription: "get-unreserved", path: "/" + unreserved,
      signature: "07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f"),
    Vector(
      testDescription: "get-utf8", path: "/\u{1234}",
      signature: "8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85"),
    Vector(
      testDescription: "get-vanilla-query-order-key-case", query: [("Param2", "value2"), ("Param1", "value1")],
      signature: "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"),
    Vector(
      testDescription: "get-vanilla-query-unreserved", query: [(unreserved, unreserved)],
      signature: "9c3e54bfcdf0b19771a7f523ee5669cdf59bc7cc0884027167c21bb143a40197"),
    Vector(
      testDescription: "get-header-key-duplicate",
      headers: [("My-Header1", "value2"), ("My-Header1", "value2"), ("My-Header1", "value1")],
      signature: "c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea"),
    Vector(
      testDescription: "get-header-value-order",
      headers: [
        ("My-Header1", "value4"), ("My-Header1", "value1"), ("My-Header1", "value3"), ("My-Header1", "value2"),
      ],
      signature: "08c7e5a9acfcfeb3ab6b2185e75ce8b1deb5e634ec47601a50643f830c755c01"),
    Vector(
      testDescription: "get-header-value-trim", headers: [("My-Header1", " value1"), ("My-Header2", " \"a   b   c\"")],
      signature: "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736"),
    Vector(
      testDescription: "get-header-value-multiline", headers: [("My-Header1", "value1\n  value2\n     value3")],
      signature: "ba17b383a53190154eb5fa66a1b836cc297cc0a3d70a5d00705980573d8ff790"),
    Vector(
      testDescription: "post-vanilla", method: "POST",
      signature: "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"),
    Vector(
      testDescription: "post-x-www-form-urlencoded", method: "POST",
      headers: [("Content-Type", "application/x-www-form-urlencoded")], body: "Param1=value1",
      signature: "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a"),
  ]

  @Test(arguments: vectors) func `a request is signed as Amazon's suite has it`(_ vector: Vector) throws {
    let request = S3Signature.Request(
      method: vector.method, path: vector.path, query: vector.query, headers: Self.host + vector.headers)
    let words = Self.suite.authorization(
      request, payload: .hash(S3Signature.sha256(Array(vector.body.utf8))),
      at: try #require(S3Moment("20150830T123600Z")))
    #expect(
      words.hasPrefix("AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=")
    )
    #expect(words.hasSuffix("Signature=" + vector.signature))
  }

  // MARK: S3's own examples

  private static let s3 = S3Signature(
    credentials: S3Credentials(
      accessKey: "AKIAIOSFODNN7EXAMPLE", secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"),
    region: "us-east-1")

  private func sign(
    _ method: String, _ path: String, _ query: Fields = [], _ headers: Fields, _ payload: S3Signature.Payload = .empty
  ) throws -> Substring {
    let all: Fields =
      [
        ("host", "examplebucket.s3.amazonaws.com"), ("x-amz-date", "20130524T000000Z"),
        ("x-amz-content-sha256", payload.text),
      ]
      + headers
    let request = S3Signature.Request(method: method, path: path, query: query, headers: all)
    return Self.s3.authorization(request, payload: payload, at: try #require(S3Moment("20130524T000000Z"))).suffix(64)
  }

  @Test func `S3's examples come out as they are published`() throws {
    #expect(
      try sign("GET", "/test.txt", [("range", "bytes=0-9")])
        == "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41")
    let body = S3Signature.Payload.hash(S3Signature.sha256(Array("Welcome to Amazon S3.".utf8)))
    #expect(
      try sign(
        "PUT", "/test$file.text",
        [("date", "Fri, 24 May 2013 00:00:00 GMT"), ("x-amz-storage-class", "REDUCED_REDUNDANCY")],
        body) == "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd")
    #expect(
      try sign("GET", "/", [("lifecycle", "")], [])
        == "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543")
    #expect(
      try sign("GET", "/", [("max-keys", "2"), ("prefix", "J")], [])
        == "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7")
  }

  private func sign(_ method: String, _ path: String, _ headers: Fields, _ payload: S3Signature.Payload = .empty) throws
    -> Substring
  { try sign(method, path, [], headers, payload) }

  @Test func `an address for everybody comes out as it is published`() throws {
    let request = S3Signature.Request(
      method: "GET", path: "/test.txt", headers: [("host", "examplebucket.s3.amazonaws.com")])
    let query = Self.s3.presigned(request, seconds: 86_400, at: try #require(S3Moment("20130524T000000Z")))
    #expect(
      query
        == "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request"
        + "&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host"
        + "&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404")
  }

  @Test func `moments are read as they are written, and what is none is not`() throws {
    for text in ["20150830T123600Z", "19700101T000000Z", "20240229T235959Z"] {
      #expect(S3Moment(text)?.text == text)
    }
    #expect(S3Moment(http: "Sun, 30 Aug 2015 12:36:00 GMT")?.text == "20150830T123600Z")
    for text in ["", "20150830", "2015083xT123600Z", "20151330T123600Z", "20150830T253600Z"] {
      #expect(S3Moment(text) == nil)
    }
    for text in ["", "30 Aug 2015", "Sun, 30 Foo 2015 12:36:00 GMT", "Sun, 30 Aug 2015 99:36:00 GMT"] {
      #expect(S3Moment(http: text) == nil)
    }
  }

  @Test func `keys are read from where people keep them, and never shown`() throws {
    let file =
      "[other]\naws_access_key_id=X\n[default]\n# mine\naws_access_key_id = AK \naws_secret_access_key=se=cret/+\n"
    let keys = try #require(S3Credentials(file: file))
    #expect(keys == S3Credentials(accessKey: "AK", secretKey: "se=cret/+"))
    #expect(S3Credentials(file: file, profile: "other") == nil)
    #expect(S3Credentials(environment: ["AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": ""]) == nil)
    let shown = "\(keys) \(String(reflecting: keys)) \(keys.debugDescription) \([keys]) \(Optional(keys) as Any)"
    #expect(!shown.contains("cret") && shown.contains("AK"))
    var dumped = ""
    dump(keys, to: &dumped)
    #expect(!dumped.contains("cret"))
  }
}
