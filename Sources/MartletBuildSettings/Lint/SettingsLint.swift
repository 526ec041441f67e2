import MartletCore

/// Finds likely mistakes in `.xcconfig` files that the build does not report.
///
/// It checks each file alone, and again with its inclusions as the build reads them, starting at files that no other
/// file includes.
package struct SettingsLint {
  private let paths: [RelativePath]
  private let knownNames: Set<String>
  private let plistNames: Set<String>
  private var loader: XcconfigLoader

  /// - Parameters:
  ///   - paths: The files.
  ///   - knownNames: Settings with a value from elsewhere, for example from a project.
  ///   - plistNames: Settings that an Info.plist of the project refers to.
  ///   - loader: The reader of the files.
  package init(
    _ paths: [RelativePath], knownNames: Set<String> = [], plistNames: Set<String> = [],
    loader: XcconfigLoader = XcconfigLoader()
  ) {
    self.paths = paths
    self.knownNames = knownNames
    self.plistNames = plistNames
    self.loader = loader
  }

  /// A finding with its diagnostic.
  package struct Found: Hashable, Sendable {
    package let finding: SettingsFinding
    package let diagnostic: Diagnostic

    init(_ finding: SettingsFinding, at span: Range<Int>, of source: SourceText) {
      self.finding = finding
      diagnostic = Diagnostic(
        finding.message, severity: finding.severity, at: span, of: source, hint: finding.hint)
    }
  }

  /// Returns the findings in the order of their places, each once.
  ///
  /// - Throws: The errors of `files`.
  package mutating func findings(in files: some FileReading) throws -> [Found] {
    var trees: [(path: RelativePath, loaded: XcconfigLoader.Loaded)] = []
    for path in paths {
      if let loaded = try loader.load(path, in: files) { trees.append((path, loaded)) }
    }
    let included = Set(trees.flatMap { tree in tree.loaded.files.dropFirst().map(\.path) })
    var roots = trees.filter { !included.contains($0.path) }
    var seen = Set(roots.flatMap { $0.loaded.files.map(\.path) })
    // Of files that include each other in a cycle, the first is the root.
    for tree in trees where !seen.contains(tree.path) {
      roots.append(tree)
      seen.formUnion(tree.loaded.files.map(\.path))
    }
    let assigned = trees.reduce(into: knownNames) { $0.formUnion($1.loaded.assignments.map(\.name)) }
    let shown = PlistNames(plistNames, in: trees.flatMap(\.loaded.assignments))
    var found: Set<Found> = []
    var checked: Set<RelativePath> = []
    for root in roots {
      found.formUnion((root.loaded.problems + root.loaded.unreadInclusions.map(\.problem)).map(\.finding))
      for source in root.loaded.files where checked.insert(source.path).inserted {
        found.formUnion(Self.findings(in: source, shown))
      }
      if root.loaded.isWhole { found.formUnion(Self.unknownReferences(in: root.loaded, assigned)) }
    }
    return found.sorted { left, right in
      guard let leftPlace = left.diagnostic.place, let rightPlace = right.diagnostic.place, leftPlace != rightPlace
      else { return left.diagnostic.message < right.diagnostic.message }
      return leftPlace < rightPlace
    }
  }

  /// Returns the findings in one file alone.
  private static func findings(in source: SourceText, _ shown: PlistNames) -> [Found] {
    var found: [Assignment.Finding] = []
    var earlier: [String: [Assignment]] = [:]
    for statement in Xcconfig(source).statements {
      if case .inclusion(let inclusion) = statement { found += inclusion.findings(in: source) }
      guard case .assignment(let assignment) = statement else { continue }
      found += assignment.findings(in: source)
      if shown.contains(assignment.name), let quotes = assignment.quotes { found.append(quotes) }
      found += assignment.findings(behind: earlier[assignment.name] ?? [], in: source)
      earlier[assignment.name, default: []].append(assignment)
    }
    return found.map { Found($0.finding, at: $0.span, of: source) }
  }

  /// Finds references to names without a value. Not for files that the build may combine with others, which could set
  /// them.
  private static func unknownReferences(
    in loaded: XcconfigLoader.Loaded, _ assigned: Set<String>
  ) -> [Found] {
    loaded.assignments.flatMap { assignment -> [Found] in
      guard let source = assignment.value.source else { return [] }
      return assignment.expression.requiredNames(in: assignment.value.bytes).compactMap { name, range in
        guard !assigned.contains(name), SettingKind(of: name).isOfUser, !["inherited", "value"].contains(name),
          let span = assignment.value.span(of: range)
        else { return nil }
        return Found(.unknownReference(name), at: span, of: source)
      }
    }
  }
}

extension Xcconfig.Inclusion {
  /// Returns the finding for a file of release builds that is included in one of debug builds, or the reverse.
  fileprivate func findings(in source: SourceText) -> [Assignment.Finding] {
    let own = source.path.lastComponent.lowercased().split { !$0.isLetter }.first
    let other = own == "debug" ? "release" : own == "release" ? "debug" : nil
    let file = name.split(separator: "/").last ?? ""
    guard let own, let other,
      let word = file.split(whereSeparator: { !$0.isLetter }).last(where: { $0.lowercased() == other })
    else { return [] }
    let expected = file[..<word.startIndex] + (word.first?.isUppercase == true ? own.capitalizedWord : String(own))
    let folder = name.dropLast(file.count)
    return [(.otherConfiguration(name, expected: "\(folder)\(expected)\(file[word.endIndex...])"), span)]
  }
}

extension Substring {
  fileprivate var capitalizedWord: String { prefix(1).uppercased() + dropFirst() }
}

extension SettingKind {
  fileprivate var isOfUser: Bool { if case .userDefined = self { true } else { false } }
}

extension BuildSettingsProblem {
  /// The finding, with a suggestion where the intent is clear.
  fileprivate var finding: SettingsLint.Found {
    guard error == .noEqualsSign, source.bytes.has("+=", at: span.lowerBound) else {
      return SettingsLint.Found(.refused(error), at: span, of: source)
    }
    let line = source.span(ofLine: source.place(at: span.lowerBound).line) ?? span
    let start = source.bytes.index(after: line.lowerBound, while: \.isBlank)
    let key = source.string(at: start..<span.lowerBound).trimmingTrailingBlanks()
    return SettingsLint.Found(.plusEquals(key), at: span.lowerBound..<span.lowerBound + 2, of: source)
  }
}
