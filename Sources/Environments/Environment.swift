import Lanes

/// The values of one environment: its layers and their merged result.
package struct Environment: Sendable {
  /// Values of one strength, from one file or another single place.
  package struct Layer: Sendable {
    package let name: LayerName
    /// A table that may contain removal marks.
    package let values: ConfiguredValue
  }

  package let name: String
  /// The environment and those that it extends, the nearest first.
  package let chain: [String]
  /// The weakest first.
  package let layers: [Layer]
  /// The merged layers: a table without removal marks.
  package let values: ConfiguredValue
  /// The same without the variables of the process, whose types come from the files.
  let declaredValues: ConfiguredValue

  init(name: String, chain: [String], layers: [Layer], emptyAt origin: Origin) {
    self.name = name
    self.chain = chain
    self.layers = layers
    let empty = ConfiguredValue(.table([:]), origin)
    values = layers.reduce(empty) { $0.overlaid(by: $1.values) }.pruned()
    declaredValues =
      layers.contains { $0.name == .variables }
      ? layers.filter { $0.name != .variables }.reduce(empty) { $0.overlaid(by: $1.values) }.pruned() : values
  }

  /// The same environment without the values of this machine.
  var withoutLocal: Environment {
    let shared = layers.filter { if case .local = $0.name { false } else { true } }
    return Environment(name: name, chain: chain, layers: shared, emptyAt: values.origin)
  }

  /// Every value that is not a dictionary, in the order of the keys. An empty dictionary counts as a value.
  package var leaves: [(key: ConfigurationKey, value: ConfiguredValue)] {
    values.leaves(below: []).sorted { $0.key < $1.key }
  }

  /// Returns the contribution of every layer to `key`, the strongest first.
  package func explanation(of key: ConfigurationKey) throws(EnvironmentError) -> [Explanation] {
    let contributions = layers.reversed().compactMap { layer in
      layer.values.value(at: key.components[...]).map { (layer.name, $0) }
    }
    guard let winner = values[key], !contributions.isEmpty else {
      throw EnvironmentError([
        .unknownKey(key, environment: name, known: leaves.map(\.key.description))
      ])
    }
    let isMerged = if case .table = winner.content { true } else { false }
    var isDecided = false
    return contributions.map { layer, value in
      defer {
        if case .table = value.content {} else { isDecided = true }
      }
      let role: Explanation.Role = isDecided ? .overridden : isMerged ? .merged : .wins
      if !isMerged { isDecided = true }
      return Explanation(layer: layer, value: value, role: role)
    }
  }
}

/// The contribution of one layer to a key.
package struct Explanation: Sendable {
  package enum Role: String, Sendable, Encodable {
    case wins
    /// One of several dictionaries that are merged.
    case merged
    case overridden
  }

  package let layer: LayerName
  package let value: ConfiguredValue
  package let role: Role
}

extension ConfiguredValue {
  /// Returns the values in this one, except non-empty dictionaries.
  fileprivate func leaves(below path: [String]) -> [(key: ConfigurationKey, value: ConfiguredValue)] {
    guard case .table(let table) = content, !table.isEmpty || path.isEmpty else {
      return [(ConfigurationKey(path), self)]
    }
    return table.flatMap { $0.value.leaves(below: path + [$0.key]) }
  }

  /// Returns the value at a key, or a value in place of a dictionary on the path to it.
  fileprivate func value(at path: ArraySlice<String>) -> ConfiguredValue? {
    guard let first = path.first else { return self }
    guard case .table(let table) = content else { return self }
    return table[first]?.value(at: path.dropFirst())
  }
}
