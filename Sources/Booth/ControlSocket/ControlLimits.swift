/// What one client, or all of them together, may take from the booth.
struct ControlLimits: Sendable {
  /// Clients at once. One more, and the client that has been silent longest has to go.
  var clients = 32
  /// A request's line, in bytes, without its end.
  var requestBytes = 1 << 20
  /// An answer's line, in bytes.
  var responseBytes = 16 << 20
  /// How long a client may take to send a whole request, or to read on.
  var silence = Duration.seconds(30)
  /// How long answers may take that are due when the server stops.
  var grace = Duration.seconds(1)
  /// How often it is looked whether the socket's file is still there.
  var look = Duration.seconds(5)
  /// How long to take no new clients after the system has run out of descriptors.
  var exhausted = Duration.milliseconds(250)
}
