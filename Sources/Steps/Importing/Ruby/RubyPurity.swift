import MartletCore

/// Whether a part of a Ruby text only computes a value: it runs no command, calls no action, and changes no file.
struct RubyPurity {
  /// The names of variables and methods that only read.
  let readers: (String) -> Bool

  func holds(in span: Range<Int>, of source: SourceText, level: Int = 0) -> Bool {
    guard level <= RubyParser.levelLimit else { return false }
    let tokens = RubyLexer.tokens(of: source, in: span)
    return tokens.indices.allSatisfy { index in
      let previous = index > 0 ? tokens[index - 1] : nil
      let isMethod = previous?.isMark(".") == true || previous?.isMark("&.") == true
      switch tokens[index].kind {
      case .string(let pieces):
        return pieces.allSatisfy { piece in
          guard case .code(let code) = piece else { return true }
          return holds(in: code, of: source, level: level + 1)
        }
      // A command in back-ticks.
      case .opaque:
        let text = source.string(at: tokens[index].span)
        return !text.hasPrefix("`") && !text.hasPrefix("%x")
      case .word(let word) where isMethod: return Self.methods.contains(word) || Self.sameValue.contains(word)
      // A global variable.
      case .word where previous?.isMark("$") == true: return true
      case .word(let word):
        return Self.words.contains(word) || Self.constants.contains(word)
          || readers(word) && !Self.hasArguments(after: index, tokens)
      case .mark(let mark): return mark != "->" && !RubyChanges.assignments.contains(mark)
      case .label, .symbol, .words, .number, .lineEnd: return true
      }
    }
  }

  /// Whether arguments follow the name at `index`: then it is not a variable, even if one has this name.
  private static func hasArguments(after index: Int, _ tokens: [RubyToken]) -> Bool {
    guard index + 1 < tokens.count else { return false }
    switch tokens[index + 1].kind {
    case .mark(let mark): return mark == "(" && !tokens[index + 1].isSpaced
    case .word(let word): return !words.contains(word) && !["in", "rescue", "while", "until"].contains(word)
    case .label, .string, .symbol, .words, .number: return true
    case .lineEnd, .opaque: return false
    }
  }

  private static let words: Set<String> = [
    "true", "false", "nil", "if", "unless", "then", "else", "elsif", "end", "and", "or", "not", "case", "when", "do",
    "lane_context", "is_ci", "is_ci?", "get_version_number", "get_build_number", "version_get_podspec", "git_branch",
    "last_git_tag", "number_of_commits", "last_git_commit", "get_info_plist_value", "get_ipa_info_plist_value",
    "read_podspec", "git_tag_exists", "__FILE__", "__dir__", "get_version_number_from_xcodeproj",
    "get_version_number_from_plist", "get_build_number_from_xcodeproj", "get_build_number_from_plist",
  ]

  /// Whether `word` is a keyword, or a method that only reads.
  static func isKeyword(_ word: String) -> Bool { words.contains(word) || RubyToken.valueKeywords.contains(word) }

  private static let constants: Set<String> = [
    "File", "Dir", "ENV", "Time", "Date", "DateTime", "Pathname", "JSON", "YAML", "SharedValues", "Actions", "Integer",
    "Float", "String", "Array", "Hash", "Shellwords", "CredentialsManager", "AppfileConfig", "FastlaneCore", "Helper",
    "Gem", "Version", "SecureRandom", "URI", "Regexp", "RUBY_VERSION", "Fastlane", "Base64",
  ]

  /// Methods that return their receiver itself.
  static let sameValue: Set<String> = ["to_s", "to_str", "freeze", "itself"]

  /// Methods that change neither their receiver nor anything else.
  static let methods: Set<String> = [
    "to_i", "to_f", "to_sym", "to_a", "to_h", "strip", "lstrip", "rstrip", "chomp", "split", "first", "last", "join",
    "map", "select", "reject", "find", "each_with_object", "empty?", "nil?", "include?", "start_with?", "end_with?",
    "upcase", "downcase", "capitalize", "gsub", "sub", "tr", "delete_prefix", "delete_suffix", "fetch", "key?",
    "has_key?", "length", "size", "count", "sort", "sort_by", "max", "min", "sum", "reverse", "expand_path", "dirname",
    "basename", "extname", "exist?", "exists?", "file?", "directory?", "read", "readlines", "home", "pwd", "now",
    "strftime", "today", "parse", "match", "match?", "scan", "lines", "compact", "flatten", "uniq", "zip", "merge",
    "keys", "values", "dig", "any?", "all?", "none?", "glob", "absolute_path", "is_a?", "kind_of?", "respond_to?",
    "even?", "odd?", "zero?", "positive?", "round", "floor", "ceil", "utc", "iso8601", "year", "month", "day", "hour",
    "shellescape", "escape", "decode64", "strict_decode64", "urlsafe_decode64", "encode64", "strict_encode64",
    "try_fetch_value", "escapeHTML", "ci?", "is_ci?", "message", "hex", "red", "green",
    "yellow", "blue", "cyan", "magenta", "white", "bold", "underline",
  ]

  /// Calls that do not change the texts that they get.
  static let takers: Set<String> = methods.union([
    "sh", "puts", "say", "println", "print", "message", "success", "important", "header", "error", "user_error!",
    "confirm", "input", "select", "raise", "import", "if", "unless", "while", "until", "when", "and", "or", "not",
    "return", "next", "then", "else", "elsif", "case", "system", "Integer", "Float", "String", "Array", "echo",
  ])
}
