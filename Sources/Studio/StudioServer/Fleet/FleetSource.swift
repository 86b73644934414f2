package import StudioModel

/// Who knows how all booths are.
package protocol FleetSource: Sendable {
  /// How they are now, as far as that is known: from memory, without asking them.
  func report() async -> FleetReport
}
