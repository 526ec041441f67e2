import MartletCore

extension Draft {
  /// Returns the text of `template` at this point of the plan.
  ///
  /// - Throws: `Failure` for a name that is not known yet, not set, or secret, and for a text that is too long.
  package func text(of template: Template) throws -> String {
    var length = 0
    return try template.resolved { name in
      if isUnknown(name) { return "${\(name)}" }
      let value = try value(of: name)
      length += value.utf8.count
      guard length <= Self.textLimit else { throw Failure.textTooLong(limit: Self.textLimit) }
      return value
    }
  }

  /// Whether all step outputs that `template` uses are known. In a plan that is only shown, the output of a command is
  /// not.
  package func isKnown(_ template: Template) -> Bool {
    !template.names.contains(where: isUnknown)
  }

  /// Whether `name` is an output that only performing its step shows, or a build number that depends on one.
  private func isUnknown(_ name: String) -> Bool {
    if name == FactName.build.rawValue { return hasUnknownBuild && scope.value(of: name) == nil }
    guard let reference = OutputReference(name), unknownOutputs.contains(reference.step) else { return false }
    return progress.outputs[reference.step]?[reference.output] == nil
  }

  var hasUnknownBuild: Bool { progress.packagesWithUnknownBuild.contains(packageName) }

  /// The highest number of bytes from names in one text. Lanes that pass a text on twice double its length.
  private static let textLimit = 4 << 20

  /// Returns the name if `template` is exactly one secret's name; nil for other templates.
  package func secretName(of template: Template) -> String? {
    guard let name = template.onlyName, secret(named: name) != nil else { return nil }
    return name
  }

  /// The facts in the environment of every command, such as `MARTLET_VERSION`, with the lane's parameters; unknown
  /// values are left out.
  package var environmentFacts: [String: String] {
    // Commands rarely need the next version, and computing it takes the whole history.
    let facts = FactName.allCases.filter { $0 != .nextVersion }
    let names = facts.map(\.rawValue) + (scope.lane?.parameters.filter { !$0.isSecret }.map(\.name) ?? [])
    let pairs = names.compactMap { name in
      (try? value(of: name)).map { (FactName.variable(of: name), $0) }
    }
    return Dictionary(pairs) { $1 }
  }

  /// Returns the value of `name` at this point of the plan.
  package func value(of name: String) throws -> String {
    if let value = scope.value(of: name) ?? failure?.value(of: name) { return value }
    if secret(named: name) != nil { throw Failure.secretInText(name) }
    if let reference = OutputReference(name) { return try output(reference) }
    if let variable = name.environmentVariable {
      guard let value = workspace.environment[variable] else {
        throw workspace.environment.refusal(of: variable) ?? Failure.unsetVariable(variable)
      }
      return value
    }
    guard let fact = FactName(rawValue: name) else { throw Failure.unknownName(name) }
    return try value(of: fact)
  }

  /// Returns the secret `name`: a secret parameter or answer, or a variable with a credential.
  func secret(named name: String) -> Secret? {
    if let secret = scope.secret(name) ?? progress.secrets[name] { return secret }
    guard let variable = name.environmentVariable, isCredential(variable) else { return nil }
    return workspace.environment[variable].map(Secret.init)
  }

  /// Whether the value of `variable` is a secret: its name or its value looks like one, or the Releasefile names it for a
  /// token.
  package func isCredential(_ variable: String) -> Bool {
    SecretName.isLikely(variable) || releasefile.credentialVariables.contains(variable)
      || workspace.environment[variable].map(SecretName.isLikely(value:)) == true
  }

  /// Whether `condition` holds. It can check whether a secret is set; an unset variable counts as empty.
  func holds(_ condition: Condition) throws -> Bool {
    let compared = condition.comparedNames
    return try condition.holds { name in
      if let variable = name.environmentVariable, workspace.environment[variable] == nil { return "" }
      if !compared.contains(name), let secret = secret(named: name) { return secret.exposed }
      return try value(of: name)
    }
  }

  private func output(_ reference: OutputReference) throws -> String {
    guard let value = progress.outputs[reference.step]?[reference.output] else {
      throw Failure.outputNotKnownYet(step: reference.step, output: reference.output)
    }
    return value
  }

  private func value(of fact: FactName) throws -> String {
    switch fact {
    case .project: return releasefile.project ?? workspace.folderName
    case .version: return try version().description
    case .previousVersion: return try (changedVersion?.previous ?? version()).description
    case .nextVersion: return try versions.next(in: self).description
    case .build:
      guard !hasUnknownBuild else { throw Failure.buildNotKnownYet }
      guard let build = try versions.build(in: self) else { throw Failure.noBuildNumber }
      return build
    case .tag: return try tag(for: version())
    case .branch: return try branch()
    case .commit:
      guard case .existing(let id) = try headReference() else { throw Failure.commitNotKnownYet }
      return id.hex
    case .lane: return laneName ?? ""
    case .ci: return pipeline == nil ? "false" : "true"
    case .date: return workspace.today
    }
  }
}

extension String {
  /// The variable in the name `env.VARIABLE`; nil for other names.
  fileprivate var environmentVariable: String? {
    hasPrefix(FactName.environmentPrefix) ? String(dropFirst(FactName.environmentPrefix.count)) : nil
  }
}

extension Failure {
  static func unsetVariable(_ name: String) -> Failure {
    Failure("the environment variable `\(name)` is not set").permanent
  }

  static func unknownName(_ name: String) -> Failure { Failure("unknown name `\(name)`").permanent }

  static func secretInText(_ name: String) -> Failure {
    Failure("`\(name)` is secret and cannot be part of a text, expected it in the `environment` of `run`").permanent
  }

  static func outputNotKnownYet(step: String, output: String) -> Failure {
    Failure("`steps.\(step).\(output)` is not known before the step `\(step)` has run")
  }

  static let buildNotKnownYet = Failure("the build number is not known before the commands have run that it depends on")

  static func textTooLong(limit: Int) -> Failure {
    Failure("a text is longer than \(limit >> 20) MiB after its names are replaced").permanent
  }
}
