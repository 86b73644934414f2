/// One value of an attribute, as RFC 8010, 3.9 encodes it.
///
/// A value whose bytes do not fit its tag (an integer of three bytes) is ``other(tag:bytes:)``: one wrong attribute does
/// not make a printer unusable, and a caller that asks for an integer gets none.
package enum IPPValue: Sendable, Hashable {
  case integer(Int32)
  case boolean(Bool)
  case enumeration(Int32)
  case octets([UInt8])
  case dateTime(IPPDateTime)
  /// Dots for each unit, across the feed and along it.
  case resolution(cross: Int32, feed: Int32, unit: ResolutionUnit)
  /// May stand the wrong way round: what comes is kept as it is.
  case range(lower: Int32, upper: Int32)
  /// `textWithoutLanguage`, or `textWithLanguage` where there is one.
  case text(String, language: String? = nil)
  /// `nameWithoutLanguage`, or `nameWithLanguage` where there is one.
  case name(String, language: String? = nil)
  case keyword(String)
  case uri(String)
  case uriScheme(String)
  case charset(String)
  case naturalLanguage(String)
  case mimeMediaType(String)
  case collection([IPPAttribute])
  /// Something in a value's place that says why there is none.
  case outOfBand(OutOfBand)
  /// Of a tag that is not known here, or with bytes that do not fit its tag.
  case other(tag: UInt8, bytes: [UInt8])

  /// RFC 8010, 3.9: the unit of a resolution.
  package enum ResolutionUnit: Int8, Sendable {
    case inch = 3
    case centimetre = 4
  }

  /// Tags without a value (RFC 8010, 3.5.2; RFC 3380).
  package enum OutOfBand: UInt8, Sendable, CaseIterable {
    case unsupported = 0x10
    case unknown = 0x12
    case noValue = 0x13
    case notSettable = 0x15
    case deleteAttribute = 0x16
    case adminDefine = 0x17
  }
}

/// Local time with its distance from UTC: the eleven octets of RFC 2579's `DateAndTime`. Not checked: what a printer says.
package struct IPPDateTime: Sendable, Hashable {
  package var year: UInt16
  package var month: UInt8
  package var day: UInt8
  package var hour: UInt8
  package var minute: UInt8
  package var second: UInt8
  package var decisecond: UInt8
  /// `+` or `-`, in ASCII.
  package var direction: UInt8
  package var hoursFromUTC: UInt8
  package var minutesFromUTC: UInt8
}

/// A name and its values (`1setOf`): at least one.
package struct IPPAttribute: Sendable, Hashable {
  package var name: String
  package var values: [IPPValue]

  /// Takes both as they are.
  package init(_ name: String, _ values: [IPPValue]) {
    self.name = name
    self.values = values
  }

  /// An attribute of one value.
  package init(_ name: String, _ value: IPPValue) { self.init(name, [value]) }
}

/// The tags of values (RFC 8010, 3.5.2).
enum IPPTag {
  static let integer: UInt8 = 0x21
  static let boolean: UInt8 = 0x22
  static let enumeration: UInt8 = 0x23
  static let octets: UInt8 = 0x30
  static let dateTime: UInt8 = 0x31
  static let resolution: UInt8 = 0x32
  static let range: UInt8 = 0x33
  static let begCollection: UInt8 = 0x34
  static let textWithLanguage: UInt8 = 0x35
  static let nameWithLanguage: UInt8 = 0x36
  static let endCollection: UInt8 = 0x37
  static let text: UInt8 = 0x41
  static let name: UInt8 = 0x42
  static let keyword: UInt8 = 0x44
  static let uri: UInt8 = 0x45
  static let uriScheme: UInt8 = 0x46
  static let charset: UInt8 = 0x47
  static let naturalLanguage: UInt8 = 0x48
  static let mimeMediaType: UInt8 = 0x49
  static let memberName: UInt8 = 0x4A
  /// The tag itself is the first four bytes of the value.
  static let extended: UInt8 = 0x7F
}
