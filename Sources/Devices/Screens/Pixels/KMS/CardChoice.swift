import BoothCore
import Glibc

/// Finds the card to use by what it can do: cards that only compute (the Pi's v3d) have no displays, and the order of the
/// numbers is that of the drivers' start.
struct CardChoice {
  var cards: any GraphicsCards
  var options: ScreenOptions

  /// - Returns: the card, in charge of its displays, with what it is to show; nothing if no display is plugged into any
  ///   that could have one.
  /// - Throws: a fault that names every card and what is wrong with it.
  func choose() throws(ScreenFault) -> (card: any GraphicsCard, plan: DisplayPlan?) {
    var waiting: (any GraphicsCard)?
    var problems: [ScreenFault] = []
    let paths = options.device.map { [$0] } ?? cards.paths()
    for path in paths {
      do throws(CardFault) {
        let card = try cards.open(path)
        do throws(CardFault) {
          let wasMaster = card.isMaster
          // Displays of other programs are not asked, and each only once, as that may take a tenth of a second.
          var connectors = try card.connectors(probing: wasMaster)
          guard !connectors.isEmpty else { throw CardFault("it has no connectors", 0) }
          guard card.hasBuffers else { throw CardFault("it gives no memory to draw in", 0) }
          if !wasMaster {
            try card.becomeMaster()
            connectors = try card.connectors(probing: true)
          }
          let plan = DisplayPlan(connectors, crtcs: try card.crtcs(), options: options)
          let isOneOfIts = options.connector.map { name in connectors.contains { $0.isCalled(name) } } ?? true
          if let plan {
            waiting?.close()
            return (card, plan)
          }
          if waiting == nil, isOneOfIts {
            waiting = card
          } else {
            card.close()
          }
          if !isOneOfIts {
            let names = connectors.map(\.name).joined(separator: ", ")
            problems.append(
              ScreenFault(subject: path, detail: "has no connector \(options.connector ?? ""), but \(names)"))
          }
        } catch {
          card.close()
          throw error
        }
      } catch {
        problems.append(error.screenFault(path, holders: DeviceHolders.names(of: path)))
      }
    }
    if let waiting { return (waiting, nil) }
    guard let first = problems.first else {
      throw ScreenFault(
        subject: "the screen",
        detail: "this machine has no graphics card with a driver (nothing in /dev/dri); on a Raspberry Pi check that "
          + "config.txt says dtoverlay=vc4-kms-v3d")
    }
    guard problems.count > 1 else { throw first }
    // A card that is merely none for displays says less than one that is refused.
    let words = problems.map(\.description).joined(separator: "; ")
    var fault = ScreenFault(
      subject: "the screen", detail: "none of \(problems.count) graphics cards can be used: \(words)")
    fault.refusedCards = problems.flatMap(\.refusedCards)
    throw fault
  }
}

extension CardFault {
  /// In words, with what to do.
  /// - Parameter holders: the programs that have the card open, where it is known.
  func screenFault(_ path: String, holders: [String] = []) -> ScreenFault {
    func fault(_ detail: String) -> ScreenFault { ScreenFault(subject: path, detail: detail) }
    let others = holders.isEmpty ? "" : "; open in \(holders.joined(separator: ", "))"
    switch errno {
    case 0: return fault(call)
    case ENOENT where call == "open": return fault("there is no such card; `booth devices` lists those there are")
    case EACCES where call == "open", EPERM where call == "open":
      return fault(
        "may not be used by this user (\(words)): add it to the groups video and render (usermod -aG video,render USER), "
          + "then start anew")
    case EACCES, EPERM, EBUSY:
      var refusal = fault(
        "another program decides what its displays show (\(words))\(others); end it, as in `systemctl stop display-manager`, "
          + "or switch to a console of its own")
      refusal.refusedCards = [path]
      return refusal
    case EINVAL where call == "DRM_IOCTL_MODE_GETRESOURCES", EOPNOTSUPP where call == "DRM_IOCTL_MODE_GETRESOURCES":
      return fault("it has no displays, it only computes")
    case ENODEV: return fault("the card is gone (\(words))")
    case ENOMEM, ENOSPC:
      return fault("there is no memory left for its pictures (\(words)); on a Raspberry Pi a larger cma= helps")
    default: return fault("the driver refuses: \(words)")
    }
  }
}
