import TextEditing

/// What files of git's configuration say that name no other files.
struct Configuration {
  private var values: [String: [String]] = [:]
  private var keys: [String] = []

  /// What `files` say, those that count more behind the others; nil when one of them is not understood, or includes more.
  init?(_ files: [[UInt8]]) {
    for file in files {
      guard let text = ConfigurationText(file) else { return nil }
      for (key, value) in text.settings {
        guard !key.hasPrefix("include.") && !key.hasPrefix("includeif.") else { return nil }
        if values[key] == nil { keys.append(key) }
        values[key, default: []].append(value)
      }
    }
  }

  /// All values of a setting, the one that counts last. Section and name are in lower case.
  func values(_ key: String) -> [String] { values[key] ?? [] }

  /// The settings that are set, by their keys, each once.
  func keys(in section: String) -> [String] { keys.filter { $0.hasPrefix("\(section).") } }

  /// What stands between `section` and a name that is one of `names`, such as the remotes that have a `url`, in byte order.
  func subsections(of section: String, with names: [String]) -> [String] {
    let found = keys(in: section).compactMap { key -> String? in
      guard let dot = key.lastIndex(of: "."), names.contains(String(key[key.index(after: dot)...])) else { return nil }
      let middle = key[..<dot].dropFirst(section.count + 1)
      return middle.isEmpty ? nil : String(middle)
    }
    return Set(found).sorted { $0.precedesInBytes($1) }
  }
}
