import Lanes

/// The values of one environment: layers, and what they come to.
package struct Environment: Sendable {
  /// Values of one strength, from one file or another single place.
  package struct Layer: Sendable {
    package let name: LayerName
    /// A table; what it takes away is marked in it.
    package let values: ConfiguredValue
  }

  package let name: String
  /// Itself and those that it extends, the nearest first.
  package let chain: [String]
  /// The weakest first.
  package let layers: [Layer]
  /// What the layers come to: a table without marks.
  package let values: ConfiguredValue
  /// The same without the variables of the process, whose texts are of the type that the files say.
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

  /// Every value that is no dictionary, by its key, in the order of the keys. A dictionary without anything in it is one.
  package var leaves: [(key: ConfigurationKey, value: ConfiguredValue)] {
    values.leaves(below: []).sorted { $0.key < $1.key }
  }

  /// What every layer says of `key`, the strongest first.
  package func explanation(of key: ConfigurationKey) throws(EnvironmentError) -> [Explanation] {
    let said = layers.reversed().compactMap { layer in
      layer.values.said(of: key.components[...]).map { (layer.name, $0) }
    }
    guard let winner = values[key], !said.isEmpty else {
      throw EnvironmentError([
        .unknownKey(key, environment: name, known: leaves.map(\.key.description))
      ])
    }
    let isMerged = if case .table = winner.content { true } else { false }
    var isDecided = false
    return said.map { layer, value in
      defer {
        if case .table = value.content {} else { isDecided = true }
      }
      let role: Explanation.Role = isDecided ? .overridden : isMerged ? .merged : .wins
      if !isMerged { isDecided = true }
      return Explanation(layer: layer, value: value, role: role)
    }
  }
}

/// What one layer says of a key.
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
  /// The values in this one that are no dictionaries with something in them.
  fileprivate func leaves(below path: [String]) -> [(key: ConfigurationKey, value: ConfiguredValue)] {
    guard case .table(let table) = content, !table.isEmpty || path.isEmpty else {
      return [(ConfigurationKey(path), self)]
    }
    return table.flatMap { $0.value.leaves(below: path + [$0.key]) }
  }

  /// What a layer says of a key: the value under it, or a value that stands where a dictionary on the way to it would.
  fileprivate func said(of path: ArraySlice<String>) -> ConfiguredValue? {
    guard let first = path.first else { return self }
    guard case .table(let table) = content else { return self }
    return table[first]?.said(of: path.dropFirst())
  }
}
