import BoothCore

/// A panel's buttons, knobs and lights on a GPIO chip. Lines are taken one by one, and each that cannot be is tried again: a lamp
/// that another program holds leaves the buttons alone. Used by the panel's thread only.
final class GPIOLines {
  /// An input that is taken.
  private struct Input {
    var button: Int
    var request: any GPIORequest
    var isClosed: Bool
  }

  private let profile: PanelProfile
  private let access: any GPIOAccess
  private var inputs: [Input] = []
  private var knobs: [KnobLines] = []
  private var outputs: [Int: (request: any GPIORequest, isOn: Bool)] = [:]
  /// What is wrong, in words, or nil.
  private(set) var problem: String?

  init(_ profile: PanelProfile, access: any GPIOAccess) {
    self.profile = profile
    self.access = access
  }

  var descriptors: [Int32] { inputs.map(\.request.descriptor) + knobs.flatMap(\.descriptors) }

  /// Takes the lines that are not taken yet. Reports their levels as found.
  func open(at now: Instant, into reports: inout [PanelContact]) {
    guard profile.usesLines,
      inputs.count < profile.buttons.count(where: { $0.line != nil }) || knobs.count < profile.knobs.count
        || outputs.count < profile.lights.count
    else { return }
    problem = nil
    do throws(PanelFault) {
      let chip = try chip()
      for (index, button) in profile.buttons.enumerated() {
        guard let line = button.line, !inputs.contains(where: { $0.button == index }) else { continue }
        noting {
          () throws(PanelFault) in
          let request = try access.input(line, at: try offset(of: line, on: chip), on: chip)
          let isClosed = try request.value()
          inputs.append(Input(button: index, request: request, isClosed: isClosed))
          reports.append(PanelContact(button: index, isClosed: isClosed, at: now, isNews: false))
        }
      }
      for (index, knob) in profile.knobs.enumerated() where !knobs.contains(where: { $0.knob == index }) {
        noting { () throws(PanelFault) in knobs.append(try lines(of: knob, at: index, on: chip)) }
      }
      for (index, light) in profile.lights.enumerated() where outputs[index] == nil {
        noting {
          () throws(PanelFault) in
          outputs[index] = (try access.output(light.line, at: try offset(of: light.line, on: chip), on: chip), false)
        }
      }
    } catch {
      problem = error.words
    }
  }

  /// Reads every edge there is, in the order of each line.
  func drain(at now: Instant, into reports: inout [PanelContact]) {
    for index in inputs.indices.reversed() {
      do throws(PanelFault) {
        try drain(&inputs[index], at: now, into: &reports)
      } catch {
        // The chip is gone, as one on USB may be: its lines are taken anew when it is back.
        problem = error.words
        let lost = inputs.remove(at: index)
        lost.request.release()
        reports.append(PanelContact(button: lost.button, isClosed: false, at: now, isNews: false))
      }
    }
  }

  private func drain(_ input: inout Input, at now: Instant, into reports: inout [PanelContact]) throws(PanelFault) {
    var any = false
    while let edge = try input.request.readEdge() {
      any = true
      input.isClosed = edge.isClosed
      reports.append(PanelContact(button: input.button, isClosed: edge.isClosed, at: edge.at))
    }
    guard any else { return }
    // The kernel keeps 16 edges of a line and drops what comes then: the level it ended at is asked for.
    let isClosed = try input.request.value()
    guard isClosed != input.isClosed else { return }
    input.isClosed = isClosed
    reports.append(PanelContact(button: input.button, isClosed: isClosed, at: now))
  }

  /// Both lines of a knob, or neither: another program may need the one that is left.
  private func lines(of knob: PanelKnob, at index: Int, on chip: GPIOChip) throws(PanelFault) -> KnobLines {
    var taken: [any GPIORequest] = []
    do throws(PanelFault) {
      for line in knob.lines { taken.append(try access.input(line, at: try offset(of: line, on: chip), on: chip)) }
      return try KnobLines(knob, at: index, taken)
    } catch {
      for request in taken { request.release() }
      throw error
    }
  }

  /// Reads every edge of the knobs.
  /// - Returns: what was turned, and how many edges there were.
  func drainKnobs(at now: Instant) -> (turns: [PanelSignal], edges: Int) {
    var (turns, edges): ([PanelSignal], Int) = ([], 0)
    for index in knobs.indices.reversed() {
      do throws(PanelFault) {
        let found = try knobs[index].drain(at: now)
        edges += found.edges
        if found.steps != 0 { turns.append(.turned(knob: knobs[index].knob, steps: found.steps, at: found.at)) }
      } catch {
        problem = error.words
        for request in knobs.remove(at: index).requests { request.release() }
      }
    }
    return (turns, edges)
  }

  func set(light: Int, _ isOn: Bool) {
    guard let output = outputs[light], output.isOn != isOn else { return }
    do throws(PanelFault) {
      try output.request.set(isOn)
      outputs[light]?.isOn = isOn
    } catch {
      problem = error.words
      output.request.release()
      outputs[light] = nil
    }
  }

  func close() {
    for light in outputs.keys { set(light: light, false) }
    for input in inputs { input.request.release() }
    for request in knobs.flatMap(\.requests) { request.release() }
    for output in outputs.values { output.request.release() }
    inputs = []
    knobs = []
    outputs = [:]
  }

  private func noting(_ body: () throws(PanelFault) -> Void) {
    do throws(PanelFault) { try body() } catch { problem = problem ?? error.words }
  }

  private func chip() throws(PanelFault) -> GPIOChip {
    let chips = access.chips()
    for wanted in profile.chips {
      if let chip = chips.first(where: { $0.label == wanted || $0.name == wanted }), chip.fault == nil { return chip }
    }
    // A chip that may not be opened tells no label: it may be the one.
    if let fault = chips.compactMap(\.fault).first { throw fault }
    let found =
      chips.isEmpty ? "this machine has none" : chips.map { "\($0.label) (\($0.name))" }.joined(separator: ", ")
    throw PanelFault("there is no GPIO chip \(profile.chips.joined(separator: " or ")); found: \(found)")
  }

  private func offset(of line: PanelLine, on chip: GPIOChip) throws(PanelFault) -> UInt32 {
    switch line.place {
    case .offset(let offset):
      guard offset < chip.lineCount else {
        throw PanelFault("\(chip.label) (\(chip.name)) has \(chip.lineCount) lines, and no line \(offset)")
      }
      return offset
    case .name(let name):
      if let offset = access.offset(of: name, on: chip) { return offset }
      throw PanelFault("\(chip.label) (\(chip.name)) has no line named \(name); see: gpioinfo \(chip.name)")
    }
  }
}
