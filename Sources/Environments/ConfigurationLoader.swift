import Lanes
import MartletCore

/// Reads the files of a configuration and combines the layers of every environment.
struct ConfigurationLoader {
  private let inputs: ConfigurationInputs
  private let declaration: EnvironmentsDeclaration
  private var problems: [EnvironmentProblem] = []
  private(set) var emptySelections: [EmptySelection] = []
  /// The names of the environments, in the order of the files.
  private var names: [String] = []

  /// The values of one file for one environment, or for all environments if it has no name.
  private struct Piece {
    let environment: String?
    let values: ConfiguredValue
  }

  init(_ inputs: ConfigurationInputs) {
    self.inputs = inputs
    declaration = inputs.declaration
  }

  mutating func environments() throws -> [Environment] {
    var pieces: [Piece] = []
    for source in declaration.sources { pieces += try self.pieces(of: source, isLocal: false) }
    let parents = declaration.parents.sorted { $0.key < $1.key }
    for (child, _) in parents { register(child) }
    for (_, parent) in parents { check(parent) }
    guard !names.isEmpty else {
      if problems.isEmpty { problems.append(.noEnvironments(inputs.place(of: declaration.span))) }
      throw EnvironmentError(problems)
    }
    var locals: [Piece] = []
    for source in declaration.localSources { locals += try self.pieces(of: source, isLocal: true) }
    for name in declaration.unset.keys.sorted() where !names.contains(name) {
      let span = declaration.unset[name]?.first?.span ?? declaration.span
      problems.append(.unknownEnvironment(name, known: names, inputs.place(of: span)))
    }
    declaration.defaultEnvironment.map { check($0) }
    refuseSecrets(in: defaults.values)
    let secrets = try secrets(in: locals)
    // A local value of a secret is a secret, too: only the layer of secrets contains it.
    let open = locals.map { piece in
      Piece(
        environment: piece.environment,
        values: declaration.secrets.reduce(piece.values) { $0.removing($1.key.components[...]) })
    }
    let result = names.map { environment($0, pieces, open, secrets) }
    guard problems.isEmpty else { throw EnvironmentError(problems) }
    result.forEach { noteEmptyRemovals(of: $0) }
    return result
  }

  /// More is a mistake, and each environment merges all layers again.
  private static let environmentLimit = 500

  private mutating func register(_ name: String) {
    guard !names.contains(name) else { return }
    guard names.count < Self.environmentLimit else {
      let problem = EnvironmentProblem.tooManyEnvironments(limit: Self.environmentLimit)
      if !problems.contains(problem) { problems.append(problem) }
      return
    }
    names.append(name)
  }

  private mutating func check(_ name: Declared<String>) {
    guard !names.contains(name.value) else { return }
    problems.append(.unknownEnvironment(name.value, known: names, inputs.place(of: name.span)))
  }

  // MARK: Layers

  private func environment(
    _ name: String, _ pieces: [Piece], _ locals: [Piece], _ secrets: ConfiguredValue
  ) -> Environment {
    var chain = [name]
    while let parent = declaration.parents[chain[chain.count - 1]]?.value, !chain.contains(parent) {
      chain.append(parent)
    }
    var layers = [defaults]
    layers += pieces.filter { $0.environment == nil }.map { Environment.Layer(name: .common, values: $0.values) }
    for ancestor in chain.reversed() {
      layers += pieces.filter { $0.environment == ancestor }
        .map { Environment.Layer(name: .environment(ancestor), values: $0.values) }
      layers.append(removals(of: ancestor))
    }
    for local in locals.filter({ $0.environment == nil }) {
      layers.append(Environment.Layer(name: .local(nil), values: local.values))
    }
    for ancestor in chain.reversed() {
      layers += locals.filter { $0.environment == ancestor }
        .map { Environment.Layer(name: .local(ancestor), values: $0.values) }
    }
    layers.append(variables)
    layers.append(Environment.Layer(name: .secrets, values: secrets))
    return Environment(
      name: name, chain: chain, layers: layers.filter { !$0.values.table.isEmpty }, emptyAt: origin(.common))
  }

  /// Returns the origin of a key in the Releasefile itself.
  private func origin(_ layer: LayerName, _ span: Range<Int>? = nil) -> Origin {
    let place = inputs.place(of: span ?? declaration.span)
    return Origin(layer, place.map(Origin.Location.place) ?? .program("martlet"))
  }

  private func table(_ layer: LayerName) -> ConfiguredValue { ConfiguredValue(.table([:]), origin(layer)) }

  private var defaults: Environment.Layer {
    let values = declaration.types.reduce(table(.defaults)) { table, type in
      guard let node = type.defaultValue else { return table }
      let origin = origin(.defaults, type.span)
      let value =
        node.text.map { ConfiguredValue(.plain($0), origin) }
        ?? ConfiguredValue(
          .list((node.elements ?? []).compactMap(\.text).map { ConfiguredValue(.plain($0), origin) }), origin)
      return table.setting(type.key.components[...], to: value)
    }
    return Environment.Layer(name: .defaults, values: values)
  }

  private func removals(of name: String) -> Environment.Layer {
    let values = (declaration.unset[name] ?? []).reduce(table(.environment(name))) { table, key in
      table.setting(
        key.value.components[...], to: ConfiguredValue(.unset, origin(.environment(name), key.span)))
    }
    return Environment.Layer(name: .environment(name), values: values)
  }

  private var variables: Environment.Layer {
    let secret = Set(declaration.secrets.map(\.key))
    let values = declaration.variables.sorted { $0.key < $1.key }.reduce(table(.variables)) { table, pair in
      guard !secret.contains(pair.key), let text = inputs.variables[pair.value] else { return table }
      return table.setting(
        pair.key.components[...], to: ConfiguredValue(.plain(text), Origin(.variables, .variable(pair.value))))
    }
    return Environment.Layer(name: .variables, values: values)
  }

  // MARK: Files

  private mutating func pieces(of source: ValueSource, isLocal: Bool) throws -> [Piece] {
    guard let text = try inputs.files.source(at: source.path) else {
      if !isLocal { problems.append(.missingFile(source.path, inputs.place(of: source.span))) }
      return []
    }
    if isLocal, try !inputs.isIgnored(source.path) {
      problems.append(.localNotIgnored(source.path, inputs.place(of: source.span)))
      return []
    }
    do {
      let pieces = try self.pieces(of: source, text, isLocal: isLocal)
      if !isLocal { pieces.forEach { refuseSecrets(in: $0.values) } }
      return pieces
    } catch let error as EnvironmentError {
      problems += error.problems
    } catch let error as any ExplainedError {
      problems += error.diagnostics.map(EnvironmentProblem.unreadable)
    }
    return []
  }

  private mutating func pieces(of source: ValueSource, _ text: SourceText, isLocal: Bool) throws -> [Piece] {
    let reader = try FileValues(source, text, in: inputs.files)
    if let name = source.environment {
      let environment = name.value == declaration.common ? nil : name.value
      if let environment, !isLocal { register(environment) }
      if isLocal, environment != nil { check(name) }
      let values = try reader.values(layer(environment, isLocal: isLocal))
      noteEmptySelections(of: source, values.table.keys.sorted())
      return [Piece(environment: environment, values: values)]
    }
    var pieces: [Piece] = []
    for (name, origin) in try reader.environments() {
      let environment = name == declaration.common ? nil : name
      if let environment {
        if isLocal, !names.contains(environment) {
          problems.append(.unknownEnvironment(environment, known: [declaration.common] + names, origin.place))
          continue
        }
        register(environment)
        guard names.contains(environment) else { break }
      }
      do {
        let values = try reader.values(ofEnvironment: name, layer(environment, isLocal: isLocal))
        pieces.append(Piece(environment: environment, values: values))
      } catch {
        problems += error.problems
      }
    }
    return pieces
  }

  private func layer(_ environment: String?, isLocal: Bool) -> LayerName {
    isLocal ? .local(environment) : environment.map(LayerName.environment) ?? .common
  }

  // MARK: Empty selections

  private mutating func noteEmptySelections(of source: ValueSource, _ names: [String]) {
    for key in source.keys ?? [] where !names.contains(key.value) {
      emptySelections.append(.key(key.value, file: source.path, known: names, inputs.place(of: key.span)))
    }
    if names.isEmpty, source.keys == nil { emptySelections.append(.file(source.path, inputs.place(of: source.span))) }
  }

  private mutating func noteEmptyRemovals(of environment: Environment) {
    for key in declaration.unset[environment.name] ?? [] where !environment.hasValue(key.value) {
      let known = environment.leaves.map(\.key.description)
      emptySelections.append(.unset(key.value, environment: environment.name, known: known, inputs.place(of: key.span)))
    }
  }

  // MARK: Secrets

  /// Throws if a shared file contains a secret.
  private mutating func refuseSecrets(in values: ConfiguredValue) {
    for secret in declaration.secrets {
      if let value = values[secret.key] { problems.append(.secretInFile(secret.key, secret.source, value.origin)) }
    }
  }

  /// Returns the declared secrets that are known without running a command, including values from local files.
  private mutating func secrets(in locals: [Piece]) throws -> ConfiguredValue {
    var table = table(.secrets)
    for secret in declaration.secrets {
      let value: Secret?
      switch secret.source {
      case .variable(let name): value = inputs.variables[name].map { Secret($0) }
      case .file(let path): value = try secretText(of: secret, at: path)
      case .command: value = nil
      }
      let local = locals.lazy.compactMap { $0.values[secret.key] }.first
      let held = ConfigurationSecret(secret, value ?? local.map { Secret($0.description) })
      let location: Origin.Location =
        switch secret.source {
        case .variable(let name): .variable(name)
        case .file(let path): .place(Place(path: path, line: 1, column: 1))
        case .command(let words): .program(words.first ?? "")
        }
      table = table.setting(
        secret.key.components[...], to: ConfiguredValue(.secret(held), Origin(.secrets, location)))
    }
    return table
  }

  private mutating func secretText(of secret: SecretDeclaration, at path: RelativePath) throws -> Secret? {
    guard let text = try inputs.files.source(at: path) else { return nil }
    guard try inputs.isIgnored(path) else {
      problems.append(.secretFileNotIgnored(secret.key, path, inputs.place(of: secret.span)))
      return nil
    }
    return Secret(text.string(at: text.startOffset..<text.bytes.count).trimmingLineEnd)
  }
}

extension Environment {
  /// Whether a layer sets `key`, even if another one removes it.
  fileprivate func hasValue(_ key: ConfigurationKey) -> Bool {
    layers.contains { layer in
      guard let value = layer.values[key] else { return false }
      return if case .unset = value.content { false } else { true }
    }
  }
}

extension String {
  /// The text without one trailing line end.
  package var trimmingLineEnd: String {
    hasSuffix("\r\n") || hasSuffix("\n") || hasSuffix("\r") ? String(dropLast()) : self
  }
}
