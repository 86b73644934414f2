/// A layout that guests may choose for their print.
///
/// ```swift
/// event.layouts.map(\.id)  // ["strip", "postcard"]
/// event.layouts[1].name(in: "de")  // "Postkarte"
/// ```
public struct LayoutChoice: Sendable, Equatable {
  /// By which prints know it: the same in the event's file for as long as its prints may come.
  public var id: String
  /// What guests read, in the main language.
  public var name: String
  /// The name in other languages, by code.
  public var names: [String: String]
  /// The composite in pixels; where there is a ``printLayout``, its outline.
  public var layout: CompositeLayout
  /// The composite as a print in millimetres; nil for one in pixels.
  public var printLayout: PrintLayout?

  /// A layout in pixels without other names, unless they are given.
  public init(
    id: String, name: String, names: [String: String] = [:], layout: CompositeLayout, printLayout: PrintLayout? = nil
  ) {
    self.id = id
    self.name = name
    self.names = names
    self.layout = layout
    self.printLayout = printLayout
  }

  /// The name in `language`, or the main name.
  public func name(in language: String) -> String { names[language] ?? name }

  /// The sheet that is printed, in pixels.
  public var paper: PixelSize { printLayout.map { $0.scale.pixels($0.paper) } ?? layout.size }
}

extension Event {
  /// The event as its prints have it in a layout that guests chose; the event itself for nil, and for one that it does not
  /// offer any more.
  public func laidOut(_ layout: String?) -> Event {
    guard let layout, let choice = layouts.first(where: { $0.id == layout }) else { return self }
    var event = self
    event.layout = choice.layout
    event.printLayout = choice.printLayout
    return event
  }

  /// The pictures of the event's own that its layouts show, each with the key that names it.
  package var frameNames: [(key: String, name: String)] {
    (printLayout?.frameNames ?? [])
      + layouts.enumerated().flatMap { index, choice in
        (choice.printLayout?.frameNames ?? []).map { ("layouts[\(index)].\($0.key)", $0.name) }
      }
  }
}
