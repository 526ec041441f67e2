import MartletCore

extension Releasefile {
  /// Decodes the Releasefile `source` with the steps and formats of `vocabulary`.
  ///
  /// - Throws: `Failure` with every problem of the file, in its order.
  package init(_ source: SourceText, vocabulary: Vocabulary) throws {
    let root = try Node(yaml: source)
    var decoder = ReleasefileDecoder(source: source, vocabulary: vocabulary, stepIDs: root.stepIDs)
    self = try decoder.releasefile(from: root)
  }
}

/// Decodes the nodes of a Releasefile. Continues after a mistake so that all are reported at once.
struct ReleasefileDecoder {
  var steps: StepDecoder
  var result = Releasefile()
  private let formats: [FormatDeclaration]

  init(source: SourceText, vocabulary: Vocabulary, stepIDs: Set<String>) {
    formats = vocabulary.formats
    steps = StepDecoder(source: source, catalogue: vocabulary.steps, stepIDs: stepIDs)
    result.source = source
    result.defaultChecks = vocabulary.defaultChecks
  }

  mutating func releasefile(from root: Node) throws -> Releasefile {
    var file = result
    decode(
      root, by: Releasefile.keys, into: &file, of: "a Releasefile", expected: "a mapping with keys such as `lanes`")
    result = file
    checkLaneCalls()
    checkStepOrder()
    checkSteps()
    checkOutputReferences()
    checkOutputOrder()
    guard steps.problems.isEmpty else { throw Failure(steps.problems.sorted(by: Self.comesFirst)) }
    return result
  }

  private static func comesFirst(_ left: Diagnostic, _ right: Diagnostic) -> Bool {
    guard let left = left.place, let right = right.place else { return right.place != nil }
    return left < right
  }
}

// MARK: The keys of the file

extension Releasefile {
  /// The form of a Releasefile, for the schema and the reference page.
  package static var form: GrammarForm { .mapping(keys) }

  /// In the order of the reference.
  static let keys: [GrammarKey<Releasefile>] =
    [
      GrammarKey("project", .text("The project's name.")) { $2.project = $0.text($1.value) },
      GrammarKey("version", .mapping(versionKeys), "The version source, and the rules for the next version.") {
        $0.decode(
          $1.value, by: versionKeys, into: &$2, of: "`version`", expected: "a mapping with `tag`, `source` or `next`")
      },
      GrammarKey("manifests", .manifests, "The files with the version.") {
        $2.manifests = $0.manifests($1.value)
      },
      GrammarKey("products", .list(.mapping(ProductException.keys)), "Targets whose version is not the project's.") {
        $2.products = $0.products($1.value)
      },
      GrammarKey("environments", .environments, "The configuration of an app for several environments.") {
        $2.environments = $0.environments($1)
      },
      GrammarKey("changelog", ChangelogDeclaration.form, "The changelog, and the format of its sections.") {
        $0.decodeChangelog($1.value, into: &$2.changelog)
      },
      GrammarKey(
        "forge", .mapping(ForgeDeclaration.keys), "Where releases are published; detected from the remote by default."
      ) {
        $0.decode(
          $1.value, by: ForgeDeclaration.keys, into: &$2.forge, of: "`forge`",
          expected: "a mapping with keys such as `kind`")
      },
      GrammarKey("app_store", .mapping(AppStoreDraft.keys), "The app at App Store Connect.") {
        $2.appStore = $0.appStore($1)
      },
      GrammarKey("channels", .names(.mapping(ChannelDeclaration.keys)), "Where releases are announced.") {
        $2.channels = $0.channels($1.value)
      },
      GrammarKey(
        "packages", .names(.mapping(PackageDeclaration.keys)), "Packages of a repository with separate versions."
      ) {
        $0.decodePackages($1.value, into: &$2)
      },
      GrammarKey(
        "record",
        .choice(
          ["reference", "none"],
          "Where other clones find the run of a lane: a `reference` below `refs/martlet` on the remote; `none` for a server that "
            + "refuses those, so that only the clone that began a run can finish it.")
      ) {
        switch $1.value.text {
        case "reference": $2.keepsRecords = true
        case "none": $2.keepsRecords = false
        default: $0.steps.report(.wrongValue(expected: "`reference` or `none`"), at: $1.value)
        }
      },
      GrammarKey("lanes", .names(Lane.form), "Named lists of steps.") { $2.lanes = $0.lanes($1.value) },
    ] + LifeCycle.keys(at: \.lifeCycle)

  private static let versionKeys: [GrammarKey<Releasefile>] = [
    GrammarKey("tag", .text("The format of tags, such as v${version}.")) {
      $2.tagFormat = $0.tagFormat($1.value) ?? $2.tagFormat
    },
    GrammarKey("source", .choice(VersionSource.allCases.map(\.rawValue), "The source of the version.")) {
      if let source = $1.value.text.flatMap(VersionSource.init) {
        $2.versionSource = source
      } else {
        $0.steps.report(.wrongValue(expected: "`manifests` or `tag`"), at: $1.value)
      }
    },
    GrammarKey("next", .mapping(ReleaseRules.keys), "The rules that derive the next version from changes.") {
      $0.decode(
        $1.value, by: ReleaseRules.keys, into: &$2.releaseRules, of: "`version.next`",
        expected: "a mapping with keys such as `types`")
    },
  ]
}

// MARK: Nodes of an expected kind

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

  mutating func flag(_ node: Node) -> Bool { Bool(node, decoder: &steps) ?? false }

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
