extension Mustache {
  /// Renders the template with `value`. Values are never parsed as templates.
  package func text(with value: TemplateValue, _ escaping: Escaping) -> String {
    var rendering = Rendering(escaping: escaping, stack: [value])
    rendering.show(parts)
    return String(decoding: rendering.output, as: UTF8.self)
  }
}

/// A rendering in progress.
private struct Rendering {
  let escaping: Mustache.Escaping
  /// The stack of values to look up names in, the innermost last.
  var stack: [TemplateValue]
  var output: [UInt8] = []

  mutating func show(_ parts: [Mustache.Part]) {
    for part in parts {
      switch part {
      case .text(let text): output += text
      case .value(let name, let isEscaped):
        guard let text = value(of: name)?.shown else { continue }
        if isEscaped, escaping == .html { appendEscaped(text) } else { output += text.utf8 }
      case .section(let name, .present, let parts): showSection(value(of: name), parts)
      case .section(let name, .absent, let parts): if value(of: name)?.isPresent != true { show(parts) }
      }
    }
  }

  private mutating func showSection(_ value: TemplateValue?, _ parts: [Mustache.Part]) {
    switch value {
    case nil, .flag(false): break
    case .flag(true): show(parts)
    case .list(let elements): for element in elements { show(parts, inside: element) }
    case .text?, .fields?: if let value { show(parts, inside: value) }
    }
  }

  private mutating func show(_ parts: [Mustache.Part], inside value: TemplateValue) {
    stack.append(value)
    show(parts)
    stack.removeLast()
  }

  /// Returns the value of `name`. Its first part is looked up from the innermost value outwards, the other parts in the
  /// result. A name that begins with a dot is looked up only in the innermost value.
  private func value(of name: MustacheName) -> TemplateValue? {
    var parts = name.parts[...]
    var found = stack.last
    if !name.text.hasPrefix("."), let first = parts.popFirst() {
      found = nil
      for level in stack.reversed() {
        found = level.field(first)
        if found != nil { break }
      }
    }
    for part in parts { found = found?.field(part) }
    return found
  }

  /// Appends `text`, with the five characters escaped that have a meaning in HTML texts and attribute values.
  private mutating func appendEscaped(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): output += "&amp;".utf8
      case UInt8(ascii: "<"): output += "&lt;".utf8
      case UInt8(ascii: ">"): output += "&gt;".utf8
      case UInt8(ascii: "\""): output += "&quot;".utf8
      case UInt8(ascii: "'"): output += "&#39;".utf8
      default: output.append(byte)
      }
    }
  }
}

extension TemplateValue {
  fileprivate var isPresent: Bool {
    switch self {
    case .flag(let flag): flag
    case .list(let elements): !elements.isEmpty
    case .text, .fields: true
    }
  }

  fileprivate func field(_ name: String) -> TemplateValue? {
    if case .fields(let fields) = self { fields.value(named: name) } else { nil }
  }
}
