import MartletCore

/// What is known of a value in a lane.
enum RubyValue: Equatable {
  /// A text or a symbol, as a template: the version is `${version}`.
  case text(String)
  case number(String)
  case flag(Bool)
  case list([String])
  /// The newest build number at App Store Connect, of the named app or of that of `app_store`.
  case storeBuild(app: String?)
  /// A number that is one more than another one: `latest_testflight_build_number + 1`.
  indirect case next(RubyValue)
  /// `nil`
  case nothing

  /// The text of a string; nil for other values.
  var text: String? {
    switch self {
    case .text(let text), .number(let text): text
    case .flag, .list, .storeBuild, .next, .nothing: nil
    }
  }

  /// Whether a raise of the version or of the build number makes it an old one.
  var dependsOnFacts: Bool { text?.contains("${version}") == true || text?.contains("${build}") == true }
}

extension LaneTranslator {
  /// Returns the value of an expression; nil if only Ruby knows it.
  mutating func value(_ part: RubyCode.Part, of code: RubyCode, depth: Int = 0) -> RubyValue? {
    let part = code.trimmed(part)
    guard !part.isEmpty, depth < 8 else { return nil }
    if part.count == 1 { return value(of: code.tokens[part.lowerBound], in: code, depth) }
    if let inner = code.inside(part, "(") { return value(inner, of: code, depth: depth + 1) }
    if let inner = code.inside(part, "[") {
      let texts = code.elements(of: inner).map { value($0, of: code, depth: depth + 1)?.text }
      return texts.contains(nil) ? nil : .list(texts.compactMap(\.self))
    }
    if let sum = sum(part, of: code, depth) { return sum }
    if let option = option(part, of: code) { return option }
    if part.count > 2, code.isMark(".", at: part.upperBound - 2, in: part),
      let name = code.word(at: part.upperBound - 1, in: part),
      let base = value(part.lowerBound..<part.upperBound - 2, of: code, depth: depth + 1)
    {
      return converted(base, by: name)
    }
    if let name = code.lastContextName(part) {
      if name == "VERSION_NUMBER", outcome.traits.contains(.raisesVersion) { return .text("${version}") }
      return name == "BUILD_NUMBER" && outcome.traits.contains(.raisesBuild) ? .text("${build}") : nil
    }
    return code.call(part).flatMap { value(of: $0, code, depth) }
  }

  private mutating func value(of token: RubyToken, in code: RubyCode, _ depth: Int) -> RubyValue? {
    switch token.kind {
    case .string(let pieces):
      var text = ""
      for piece in pieces {
        switch piece {
        case .text(let more):
          guard !more.contains("${"), !more.contains("$$") else { return nil }
          text += more
        case .code(let span):
          let inner = RubyCode(code.source, span)
          guard let more = value(inner.all, of: inner, depth: depth + 1)?.text else { return nil }
          text += more
        }
      }
      return .text(text)
    case .symbol(let name): return .text(name)
    case .number(let text): return text.allSatisfy(\.isNumber) ? .number(text) : nil
    case .words(let words): return words.contains { $0.contains("$") } ? nil : .list(words)
    case .word("true"): return .flag(true)
    case .word("false"): return .flag(false)
    case .word("nil"): return .nothing
    case .word(let name):
      if let value = bindings[name] { return value }
      if let block = lane?.block, (block.parameters + block.keywords).contains(name) { return nil }
      if let constant = fastfile.outline.constant(name) {
        let value = value(constant.value, of: fastfile.outline.files[constant.file], depth: depth + 1)
        // It was read before the lane began.
        return value?.text?.contains("${") == true ? nil : value
      }
      return value(of: RubyCall(name: name), code, depth)
    case .label, .mark, .lineEnd, .opaque: return nil
    }
  }

  /// `latest_testflight_build_number + 1`, `get_build_number.to_i + 1`.
  private mutating func sum(_ part: RubyCode.Part, of code: RubyCode, _ depth: Int) -> RubyValue? {
    guard code.isMark("+", at: part.upperBound - 2, in: part), code.tokens[part.upperBound - 1].kind == .number("1"),
      let value = value(part.lowerBound..<part.upperBound - 2, of: code, depth: depth + 1)
    else { return nil }
    if case .storeBuild = value { return .next(value) }
    return value == .text("${build}") ? .next(value) : nil
  }

  /// `options[:name]`, `options.fetch(:name)`, or one of them with `|| "default"`.
  private mutating func option(_ part: RubyCode.Part, of code: RubyCode) -> RubyValue? {
    guard let variable = lane?.block.parameters.first, code.word(at: part.lowerBound, in: part) == variable else {
      return nil
    }
    var end = part.upperBound
    var text: String?
    if let mark = code.tokens[part].firstIndex(where: { $0.isMark("||") }) {
      guard let value = value(mark + 1..<end, of: code)?.text else { return nil }
      (end, text) = (mark, value)
    }
    let names = code.options(of: variable, in: part.lowerBound..<end)
    guard names.count == 1, end - part.lowerBound == (code.isMark("[", at: part.lowerBound + 1, in: part) ? 4 : 6)
    else { return nil }
    return parameter(names[0], default: text).map { .text("${\($0)}") }
  }

  private func converted(_ value: RubyValue, by method: String) -> RubyValue? {
    switch (method, value) {
    case ("to_s", .text), ("to_i", .storeBuild), ("to_i", .text("${build}")): value
    case ("strip", .text(let text)) where text == "${version}" || text.hasPrefix("${steps."): value
    default: nil
    }
  }

  /// The values that actions only read.
  private mutating func value(of call: RubyCall, _ code: RubyCode, _ depth: Int) -> RubyValue? {
    guard !fastfile.replaces(call.name), var arguments = try? arguments(of: call, code, depth: depth + 1) else {
      return nil
    }
    switch call.name {
    // get_version_number.rb, get_build_number.rb, version_get_podspec.rb
    case "get_version_number", "version_get_podspec", "get_build_number":
      arguments.ignore("xcodeproj", "target", "configuration", "path", "hide_error_when_versioning_disabled")
      guard (try? arguments.end()) != nil else { return nil }
      return .text(call.name == "get_build_number" ? "${build}" : "${version}")
    // git_branch.rb
    case "git_branch": return call.arguments.isEmpty ? .text("${branch}") : nil
    // latest_testflight_build_number.rb: the newest of one version; Martlet's number is above those of all versions.
    case "latest_testflight_build_number":
      arguments.ignore("version", "initial_build_number")
      do {
        let app = try app(&arguments)
        try arguments.end()
        return .storeBuild(app: app)
      } catch {
        return nil
      }
    default: return nil
    }
  }
}

extension RubyCode {
  /// The name of `lane_context[SharedValues::NAME]`.
  fileprivate func lastContextName(_ part: Part) -> String? {
    guard ["lane_context", "Actions"].contains(word(at: part.lowerBound, in: part)),
      isMark("]", at: part.upperBound - 1, in: part),
      tokens[part].contains(where: { $0.isWord("lane_context") })
    else { return nil }
    return word(at: part.upperBound - 2, in: part)
  }

  /// The names of the options that a part reads of `variable`: `options[:name]`, `options["name"]`, `options.fetch(:name)`.
  func options(of variable: String, in part: Part) -> [String] {
    var names: [String] = []
    for (code, part) in codes(in: part) {
      for index in part where code.word(at: index, in: part) == variable {
        var key = index + 2
        if code.isMark(".", at: index + 1, in: part), code.isMark("(", at: index + 3, in: part) { key = index + 4 }
        guard key < part.upperBound, key == index + 4 || code.isMark("[", at: index + 1, in: part) else { continue }
        switch code.tokens[key].kind {
        case .symbol(let name): names.append(name)
        case .string(let pieces): if case .text(let name)? = pieces.first { names.append(name) }
        default: break
        }
      }
    }
    return names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
