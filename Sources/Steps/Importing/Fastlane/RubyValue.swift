import MartletCore

/// What is known of a value in a lane.
enum RubyValue: Equatable {
  /// A text, a symbol or a number, as a template: the version is `${version}`.
  case text(String)
  case flag(Bool)
  case list([String])

  var text: String? { if case .text(let text) = self { text } else { nil } }

  /// Whether a raise of the version or of the build number makes it an old one.
  var dependsOnFacts: Bool { text?.contains("${version}") == true || text?.contains("${build}") == true }
}

extension LaneTranslator {
  /// Returns the value of an expression; nil if only Ruby knows it.
  mutating func value(_ part: RubyCode.Part, of code: RubyCode, depth: Int = 0) -> RubyValue? {
    guard !part.isEmpty, depth < 8 else { return nil }
    if part.count == 1 { return value(of: code.tokens[part.lowerBound], in: code, depth) }
    if code.isMark("[", at: part.lowerBound, in: part), code.closers[part.lowerBound] == part.upperBound - 1 {
      let elements = code.elements(of: part.lowerBound + 1..<part.upperBound - 1)
      let texts = elements.map { value($0, of: code, depth: depth + 1)?.text }
      return texts.contains(nil) ? nil : .list(texts.compactMap(\.self))
    }
    if let option = option(part, of: code) { return option }
    switch code.lastContextName(part) {
    case "VERSION_NUMBER"? where outcome.traits.contains(.raisesVersion): return .text("${version}")
    case "BUILD_NUMBER"? where outcome.traits.contains(.raisesBuild): return .text("${build}")
    default: return code.call(part).flatMap { value(of: $0, code, depth) }
    }
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
    case .number(let text): return text.allSatisfy(\.isNumber) ? .text(text) : nil
    case .words(let words): return words.contains { $0.contains("$") } ? nil : .list(words)
    case .word("true"): return .flag(true)
    case .word("false"): return .flag(false)
    case .word(let name):
      if let value = bindings[name] { return value }
      if (lane.block.parameters + lane.block.keywords).contains(name) { return nil }
      if let constant = fastfile.outline.constant(name) {
        let value = value(constant.value, of: fastfile.outline.files[constant.file], depth: depth + 1)
        // It was read before the lane began.
        return value?.text?.contains("${") == true ? nil : value
      }
      return value(of: RubyCall(name: name), code, depth)
    case .label, .mark, .lineEnd, .opaque: return nil
    }
  }

  /// `options[:name]`, or the same with `|| "default"`.
  private mutating func option(_ part: RubyCode.Part, of code: RubyCode) -> RubyValue? {
    guard let variable = lane.block.parameters.first, code.word(at: part.lowerBound, in: part) == variable else {
      return nil
    }
    let mark = code.tokens[part].firstIndex { $0.isMark("||") }
    let text = mark.flatMap { value($0 + 1..<part.upperBound, of: code)?.text }
    let names = code.options(of: variable, in: part.lowerBound..<(mark ?? part.upperBound))
    guard names.count == 1, (mark ?? part.upperBound) - part.lowerBound == 4, (mark == nil) == (text == nil) else {
      return nil
    }
    return parameter(names[0], default: text).map { .text("${\($0)}") }
  }

  /// The values that actions only read.
  private mutating func value(of call: RubyCall, _ code: RubyCode, _ depth: Int) -> RubyValue? {
    guard let fact = Self.facts[call.name], !fastfile.replaces(call.name), fastfile.project.xcodeprojs.count <= 1,
      var arguments = try? arguments(of: call, code, depth: depth + 1)
    else { return nil }
    arguments.ignore("xcodeproj", "target", "configuration")
    return (try? arguments.end()) == nil ? nil : .text(fact)
  }

  private static let facts = [
    "get_version_number": "${version}", "get_build_number": "${build}", "git_branch": "${branch}",
  ]
}

extension RubyCode {
  /// The name of `lane_context[SharedValues::NAME]`.
  fileprivate func lastContextName(_ part: Part) -> String? {
    guard part.count == 6, word(at: part.lowerBound, in: part) == "lane_context" else { return nil }
    return word(at: part.upperBound - 2, in: part)
  }

  /// The names of the options that a part reads of `variable`: `options[:name]`, `options["name"]`, `options.fetch(:name)`.
  func options(of variable: String, in part: Part) -> [String] {
    var names: [String] = []
    for (code, part) in codes(in: part) {
      for index in part where code.word(at: index, in: part) == variable {
        let isFetch = code.isMark(".", at: index + 1, in: part) && code.isMark("(", at: index + 3, in: part)
        let key = index + (isFetch ? 4 : 2)
        guard key < part.upperBound, isFetch || code.isMark("[", at: index + 1, in: part) else { continue }
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
