import Lanes
import MartletCore

/// The configuration of a project: the values of all its environments.
package struct Configuration: Sendable {
  package let declaration: EnvironmentsDeclaration
  /// In the order in which the files name them.
  package let environments: [Environment]
  /// Declared selections that do not exist in the files.
  package let emptySelections: [EmptySelection]
  /// The place of `environments:`.
  package let place: Place?
  /// The place of each declared type.
  let typePlaces: [ConfigurationKey: Place]

  /// - Throws: `EnvironmentError` with all errors in the files; errors of reading them.
  package init(_ inputs: ConfigurationInputs) throws {
    declaration = inputs.declaration
    place = inputs.place(of: inputs.declaration.span)
    typePlaces = Dictionary(
      inputs.declaration.types.compactMap { type in inputs.place(of: type.span).map { (type.key, $0) } }
    ) { first, _ in first }
    var loader = ConfigurationLoader(inputs)
    environments = try loader.environments()
    emptySelections = loader.emptySelections
  }

  private init(_ other: Configuration, _ environments: [Environment]) {
    declaration = other.declaration
    emptySelections = other.emptySelections
    place = other.place
    typePlaces = other.typePlaces
    self.environments = environments
  }

  /// The same configuration without the values of this machine.
  package var withoutLocal: Configuration { Configuration(self, environments.map(\.withoutLocal)) }

  /// The names of all environments.
  package var names: [String] { environments.map(\.name) }

  /// - Throws: `EnvironmentError` for an unknown name.
  package func environment(named name: String) throws(EnvironmentError) -> Environment {
    guard let environment = environments.first(where: { $0.name == name }) else {
      throw EnvironmentError([.unknownEnvironment(name, known: names, nil)])
    }
    return environment
  }
}
