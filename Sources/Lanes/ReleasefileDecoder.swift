import TextEditing
import Versioning

extension Releasefile {
  /// Reads the Releasefile `source`, in the words of `vocabulary`.
  ///
  /// - Throws: `Failure` with every problem of the file, in its order.
  package init(_ source: SourceText, vocabulary: Vocabulary) throws {
    let root = try Node(yaml: source)
    var decoder = ReleasefileDecoder(source: source, vocabulary: vocabulary, stepIDs: root.stepIDs)
    self = try decoder.releasefile(from: root)
  }
}

/// Turns the nodes of a Releasefile into one, and keeps going after a mistake so that all are reported at once.
struct ReleasefileDecoder {
  var steps: StepDecoder
  var result = Releasefile()
  private let formats: [FormatDeclaration]

  init(source: SourceText, vocabulary: Vocabulary, stepIDs: Set<String>) {
    formats = vocabulary.formats
    steps = StepDecoder(source: source, catalogue: vocabulary.steps, stepIDs: stepIDs)
    result.source = source
  }

  mutating func releasefile(from root: Node) throws -> Releasefile {
    for entry in mapping(root, of: "a mapping with keys such as `lanes`") { decode(entry) }
    checkLaneCalls()
    checkOutputReferences()
    guard steps.problems.isEmpty else { throw Failure(steps.problems.sorted(by: Self.comesFirst)) }
    return result
  }

  /// The keys of a Releasefile, in the order of the reference.
  static let keys =
    ["project", "version", "manifests", "environments", "changelog", "packages", "lanes"] + LifeCycle.keys

  private mutating func decode(_ entry: Node.Entry) {
    switch entry.key {
    case "project": result.project = text(entry.value)
    case "version": decodeVersion(entry.value)
    case "manifests": result.manifests = manifests(entry.value)
    case "environments": result.environments = environments(entry)
    case "changelog": decodeChangelog(entry.value)
    case "packages": decodePackages(entry.value)
    case "lanes": result.lanes = lanes(entry.value)
    default:
      var lifeCycle = result.lifeCycle
      guard !decode(entry, into: &lifeCycle) else {
        result.lifeCycle = lifeCycle
        return
      }
      steps.report(.unknownKey(entry.key, of: "a Releasefile", known: Self.keys), at: entry.keySpan)
    }
  }

  private mutating func decodeVersion(_ node: Node) {
    for entry in mapping(node, of: "a mapping with `tag`, `source` or `next`") {
      switch entry.key {
      case "tag": result.tagFormat = tagFormat(entry.value) ?? result.tagFormat
      case "source":
        guard let source = entry.value.text.flatMap(Releasefile.VersionSource.init) else {
          steps.report(.wrongValue(expected: "`manifests` or `tag`"), at: entry.value)
          continue
        }
        result.versionSource = source
      case "next": decodeRules(entry.value)
      default:
        steps.report(.unknownKey(entry.key, of: "`version`", known: ["tag", "source", "next"]), at: entry.keySpan)
      }
    }
  }

  private static func comesFirst(_ left: Diagnostic, _ right: Diagnostic) -> Bool {
    guard let left = left.place, let right = right.place else { return right.place != nil }
    return left < right
  }
}

// MARK: Nodes of one kind, or a report

extension ReleasefileDecoder {
  mutating func manifests(_ node: Node) -> [ManifestDeclaration] {
    list(node, of: "a list of manifests").compactMap { steps.manifest(of: $0, formats: formats) }
  }

  mutating func tagFormat(_ node: Node) -> TagFormat? {
    guard let text = text(node) else { return nil }
    let format = TagFormat(text)
    if format == nil {
      steps.report(.wrongValue(expected: "a text with `${version}` once, such as `v${version}`"), at: node)
    }
    return format
  }

  mutating func text(_ node: Node) -> String? {
    if node.text == nil { steps.report(.wrongKind(expected: "text"), at: node) }
    return node.text
  }

  mutating func path(_ node: Node) -> RelativePath? {
    guard let text = text(node) else { return nil }
    let path = RelativePath(text)
    if path == nil { steps.report(.badPath(text), at: node) }
    return path
  }

  mutating func list(_ node: Node, of expected: String) -> [Node] {
    if node.elements == nil { steps.report(.wrongKind(expected: expected), at: node) }
    return node.elements ?? []
  }

  mutating func mapping(_ node: Node, of expected: String) -> [Node.Entry] {
    if node.entries == nil { steps.report(.wrongKind(expected: expected), at: node) }
    return node.entries ?? []
  }
}
