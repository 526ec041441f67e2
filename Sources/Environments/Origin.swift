import MartletCore

/// The origin of a value: its layer, and its place there.
package struct Origin: Hashable, Sendable {
  package enum Location: Hashable, Sendable {
    case place(Place)
    /// A variable of the process.
    case variable(String)
    /// A command that prints it.
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

/// The name of a layer of values.
package enum LayerName: Hashable, Sendable {
  /// The values of the Releasefile, used when no other layer has one.
  case defaults
  /// The common values of all environments.
  case common
  /// The values of an environment, or of one that it extends.
  case environment(String)
  /// The values of this machine for all environments, or for one.
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
