import MartletCore

/// Decodes the nodes of a lane into steps. Continues after a mistake so that all are reported at once.
package struct StepDecoder {
  let source: SourceText
  private(set) var catalogue: StepCatalogue
  /// The names that `${…}` can use here in addition to the facts: a lane's parameters.
  var localNames: [String] = []
  /// All step ids in the file.
  private(set) var stepIDs: Set<String>
  /// The step ids in the lane that is being decoded.
  private var givenIDs: Set<String> = []
  /// Whether `${error.…}` can be used here.
  var isHandlingErrors = false
  private(set) var problems: [Diagnostic] = []
  /// The number of reports. A step is invalid if this rises while it is decoded.
  private(set) var reportCount = 0
  /// The lanes that steps have called so far.
  private(set) var mentionedLanes: [LaneName] = []
  /// The steps with an `id`; nil for a step with a mistake.
  private(set) var namedSteps: [(id: String, step: (any Step)?)] = []
  /// The references to outputs of steps.
  private(set) var references: [(reference: OutputReference, span: Range<Int>)] = []

  init(source: SourceText, catalogue: StepCatalogue, stepIDs: Set<String>) {
    self.source = source
    self.catalogue = catalogue
    self.stepIDs = stepIDs
  }

  /// The limit on reported problems, each of which prints its line.
  private static let problemLimit = 50
  /// The modifiers that every step can have.
  static let modifiers = ["if", "name", "id"]

  mutating func report(_ problem: ReleasefileProblem, at node: Node) {
    guard countReport() else { return }
    add(Diagnostic(problem.message(finding: node), at: node.span, of: source, hint: problem.hint))
  }

  mutating func report(_ problem: ReleasefileProblem, at span: Range<Int>) {
    guard countReport() else { return }
    let diagnostic = Diagnostic(problem.message, at: span, of: source, hint: problem.hint)
    add(problem.isConfidential ? diagnostic.withoutExcerpt : diagnostic)
  }

  mutating func report(_ mistake: StepProblem, at span: Range<Int>) {
    guard countReport() else { return }
    for words in mistake.failure.diagnostics {
      let diagnostic = Diagnostic(words.message, at: span, of: source, hint: words.hint)
      add(mistake.isConfidential ? diagnostic.withoutExcerpt : diagnostic)
    }
  }

  /// Counts a problem.
  ///
  /// - Returns: whether the limit on reported problems is not reached.
  private mutating func countReport() -> Bool {
    reportCount += 1
    return problems.count < Self.problemLimit
  }

  /// Adds `problem` unless it is a duplicate, as for the lanes of one `for_each`.
  private mutating func add(_ problem: Diagnostic) {
    if !problems.contains(problem) { problems.append(problem) }
  }

  /// Begins a lane with the step ids `ids`, which are known only now for a lane from `for_each`.
  mutating func enterLane(with ids: Set<String>) {
    stepIDs.formUnion(ids)
    givenIDs = []
  }

  mutating func mention(_ lane: LaneName) {
    mentionedLanes.append(lane)
  }

  /// Whether `${name}` can be resolved in this file.
  func isDefined(_ name: String) -> Bool {
    if let reference = OutputReference(name) { return stepIDs.contains(reference.step) }
    return FactName.isKnown(name) || localNames.contains(name) || knownErrorNames.contains(name)
  }

  private var knownNames: [String] {
    FactName.allCases.map(\.rawValue) + localNames + knownErrorNames + ["env.…"] + stepIDs.map { "steps.\($0).…" }
  }

  private var knownErrorNames: [String] { isHandlingErrors ? FailureFacts.names : [] }

  /// Reports `name`, which is at `span`, unless it can be resolved in this file. Whether the step has such an output is
  /// checked when all steps are decoded.
  mutating func use(_ name: String, at span: Range<Int>) {
    if !isDefined(name) {
      report(.unknownName(name, known: knownNames), at: span)
    } else if let reference = OutputReference(name) {
      references.append((reference, span))
    }
  }

  /// Does the same for `names`, which are in the scalar `node` as `${name}`, in this order.
  mutating func use(_ names: [String], in node: Node) {
    var start = node.span.lowerBound
    for name in names where OutputReference(name) != nil || !isDefined(name) {
      guard let place = source.bytes.firstIndex(of: "${\(name)}", from: start) else {
        // The name is escaped or broken across lines. Do not search the rest of the file for later names.
        start = source.bytes.count
        use(name, at: node.span)
        continue
      }
      start = place + name.utf8.count + 3
      use(name, at: place..<start)
    }
  }

  /// Decodes a step from a keyword or a mapping with one keyword; reports mistakes and returns nil for them.
  mutating func declaration(of node: Node) -> StepDeclaration? {
    if let word = node.text {
      let declaration = declaration(word, at: node.span, value: nil)
      check(declaration)
      return declaration
    }
    guard let entries = node.entries, !entries.isEmpty else {
      report(.wrongKind(expected: "a step"), at: node)
      return nil
    }
    let words = entries.filter { !Self.modifiers.contains($0.key) }
    guard let word = words.first else {
      report(.noStep, at: node)
      return nil
    }
    for other in words.dropFirst() {
      report(
        catalogue.keywords.contains(other.key) && catalogue.keywords.contains(word.key)
          ? .severalSteps(word.key, other.key)
          : .unknownModifier(
            other.key, step: word.key, known: Self.modifiers, parameters: catalogue.parameterNames(ofStep: word.key)),
        at: other.keySpan)
    }
    let idEntry = entries.first { $0.key == "id" }
    let id = idEntry.flatMap { self.id($0.value) }
    var declaration = declaration(word.key, at: word.keySpan, value: word.value)
    declaration?.id = id
    if let id { namedSteps.append((id, declaration?.step)) }
    if idEntry == nil || id != nil { check(declaration) }
    for entry in entries {
      switch entry.key {
      case "name":
        declaration?.name = entry.value.text
        if entry.value.text == nil { report(.wrongKind(expected: "text"), at: entry.value) }
      case "if": declaration?.condition = Condition(entry.value, decoder: &self)
      default: break
      }
    }
    return declaration
  }

  /// Decodes one of the steps of `other`, which only the value of another step can have.
  package mutating func declaration(of node: Node, in other: StepCatalogue) -> StepDeclaration? {
    let outer = catalogue
    catalogue = other
    defer { catalogue = outer }
    return declaration(of: node)
  }

  private mutating func check(_ declaration: StepDeclaration?) {
    guard let declaration else { return }
    for mistake in declaration.step.mistakes(id: declaration.id) {
      report(mistake, at: mistake.span ?? declaration.span ?? 0..<0)
    }
  }

  /// Decodes the id of a step, which must be unique in its lane.
  private mutating func id(_ node: Node) -> String? {
    guard let id = node.text, id.isName, !id.contains(".") else {
      report(.wrongValue(expected: "a name of letters, digits, `_` and `-`"), at: node)
      return nil
    }
    if !givenIDs.insert(id).inserted { report(.repeatedID(id), at: node) }
    return id
  }

  private mutating func declaration(_ word: String, at span: Range<Int>, value: Node?) -> StepDeclaration? {
    guard let type = catalogue.step(named: word, given: value?.entries?.map(\.key) ?? []) else {
      report(.unknownStep(word, catalogue), at: span)
      return nil
    }
    let step = decode(type, word: span, value: value)
    return step.map { StepDeclaration($0, span: span, source: source) }
  }

  private mutating func decode<S: Step>(_ type: S.Type, word: Range<Int>, value: Node?) -> (any Step)? {
    let earlierCount = reportCount
    var step = S()
    var given: Set<String> = []
    if let value, value.content != .nothing {
      if let entries = value.entries, !S.parameters.contains(where: \.isListOfChecks) {
        for entry in entries {
          guard let parameter = S.parameters.first(where: { $0.name == entry.key }) else {
            report(.unknownParameter(entry.key, step: S.keyword, known: S.parameters.map(\.name)), at: entry.keySpan)
            continue
          }
          given.insert(entry.key)
          parameter.assign(&step, entry.value, &self)
        }
      } else if let main = S.parameters.first(where: { $0.isMain }) {
        given.insert(main.name)
        main.assign(&step, value, &self)
      } else {
        report(.takesNoValue(S.keyword), at: value)
      }
    }
    for parameter in S.parameters where parameter.presence == .required && !given.contains(parameter.name) {
      report(.missingParameter(parameter.name, step: S.keyword, expected: parameter.shape.expectation), at: word)
    }
    return reportCount == earlierCount ? step : nil
  }
}

extension Diagnostic {
  fileprivate var withoutExcerpt: Diagnostic {
    var diagnostic = self
    diagnostic.excerpt = nil
    return diagnostic
  }
}
