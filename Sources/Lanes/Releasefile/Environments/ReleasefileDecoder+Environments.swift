import MartletCore

extension ReleasefileDecoder {
  private static let environmentKeys = [
    "values", "local", "common", "extends", "unset", "variables", "secrets", "types", "outputs", "configurations",
    "setting", "default",
  ]

  /// Decodes the value of `environments`.
  mutating func environments(_ entry: Node.Entry) -> EnvironmentsDeclaration {
    var result = EnvironmentsDeclaration()
    result.span = entry.keySpan
    for entry in mapping(entry.value, of: "a mapping with keys such as `values`") {
      switch entry.key {
      case "values": result.sources = valueSources(entry.value)
      case "local": result.localSources = valueSources(entry.value)
      case "common": result.common = text(entry.value) ?? result.common
      case "setting": result.setting = text(entry.value) ?? result.setting
      case "default": result.defaultEnvironment = text(entry.value).map { Declared($0, span: entry.value.span) }
      case "extends":
        for pair in mapping(entry.value, of: "a mapping of environments to the one that each extends") {
          result.parents[pair.key] = text(pair.value).map { Declared($0, span: pair.value.span) }
        }
      case "unset":
        for pair in mapping(entry.value, of: "a mapping of environments to lists of keys") {
          result.unset[pair.key] = (pair.value.elements ?? [pair.value]).compactMap { node in
            key(node).map { Declared($0, span: node.span) }
          }
        }
      case "variables":
        for pair in mapping(entry.value, of: "a mapping of keys to environment variables") {
          if let key = key(pair), let name = text(pair.value) { result.variables[key] = name }
        }
      case "configurations":
        for pair in mapping(entry.value, of: "a mapping of build configurations to `.xcconfig` files") {
          result.configurations[pair.key] = path(pair.value)
        }
      case "secrets":
        result.secrets = mapping(entry.value, of: "a mapping of keys to secret sources").compactMap { secret($0) }
      case "types": result.types = mapping(entry.value, of: "a mapping of keys to types").compactMap { type($0) }
      case "outputs": result.outputs = list(entry.value, of: "a list of outputs").compactMap { output($0) }
      default:
        steps.report(
          .unknownKey(entry.key, of: "`environments`", known: Self.environmentKeys), at: entry.keySpan)
      }
    }
    checkParents(in: result)
    return result
  }

  // MARK: Values

  private mutating func valueSources(_ node: Node) -> [ValueSource] {
    (node.elements ?? [node]).compactMap { valueSource($0) }
  }

  private mutating func valueSource(_ node: Node) -> ValueSource? {
    guard let entries = node.entries, !entries.isEmpty else {
      return path(node).flatMap { source(at: $0, node, environment: nil) }
    }
    var file: (path: RelativePath, node: Node)?
    var environment: Declared<String>?
    var keys: [Declared<String>]?
    for entry in entries {
      switch entry.key {
      case "file": file = path(entry.value).map { ($0, entry.value) }
      case "environment": environment = text(entry.value).map { Declared($0, span: entry.value.span) }
      case "keys":
        keys = list(entry.value, of: "a list of settings").compactMap { node in
          text(node).map { Declared($0, span: node.span) }
        }
      default:
        steps.report(
          .unknownKey(entry.key, of: "a file with values", known: ["file", "environment", "keys"]), at: entry.keySpan)
      }
    }
    guard let file else {
      if !entries.contains(where: { $0.key == "file" }) {
        steps.report(.wrongKind(expected: "a path, or a mapping with `file`"), at: node)
      }
      return nil
    }
    var result = source(at: file.path, file.node, environment: environment)
    result?.keys = keys
    return result
  }

  /// Creates a source. A format without dictionaries needs an explicit environment.
  private mutating func source(
    at path: RelativePath, _ node: Node, environment: Declared<String>?
  ) -> ValueSource? {
    guard let format = ValueSource.Format(of: path) else {
      let endings = ValueSource.Format.allCases.map { "`.\($0.rawValue)`" }.joined(separator: ", ")
      steps.report(.wrongValue(expected: "a file that ends in \(endings)"), at: node)
      return nil
    }
    if environment == nil, format == .env || format == .xcconfig {
      steps.report(.valuesWithoutEnvironment(path.string), at: node)
      return nil
    }
    return ValueSource(path, format: format, environment: environment, span: node.span)
  }

  private mutating func key(_ entry: Node.Entry) -> ConfigurationKey? {
    guard let key = ConfigurationKey(entry.key) else {
      steps.report(.badConfigurationKey(entry.key), at: entry.keySpan)
      return nil
    }
    return key
  }

  private mutating func key(_ node: Node) -> ConfigurationKey? {
    guard let text = text(node) else { return nil }
    guard let key = ConfigurationKey(text) else {
      steps.report(.badConfigurationKey(text), at: node)
      return nil
    }
    return key
  }

  // MARK: Secrets

  private mutating func secret(_ entry: Node.Entry) -> SecretDeclaration? {
    guard let key = key(entry) else { return nil }
    if let variable = entry.value.text {
      return SecretDeclaration(key, from: .variable(variable), span: entry.keySpan)
    }
    var sources: [SecretDeclaration.Source] = []
    var isEmbedded = false
    let earlierCount = steps.reportCount
    for option in mapping(entry.value, of: "an environment variable, or a mapping with `env`, `file` or `command`") {
      switch option.key {
      case "env": sources += text(option.value).map { [.variable($0)] } ?? []
      case "file": sources += path(option.value).map { [.file($0)] } ?? []
      case "command":
        let words = list(option.value, of: "a list: the program and its arguments").compactMap { text($0) }
        sources += words.isEmpty ? [] : [.command(words)]
      case "embed": isEmbedded = Bool(option.value, decoder: &steps) ?? false
      default:
        steps.report(
          .unknownKey(option.key, of: "secret `\(key)`", known: ["env", "file", "command", "embed"]),
          at: option.keySpan)
      }
    }
    guard steps.reportCount == earlierCount else { return nil }
    guard sources.count == 1 else {
      steps.report(.secretSources(key.description, sources.count), at: entry.keySpan)
      return nil
    }
    var secret = SecretDeclaration(key, from: sources[0], span: entry.keySpan)
    secret.isEmbedded = isEmbedded
    return secret
  }

  // MARK: Parents

  /// Reports environments that extend themselves. Each environment is visited once.
  private mutating func checkParents(in environments: EnvironmentsDeclaration) {
    var walked: Set<String> = []
    for name in environments.parents.keys.sorted() {
      var chain: [String] = []
      var positions: [String: Int] = [:]
      var current = name
      while walked.insert(current).inserted, let parent = environments.parents[current] {
        positions[current] = chain.count
        chain.append(current)
        if let first = positions[parent.value] {
          steps.report(.environmentCycle(chain[first...] + [parent.value]), at: parent.span)
        }
        current = parent.value
      }
    }
  }
}
