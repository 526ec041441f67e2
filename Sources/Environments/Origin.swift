import TextEditing

/// Where a value was given: by which layer, and where that says it.
package struct Origin: Hashable, Sendable {
  package enum Location: Hashable, Sendable {
    case place(Place)
    /// A variable of the process.
    case variable(String)
    /// A program that prints it.
    case program(String)
  }

  package let layer: LayerName
  package let location: Location

  package init(_ layer: LayerName, _ location: Location) {
    self.layer = layer
    self.location = location
  }
}

extension Origin: CustomStringConvertible {
  package var description: String {
    switch location {
    case .place(let place): place.description
    case .variable(let name): "$\(name)"
    case .program(let name): "`\(name)`"
    }
  }
}

/// A layer of values by its name.
package enum LayerName: Hashable, Sendable {
  /// What the Releasefile gives where nothing else does.
  case defaults
  /// What all environments have in common.
  case common
  /// An environment's own values, or those of one that it extends.
  case environment(String)
  /// What this machine alone says, of all environments or of one.
  case local(String?)
  /// Variables of the process.
  case variables
  case secrets
}

extension LayerName: CustomStringConvertible {
  package var description: String {
    switch self {
    case .defaults: "default"
    case .common: "common"
    case .environment(let name): name
    case .local(nil): "local"
    case .local(let name?): "local \(name)"
    case .variables: "variable"
    case .secrets: "secret"
    }
  }
}
