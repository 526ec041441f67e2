import Lanes
import TextEditing

/// The configuration of a project: the values of all its environments.
package struct Configuration: Sendable {
  package let declaration: EnvironmentsDeclaration
  /// In the order in which the files name them.
  package let environments: [Environment]
  /// What the declaration selects that is not there.
  package let emptySelections: [EmptySelection]
  /// Where `environments:` stands.
  package let place: Place?
  /// Where each declared type stands.
  let typePlaces: [ConfigurationKey: Place]

  /// - Throws: `EnvironmentError` with all that is wrong in the files; what reading them throws.
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

  /// The names of all environments.
  package var names: [String] { environments.map(\.name) }

  /// - Throws: `EnvironmentError` for a name that none has.
  package func environment(named name: String) throws(EnvironmentError) -> Environment {
    guard let environment = environments.first(where: { $0.name == name }) else {
      throw EnvironmentError([.unknownEnvironment(name, known: names, nil)])
    }
    return environment
  }
}
