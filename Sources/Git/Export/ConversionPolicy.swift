/// The conversions of files by configuration and attributes (convert.c, convert_attrs).
struct ConversionPolicy {
  /// `core.autocrlf`.
  private enum Automatic { case off, on, input }

  /// The line ends by attributes alone, before the configuration applies.
  private enum Text { case undefined, binary, text, input, crlf, auto, autoCRLF, autoInput }

  private let repository: Repository
  private let automatic: Automatic
  private let prefersCRLF: Bool

  init(of repository: Repository) {
    self.repository = repository
    automatic =
      if repository.configuration("core.autocrlf")?.lowercased() == "input" {
        .input
      } else {
        repository.configurationFlag("core.autocrlf") == true ? .on : .off
      }
    prefersCRLF = repository.configuration("core.eol")?.lowercased() == "crlf"
  }

  /// Returns the conversion of the file at `path` with these attributes; nil for none.
  func conversion(of path: [UInt8], _ attributes: [String: AttributeState]) throws(GitError) -> Conversion? {
    if attributes.isEmpty, automatic != .on { return nil }
    var conversion = Conversion()
    conversion.lineEnds = lineEnds(text(attributes))
    conversion.expandsID = attributes["ident"] == .on
    conversion.encoding = try encoding(of: path, attributes)
    if case .value(let name) = attributes["filter"] {
      conversion.filter = try filter(String(decoding: name, as: UTF8.self), path)
    }
    return conversion.isNothing ? nil : conversion
  }

  private func text(_ attributes: [String: AttributeState]) -> Text {
    var text = Self.text(attributes["text"])
    if text == .undefined { text = Self.text(attributes["crlf"]) }
    guard text != .binary, case .value(let value) = attributes["eol"] else { return text }
    switch (text, String(decoding: value, as: UTF8.self)) {
    case (.auto, "lf"): return .autoInput
    case (.auto, "crlf"): return .autoCRLF
    case (_, "lf"): return .input
    case (_, "crlf"): return .crlf
    default: return text
    }
  }

  private static func text(_ state: AttributeState?) -> Text {
    switch state {
    case .on: .text
    case .off: .binary
    case .value(let value) where value.elementsEqual("input".utf8): .input
    case .value(let value) where value.elementsEqual("auto".utf8): .auto
    case .value, .unspecified, nil: .undefined
    }
  }

  private func lineEnds(_ text: Text) -> Conversion.LineEnds {
    switch text {
    case .binary, .input, .autoInput: .kept
    case .crlf: .crlf
    case .autoCRLF: .crlfInText
    case .text: hasCRLF ? .crlf : .kept
    case .auto: hasCRLF ? .crlfInText : .kept
    case .undefined: automatic == .on ? .crlfInText : .kept
    }
  }

  /// Whether text gets CRLF if no attribute sets its line ends.
  private var hasCRLF: Bool {
    switch automatic {
    case .on: true
    case .input: false
    case .off: prefersCRLF
    }
  }

  private func encoding(of path: [UInt8], _ attributes: [String: AttributeState]) throws(GitError) -> WorkTreeEncoding?
  {
    let file = String(decoding: path, as: UTF8.self)
    switch attributes["working-tree-encoding"] {
    case .on, .off:
      throw .unsupportedEncoding(file, name: attributes["working-tree-encoding"] == .on ? "true" : "false")
    case .value(let value) where !value.isEmpty:
      let name = String(decoding: value, as: UTF8.self)
      if WorkTreeEncoding.isUTF8(name) { return nil }
      guard let encoding = WorkTreeEncoding(named: name) else { throw .unsupportedEncoding(file, name: name) }
      return encoding
    case .value, .unspecified, nil: return nil
    }
  }

  private func filter(_ name: String, _ path: [UInt8]) throws(GitError) -> Conversion.Filter? {
    let isRequired = repository.configurationFlag("filter.\(name).required") == true
    for (key, kind) in [("process", Conversion.Filter.Kind.process), ("smudge", .simple)] {
      guard let command = repository.configuration("filter.\(name).\(key)"), !command.isEmpty else { continue }
      return Conversion.Filter(
        name: name, command: command, kind: kind, isRequired: isRequired, program: repository.gitProgram)
    }
    guard !repository.hidesSetting("filter.\(name).smudge"), !repository.hidesSetting("filter.\(name).process") else {
      throw .hiddenFilter(String(decoding: path, as: UTF8.self), filter: name)
    }
    guard isRequired else { return nil }
    throw .smudgeFailed(
      String(decoding: path, as: UTF8.self), filter: name, output: "`filter.\(name).smudge` is not set")
  }
}
