import MartletCore

/// The arguments of a program, and whether it only reads with them.
struct ReadingProgram {
  let arguments: [String]
  /// Stands for a value in an argument.
  let valueMark: Character

  func onlyReads(_ program: String) -> Bool {
    switch program {
    case "git": onlyGitReads
    case "date": dateOnlyPrints
    case "sed": sedOnlyPrints
    case "awk": awkOnlyPrints
    case "sort": sortOnlyPrints
    case "uniq": uniqOnlyPrints
    // Without a command, it prints its words.
    case "xargs": arguments.isEmpty
    case "PlistBuddy", "/usr/libexec/PlistBuddy": plistBuddyOnlyPrints
    case "plutil":
      arguments.count == 6 && arguments[0] == "-extract" && arguments[2...4] == ["raw", "-o", "-"]
    case "agvtool":
      arguments.first.map { ["what-version", "vers", "what-marketing-version", "mvers"].contains($0) } == true
        && arguments.dropFirst().allSatisfy { ["-terse", "-terse1"].contains($0) }
    default: Self.readers.contains(program)
    }
  }

  /// Programs that write no file with any of their arguments.
  private static let readers: Set<String> = [
    "basename", "cat", "cut", "dirname", "echo", "egrep", "fgrep", "grep", "head", "jq", "ls", "nl", "printf", "pwd",
    "rev",
    "tac", "tail", "tr", "wc",
  ]

  /// Whether an argument may be an option that is not known.
  private func isValue(_ argument: String) -> Bool { argument.first == valueMark }

  // MARK: git and date

  /// Commands of git that read with all their options but those of `writesFile`.
  private static let readingCommands: Set<String> = [
    "cat-file", "describe", "diff", "for-each-ref", "log", "ls-files", "ls-tree", "merge-base", "name-rev", "rev-list",
    "rev-parse", "shortlog", "show", "show-ref", "status",
  ]

  private var onlyGitReads: Bool {
    var rest = arguments[...]
    while let option = rest.first, option.hasPrefix("-") {
      guard ["--no-pager", "-P"].contains(option) else { return false }
      rest = rest.dropFirst()
    }
    guard let command = rest.popFirst() else { return false }
    if Self.readingCommands.contains(command) {
      return rest.prefix { $0 != "--" }.allSatisfy { !isValue($0) && !Self.writesFile($0) }
    }
    switch (command, rest.first) {
    case ("branch", "--show-current"?), ("remote", nil): return rest.count <= 1
    case ("remote", "get-url"?): return rest.count == 2
    case ("config", let option?): return ["--get", "--get-all", "--list", "-l"].contains(option)
    case ("tag", nil): return true
    case ("tag", let option?): return ["-l", "--list", "--points-at", "--contains"].contains(option)
    case ("symbolic-ref", _): return rest.count { !["-q", "--quiet", "--short"].contains($0) } == 1
    default: return false
    }
  }

  /// Whether it is `--output=FILE`, or runs a program; git also takes the beginning of a long option.
  private static func writesFile(_ option: String) -> Bool {
    let name = String(option.prefix { $0 != "=" })
    return name.hasPrefix("--output") || name.count > 3 && "--output".hasPrefix(name) || name.hasPrefix("--ext")
  }

  /// `date -s` and `date 01011200` set the clock.
  private var dateOnlyPrints: Bool {
    arguments.allSatisfy { $0.hasPrefix("+") || ["-u", "--utc", "-R"].contains($0) || $0.hasPrefix("--date=") }
  }

  // MARK: Filters

  /// Neither `-o`, nor `--output` or a program for large files.
  private var sortOnlyPrints: Bool {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      if option.wholeMatch(of: /-[bdfghinrsuVMRz]+/) != nil { continue }
      guard let match = option.wholeMatch(of: /-[bdfghinrsuVMRz]*[kt](.*)/) else { return false }
      if match.output.1.isEmpty, rest.popFirst() == nil { return false }
    }
    return true
  }

  /// Its second file is the output.
  private var uniqOnlyPrints: Bool { arguments.allSatisfy { $0.wholeMatch(of: /-[cdiuD]+|-[fsw][0-9]+/) != nil } }

  /// `-i` writes its files, and so do some commands of its script.
  private var sedOnlyPrints: Bool {
    var scripts: [String] = []
    var files: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-"), argument != "-" else {
        files.append(argument)
        continue
      }
      guard argument.wholeMatch(of: /-[nErsuz]*e?/) != nil else { return false }
      guard argument.hasSuffix("e") else { continue }
      guard let script = rest.popFirst() else { return false }
      scripts.append(script)
    }
    if scripts.isEmpty, !files.isEmpty { scripts.append(files.removeFirst()) }
    return !scripts.isEmpty && !files.contains(where: isValue)
      && scripts.allSatisfy { !$0.contains(valueMark) && $0.isPrintingScriptOfSed }
  }

  /// A program of awk may write files, and run commands.
  private var awkOnlyPrints: Bool {
    var rest = arguments[...]
    while let option = rest.first, option.hasPrefix("-") {
      guard option.hasPrefix("-F") || option == "-v" else { return false }
      rest = rest.dropFirst(["-F", "-v"].contains(option) ? 2 : 1)
    }
    guard let program = rest.popFirst(), !program.contains(valueMark) else { return false }
    return ![">", "|", "@", "system", "getline"].contains(where: program.contains)
  }

  /// Only its command `Print` changes nothing.
  private var plistBuddyOnlyPrints: Bool {
    var rest = arguments[...]
    var files = 0
    while let argument = rest.popFirst() {
      if argument == "-c" {
        guard let command = rest.popFirst(), command.wholeMatch(of: /Print( :?[A-Za-z0-9_:.-]+)?/) != nil else {
          return false
        }
      } else {
        guard !argument.hasPrefix("-"), !isValue(argument) else { return false }
        files += 1
      }
    }
    return files == 1 && arguments.contains("-c")
  }
}

extension String {
  /// Whether it is a script of substitutions, and of commands that print, delete or end.
  fileprivate var isPrintingScriptOfSed: Bool {
    var rest = self[...]
    while !rest.isEmpty {
      rest = rest.drop { " ;".contains($0) }
      guard !rest.isEmpty else { break }
      while let next = rest.first, !"spdq=".contains(next) {
        // An address.
        rest = rest.dropFirst()
        if next == "/" {
          guard rest.dropSection(upTo: "/") else { return false }
        } else {
          guard next.isASCII, next.isNumber || "$,! ".contains(next) else { return false }
        }
      }
      guard let command = rest.popFirst() else { return false }
      if command == "s" {
        guard let delimiter = rest.popFirst(), !"\\ \n;".contains(delimiter), rest.dropSection(upTo: delimiter),
          rest.dropSection(upTo: delimiter)
        else { return false }
        rest = rest.drop { "gpI".contains($0) || $0.isASCII && $0.isNumber }
      }
      rest = rest.drop { $0 == " " }
      guard rest.isEmpty || rest.first == ";" else { return false }
    }
    return true
  }
}

extension Substring {
  /// Removes the text up to `delimiter`, and the delimiter. Programs differ where brackets have it.
  fileprivate mutating func dropSection(upTo delimiter: Character) -> Bool {
    var depth = 0
    while let character = popFirst() {
      switch character {
      case delimiter: return depth == 0
      case "\\": _ = popFirst()
      case "\n": return false
      case "[": depth += 1
      case "]": depth -= 1
      default: break
      }
    }
    return false
  }
}
