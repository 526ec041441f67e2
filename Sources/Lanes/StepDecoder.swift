import TextEditing

/// Turns the nodes of a lane into steps, and keeps going after a mistake so that all are reported at once.
package struct StepDecoder {
  let source: SourceText
  let catalogue: StepCatalogue
  /// The names that `${…}` may hold here beside the facts: a lane's parameters.
  var localNames: [String] = []
  /// The names that steps anywhere in the file are given by `id`.
  private(set) var stepIDs: Set<String>
  /// Those that were met in the lane that is being decoded.
  private var givenIDs: Set<String> = []
  /// Whether `${error.…}` means something here.
  var isHandlingErrors = false
  private(set) var problems: [Diagnostic] = []
  /// How often something was reported: a step during which it rises is none.
  private(set) var reportCount = 0
  /// The lanes that steps have named so far.
  private(set) var mentionedLanes: [LaneName] = []
  /// The steps that have an `id`, by it; nil for one with a mistake.
  private(set) var namedSteps: [(id: String, step: (any Step)?)] = []
  /// Where outputs of steps are asked for.
  private(set) var references: [(reference: OutputReference, span: Range<Int>)] = []

  init(source: SourceText, catalogue: StepCatalogue, stepIDs: Set<String>) {
    self.source = source
    self.catalogue = catalogue
    self.stepIDs = stepIDs
  }

  /// Nobody reads more at once, and each brings its line along.
  private static let problemLimit = 50
  /// The modifiers that every step has beside its word.
  private static let modifiers = ["if", "name", "id"]

  mutating func report(_ problem: ReleasefileProblem, at node: Node) {
    guard listens() else { return }
    add(Diagnostic(problem.message(finding: node), at: node.span, of: source, hint: problem.hint))
  }

  mutating func report(_ problem: ReleasefileProblem, at span: Range<Int>) {
    guard listens() else { return }
    let diagnostic = Diagnostic(problem.message, at: span, of: source, hint: problem.hint)
    add(problem.isConfidential ? diagnostic.withoutExcerpt : diagnostic)
  }

  private mutating func report(_ mistake: StepMistake, at span: Range<Int>) {
    guard listens() else { return }
    for words in mistake.failure.diagnostics {
      let diagnostic = Diagnostic(words.message, at: span, of: source, hint: words.hint)
      add(mistake.isConfidential ? diagnostic.withoutExcerpt : diagnostic)
    }
  }

  /// Takes note that something is wrong.
  ///
  /// - Returns: whether it can still be told.
  private mutating func listens() -> Bool {
    reportCount += 1
    return problems.count < Self.problemLimit
  }

  /// What `for_each` makes several lanes of has each of its problems once.
  private mutating func add(_ problem: Diagnostic) {
    if !problems.contains(problem) { problems.append(problem) }
  }

  /// Begins a lane whose steps have the names `ids`: one that `for_each` made has them only now.
  mutating func enterLane(with ids: Set<String>) {
    stepIDs.formUnion(ids)
    givenIDs = []
  }

  mutating func mention(_ lane: LaneName) {
    mentionedLanes.append(lane)
  }

  /// Whether `${name}` can be resolved in this file.
  func knows(_ name: String) -> Bool {
    if let reference = OutputReference(name) { return stepIDs.contains(reference.step) }
    return FactName.isKnown(name) || localNames.contains(name) || knownErrorNames.contains(name)
  }

  private var knownNames: [String] {
    FactName.allCases.map(\.rawValue) + localNames + knownErrorNames + ["env.…"] + stepIDs.map { "steps.\($0).…" }
  }

  private var knownErrorNames: [String] { isHandlingErrors ? FailureFacts.names : [] }

  /// Reports `name`, which stands at `span`, unless it can be resolved in this file. That the step gives such an output can
  /// be told when all steps are known.
  mutating func use(_ name: String, at span: Range<Int>) {
    if !knows(name) {
      report(.unknownName(name, known: knownNames), at: span)
    } else if let reference = OutputReference(name) {
      references.append((reference, span))
    }
  }

  /// The same for `names`, which stand in the scalar `node` as `${name}`, in this order.
  mutating func use(_ names: [String], in node: Node) {
    var start = node.span.lowerBound
    for name in names where OutputReference(name) != nil || !knows(name) {
      guard let place = source.bytes.firstIndex(of: "${\(name)}", from: start) else {
        // It is spelled with escapes, or goes over a line's end; nor is another looked for through all of the file.
        start = source.bytes.count
        use(name, at: node.span)
        continue
      }
      start = place + name.utf8.count + 3
      use(name, at: place..<start)
    }
  }

  /// The step that a bare word or a mapping with one step's word declares; nil after a mistake, which is reported.
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
          : .unknownModifier(other.key, step: word.key, known: Self.modifiers), at: other.keySpan)
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

  private mutating func check(_ declaration: StepDeclaration?) {
    guard let declaration else { return }
    for mistake in declaration.step.mistakes(id: declaration.id) {
      report(mistake, at: mistake.span ?? declaration.span ?? 0..<0)
    }
  }

  /// What a step is called by `${steps.ID.…}`; no two steps of a lane alike.
  private mutating func id(_ node: Node) -> String? {
    guard let id = node.text, id.isName, !id.contains(".") else {
      report(.wrongValue(expected: "a name of letters, digits, `_` and `-`"), at: node)
      return nil
    }
    if !givenIDs.insert(id).inserted { report(.repeatedID(id), at: node) }
    return id
  }

  private mutating func declaration(_ word: String, at span: Range<Int>, value: Node?) -> StepDeclaration? {
    guard let type = catalogue.step(named: word) else {
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
      if let entries = value.entries {
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
