import BoothCore

/// The header by which a browser saves an answer, and under which name.
public enum AttachmentHeader {
  /// Its name may be any: `name` becomes one that every disk takes, and that is what it seems
  /// (``BoothCore/PortableName``).
  /// For new browsers in UTF-8, and for others without what is not ASCII (RFC 6266 and 8187).
  /// - Parameter spare: the name where nothing is left of it.
  public static func of(_ name: String, orElse spare: String = "file") -> String {
    let name = PortableName.file(name, orElse: spare)
    let plain = String(name.map { $0.isASCII && $0 != "%" ? $0 : "_" })
    return "attachment; filename=\"\(plain)\"; \(encoded(name))"
  }

  /// The same for browsers that all read UTF-8: the studio's.
  public static func inUTF8(_ name: String, orElse spare: String = "file") -> String {
    "attachment; " + encoded(PortableName.file(name, orElse: spare))
  }

  private static func encoded(_ name: String) -> String {
    // What JavaScript leaves as it is, and RFC 8187 does not.
    let text = PercentEncoding.component(name).replacing("'", with: "%27").replacing("(", with: "%28")
      .replacing(")", with: "%29").replacing("*", with: "%2A")
    return "filename*=UTF-8''" + text
  }
}
