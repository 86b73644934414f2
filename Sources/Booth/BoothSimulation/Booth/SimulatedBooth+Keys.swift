import BoothCore

/// What panels say, and what of it is typed.
extension SimulatedBooth {
  func hear(_ signal: PanelSignal) {
    let scene = Scene(flow, links: night.machines.links(night.place.links(at: night.now)))
    guard night.machines.hears(keys, signal, scene) else { return }
    for effect in panels.handle(signal, from: 0, in: SceneKind(scene), at: instant) where isAlive {
      switch effect {
      case .press(let press, _, _):
        night.watch.pressed(press, by: signal, in: flow.state, night)
        decide(.pressed(press))
      case .key(let key, _, _): sendKeys(.key(key))
      case .guide(let turn, _, _): decide(.guideTurned(turn))
      case .mark(let step, _, _): decide(.marked(step))
      case .request(let request): decide(.requested(request))
      case .trouble: break
      }
    }
  }

  func sendKeys(_ input: TypedKeys.Input) {
    for told in night.machines.keys(&keys, input, flow.state, instant) where isAlive { give(told) }
  }
}
