import MartletCore

/// A pattern of git (wildmatch.c): `?`, `*`, `[…]`, `\`, and `**` in paths.
///
/// All states are followed at once, so the time is proportional to pattern length times text length.
struct Wildmatch {
  /// The kind of matched text.
  enum Subject {
    /// A path: only `**` as a whole component matches a slash.
    case path
    /// Any text: a star matches slashes as well.
    case text
  }

  private enum Token {
    case byte(UInt8)
    /// One byte of a set; in a path, it never matches a slash.
    case oneOf(ByteSet)
    /// Any number of bytes, with or without slashes.
    case run(crossesSlashes: Bool)
    /// The folders of `**/`, or none: the next two tokens may be skipped.
    case optionalFolders
    /// Matches nothing, such as an unclosed bracket.
    case never
  }

  private var tokens: [Token] = []
  private let ignoresCase: Bool

  init(_ pattern: some Collection<UInt8>, _ subject: Subject, ignoresCase: Bool = false) {
    self.ignoresCase = ignoresCase
    let pattern = Array(pattern)
    let isPath = subject == .path
    var index = 0
    while index < pattern.count {
      switch pattern[index] {
      case UInt8(ascii: "*"): compileStars(pattern, &index, isPath: isPath)
      case UInt8(ascii: "?"): tokens.append(.oneOf(ByteSet(all: isPath ? [.slash] : [])))
      case UInt8(ascii: "["):
        guard let set = ByteSet(pattern, &index, ignoresCase: ignoresCase) else {
          tokens.append(.never)
          return
        }
        tokens.append(.oneOf(isPath ? set.without(.slash) : set))
      case UInt8(ascii: "\\"):
        index += 1
        tokens.append(index < pattern.count ? .byte(pattern[index]) : .never)
      default: tokens.append(.byte(folded(pattern[index])))
      }
      index += 1
    }
  }

  /// Compiles stars and moves `index` to the last one.
  private mutating func compileStars(_ pattern: [UInt8], _ index: inout Int, isPath: Bool) {
    let first = index
    while pattern.byte(at: index + 1) == UInt8(ascii: "*") { index += 1 }
    guard isPath else { return tokens.append(.run(crossesSlashes: true)) }
    let next = pattern.byte(at: index + 1)
    let isWholePart =
      (first == 0 || pattern[first - 1] == .slash)
      && (next == nil || next == .slash || pattern.has("\\/", at: index + 1))
    guard index > first, isWholePart else { return tokens.append(.run(crossesSlashes: false)) }
    if next == .slash { tokens.append(.optionalFolders) }
    tokens.append(.run(crossesSlashes: true))
  }

  /// Returns whether the pattern matches all of `text`.
  func matches(_ text: some Sequence<UInt8>) -> Bool {
    // Whether the pattern up to each token matches the text so far.
    var current = [Bool](repeating: false, count: tokens.count + 1)
    var next = current
    enter(0, &current)
    for byte in text {
      let byte = folded(byte)
      var isAlive = false
      for index in tokens.indices where current[index] {
        switch tokens[index] {
        case .byte(let wanted) where wanted == byte: enter(index + 1, &next)
        case .oneOf(let set) where set.contains(byte): enter(index + 1, &next)
        case .run(let crossesSlashes) where crossesSlashes || byte != .slash: enter(index, &next)
        case .byte, .oneOf, .run, .optionalFolders, .never: continue
        }
        isAlive = true
      }
      guard isAlive else { return false }
      swap(&current, &next)
      for index in next.indices { next[index] = false }
    }
    return current[tokens.count]
  }

  /// Marks `index` and the states reachable from it without input.
  private func enter(_ index: Int, _ states: inout [Bool]) {
    guard !states[index] else { return }
    states[index] = true
    guard index < tokens.count else { return }
    switch tokens[index] {
    case .run: enter(index + 1, &states)
    case .optionalFolders:
      enter(index + 1, &states)
      enter(index + 3, &states)
    case .byte, .oneOf, .never: break
    }
  }

  private func folded(_ byte: UInt8) -> UInt8 {
    ignoresCase && byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }
}

extension UInt8 {
  static var slash: UInt8 { UInt8(ascii: "/") }
}
