/// Where a booth's control socket is.
enum ControlPath {
  static func of(data: String) -> String { data + "/control.sock" }
}
