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
    report(problem.message(finding: node), at: node.span, hint: problem.hint)
  }

  mutating func report(_ problem: ReleasefileProblem, at span: Range<Int>) {
    report(problem.message, at: span, hint: problem.hint)
  }

  private mutating func report(_ message: String, at span: Range<Int>, hint: String?) {
    reportCount += 1
    guard problems.count < Self.problemLimit else { return }
    let problem = Diagnostic(message, at: span, of: source, hint: hint)
    // What `for_each` makes several lanes of has each of its problems once.
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

  var knownNames: [String] {
    FactName.allCases.map(\.rawValue) + localNames + knownErrorNames + ["env.…"] + stepIDs.map { "steps.\($0).…" }
  }

  private var knownErrorNames: [String] { isHandlingErrors ? FailureFacts.names : [] }

  /// The bytes of `${name}` in a scalar; the scalar's own where it is not spelled like that.
  func span(of name: String, in node: Node) -> Range<Int> {
    guard let start = source.bytes.firstIndex(of: "${\(name)}", from: node.span.lowerBound) else { return node.span }
    return start..<start + name.utf8.count + 3
  }

  /// The step that a bare word or a mapping with one step's word declares; nil after a mistake, which is reported.
  mutating func declaration(of node: Node) -> StepDeclaration? {
    if let word = node.text {
      return declaration(word, at: node.span, value: nil)
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
    var declaration = declaration(word.key, at: word.keySpan, value: word.value)
    for entry in entries {
      switch entry.key {
      case "name":
        declaration?.name = entry.value.text
        if entry.value.text == nil { report(.wrongKind(expected: "text"), at: entry.value) }
      case "id":
        let id = id(entry.value)
        declaration?.id = id
      case "if": declaration?.condition = Condition(entry.value, decoder: &self)
      default: break
      }
    }
    return declaration
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
      } else if let main = S.parameters.first(where: \.isMain) {
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
