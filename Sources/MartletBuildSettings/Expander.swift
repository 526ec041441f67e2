import MartletCore

/// Expands one value and everything it refers to: swiftlang/swift-build, `SWBMacro/MacroEvaluationProgram.swift`.
///
/// Pending values are on an explicit stack, so a long chain of settings cannot overflow the call stack.
struct Expander {
  private static let stepLimit = 2_000_000
  private static let lengthLimit = 1 << 22

  /// A value that is being expanded.
  private struct Frame {
    let text: LocatedText
    let instructions: [Expression.Instruction]
    var next = 0
    let asString: Bool
    /// The setting of this value, and the assignment of it that was open before; nil for a text that is not a setting.
    let setting: (name: String, outer: SettingsTable.Position?)?
    /// Whether the result is cached.
    var isKept = false
  }

  private let scope: SettingsScope
  private var frames: [Frame] = []
  /// The innermost assignment that is being expanded, by name.
  private var open: [String: SettingsTable.Position] = [:]
  /// The results under construction, the newest last.
  private var results: [Expansion] = []
  private var steps = 0
  /// The cached values of settings that others refer to.
  private var cache: ExpansionCache?
  /// The number of frames, from the first, that refer back to a setting that is being expanded. Their values depend on
  /// where they were entered.
  private var cyclicCount = 0
  /// The expanded assignments in order, possibly with repetitions.
  private(set) var used: [(position: SettingsTable.Position, assignment: Assignment)] = []

  /// - Parameter cache: Values for later references, as texts without their origins; nil to cache none.
  init(_ scope: SettingsScope, cache: ExpansionCache? = nil) {
    self.scope = scope
    self.cache = cache
  }

  /// Expands `assignment`, which is at `position`.
  ///
  /// - Throws: `BuildSettingsError.tooLarge`; only a hostile file reaches the limit.
  mutating func expand(
    _ assignment: Assignment, at position: SettingsTable.Position, in form: Expression.Reading
  ) throws(BuildSettingsError) -> Expansion {
    results = [Expansion()]
    enter(assignment, at: position, asString: form == .string)
    return try run(for: assignment.name)
  }

  /// Expands a text that is not a setting, as a string.
  mutating func expand(_ text: LocatedText) throws(BuildSettingsError) -> Expansion {
    results = [Expansion()]
    frames = [
      Frame(
        text: text, instructions: Expression(text.bytes, reading: .string).instructions, asString: true, setting: nil)
    ]
    return try run(for: text.string)
  }

  private mutating func enter(_ assignment: Assignment, at position: SettingsTable.Position, asString: Bool) {
    let key = ExpansionCache.Key(name: assignment.name, position: position, asString: asString)
    if let known = cache?[key], cyclicCount == 0 {
      steps += known.weight
      results[results.count - 1].continue(with: known)
      return
    }
    let text = assignment.value
    let reading = SettingKind(of: assignment.name).reading
    // No other setting refers to what a setting inherits from itself.
    let isKept = cache != nil && frames.last?.setting?.name != assignment.name
    if isKept { results.append(Expansion()) }
    frames.append(
      Frame(
        text: text, instructions: Expression(text.bytes, reading: reading).instructions, asString: asString,
        setting: (assignment.name, open[assignment.name]), isKept: isKept))
    open[assignment.name] = position
    used.append((position, assignment))
    if text.bytes.isEmpty, reading == .list { results[results.count - 1].appendEmpty(text) }
  }

  private mutating func leave() {
    guard let frame = frames.popLast(), let setting = frame.setting else { return }
    let position = open[setting.name]
    open[setting.name] = setting.outer
    let isCyclic = cyclicCount > frames.count
    cyclicCount = min(cyclicCount, frames.count)
    guard frame.isKept, let cache, let position else { return }
    let value = results.removeLast().withoutOrigins
    if !isCyclic {
      cache[ExpansionCache.Key(name: setting.name, position: position, asString: frame.asString)] = value
    }
    steps += value.weight
    results[results.count - 1].continue(with: value)
  }

  private mutating func run(for name: String) throws(BuildSettingsError) -> Expansion {
    while let frame = frames.last {
      guard frame.next < frame.instructions.count else {
        leave()
        continue
      }
      frames[frames.count - 1].next += 1
      perform(frame.instructions[frame.next], of: frame)
      steps += 1
      guard steps <= Self.stepLimit, results[results.count - 1].count <= Self.lengthLimit else {
        throw .tooLarge(name)
      }
    }
    return results[0]
  }

  private mutating func perform(_ instruction: Expression.Instruction, of frame: Frame) {
    let top = results.count - 1
    switch instruction {
    case .text(let range): results[top].append(range, of: frame.text)
    case .formText(let range):
      if frame.asString { results[top].append(range, of: frame.text) }
    case .separator(let range):
      if frame.asString { results[top].append(range, of: frame.text) } else { results[top].endElement() }
    case .begin: results.append(Expansion())
    case .lookUp(let asString, let bare):
      let name = results.removeLast()
      lookUp(name, asString: asString || frame.asString, bare: bare, of: frame.text)
    case .merge:
      let result = results.removeLast()
      // Appending to an empty result copies nothing.
      if !results[top - 1].fragments.isEmpty { steps += result.fragments.count / 16 }
      results[top - 1].append(result)
    case .discard: results.removeLast()
    case .transform(let transformation):
      results[top] = results[top].mapped(transformation.applied)
    case .replace(let replacement):
      let argument = results.removeLast()
      results[top - 1] = replacement.applied(to: results[top - 1], with: argument)
    }
  }

  private mutating func lookUp(_ name: Expansion, asString: Bool, bare: Range<Int>?, of text: LocatedText) {
    let word = name.string
    let isInherited = word == "inherited" || word == "value"
    let setting = isInherited ? frames.last?.setting?.name : word
    if let setting, !setting.isEmpty,
      let found = scope.assignment(of: setting, below: open[setting])
    {
      noteCycle(of: setting)
      return enter(found.assignment, at: found.position, asString: asString)
    }
    if let setting { noteCycle(of: setting) }
    let top = results.count - 1
    if let bare {
      // The engine prepends a `$` to the name that it looks up.
      if text.bytes[bare].dropFirst().elementsEqual(name.bytes) {
        results[top].append(bare, of: text)
      } else {
        results[top].append(made: "$" + word)
      }
      return
    }
    if let setting, SettingKind(of: setting).isTextWithoutValue { results[top].append(made: "") }
    if !isInherited, !word.isEmpty { results[top].unknown.append(Expansion.Unknown(name: word, text: text)) }
  }

  /// Records a cycle. A direct self-reference inserts the next weaker value, which is the same wherever it is entered.
  /// An indirect one has a different value in each setting of the cycle.
  private mutating func noteCycle(of setting: String) {
    if open[setting] != nil, frames.last?.setting?.name != setting { cyclicCount = frames.count }
  }
}

/// Values of settings under the same conditions, by their assignment.
///
/// A cached value depends only on its assignment: no setting it uses refers back to one that is being expanded. With
/// the cache, expanding a chain of references is linear in the length of its values.
final class ExpansionCache {
  struct Key: Hashable {
    let name: String
    let position: SettingsTable.Position
    let asString: Bool
  }

  private var values: [Key: Expansion] = [:]

  subscript(key: Key) -> Expansion? {
    get { values[key] }
    set { values[key] = newValue }
  }
}
