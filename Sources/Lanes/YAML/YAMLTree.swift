import MartletCore

/// The content of a YAML document, before it is interpreted. Aliases are replaced with their anchored values.
struct YAMLTree {
  enum Content {
    case scalar(YAMLEvent.Scalar)
    case sequence([YAMLTree])
    case mapping([(key: YAMLTree, value: YAMLTree)])
  }

  /// The limits for reading.
  struct Bounds {
    let depth: Int
    /// The number of values, without keys; an alias counts as one.
    let count: Int
  }

  let content: Content
  let mark: YAMLMark

  /// Parses the single document in `bytes`, which are UTF-8; returns nil when there is none.
  ///
  /// - Throws: `YAMLProblem`.
  static func document(in bytes: ArraySlice<UInt8>, within bounds: Bounds) throws(YAMLProblem) -> YAMLTree? {
    var composer = Composer(events: try YAMLEvents(bytes), bounds: bounds)
    return try composer.document()
  }
}

/// Builds a tree from libyaml events.
private struct Composer {
  let events: YAMLEvents
  let bounds: YAMLTree.Bounds
  private var anchors: [String: YAMLTree] = [:]
  private var count = 0

  init(events: YAMLEvents, bounds: YAMLTree.Bounds) {
    self.events = events
    self.bounds = bounds
  }

  mutating func document() throws(YAMLProblem) -> YAMLTree? {
    _ = try events.next()
    guard case .documentStart = try events.next().kind else { return nil }
    let tree = try value(of: try events.next(), depth: 0)
    // The end of the document.
    _ = try events.next()
    let last = try events.next()
    guard case .streamEnd = last.kind else { throw .secondDocument(last.mark) }
    return tree
  }

  /// Returns the tree that begins with `event`.
  private mutating func tree(of event: YAMLEvent, depth: Int) throws(YAMLProblem) -> YAMLTree {
    guard depth <= bounds.depth else { throw .tooDeep(event.mark) }
    let content: YAMLTree.Content
    let name: String?
    switch event.kind {
    case .alias(let anchor):
      guard let tree = anchors[anchor] else { throw .unknownAlias(event.mark) }
      return tree
    case .scalar(let scalar, let anchor): (content, name) = (.scalar(scalar), anchor)
    case .sequenceStart(let anchor): (content, name) = (.sequence(try elements(depth: depth + 1)), anchor)
    case .mappingStart(let anchor): (content, name) = (.mapping(try entries(depth: depth + 1)), anchor)
    case .streamStart, .streamEnd, .documentStart, .documentEnd, .collectionEnd:
      // libyaml has checked that a value is here.
      throw .malformed("did not find expected node content", event.mark)
    }
    let tree = YAMLTree(content: content, mark: event.mark)
    if let name { anchors[name] = tree }
    return tree
  }

  /// Returns the same tree, and counts it.
  private mutating func value(of event: YAMLEvent, depth: Int) throws(YAMLProblem) -> YAMLTree {
    count += 1
    guard count <= bounds.count else { throw .tooMany(event.mark) }
    return try tree(of: event, depth: depth)
  }

  private mutating func elements(depth: Int) throws(YAMLProblem) -> [YAMLTree] {
    var elements: [YAMLTree] = []
    while let event = try nextInCollection() { elements.append(try value(of: event, depth: depth)) }
    return elements
  }

  private mutating func entries(depth: Int) throws(YAMLProblem) -> [(key: YAMLTree, value: YAMLTree)] {
    var entries: [(key: YAMLTree, value: YAMLTree)] = []
    while let event = try nextInCollection() {
      let key = try tree(of: event, depth: depth)
      entries.append((key, try value(of: try events.next(), depth: depth)))
    }
    try refuseSameKeys(entries.map(\.key))
    return entries
  }

  /// Returns the next event; nil at the end of the collection.
  private func nextInCollection() throws(YAMLProblem) -> YAMLEvent? {
    let event = try events.next()
    if case .collectionEnd = event.kind { return nil }
    return event
  }

  /// Throws for duplicate keys: for the first one in alphabetical order, at its first place.
  private func refuseSameKeys(_ keys: [YAMLTree]) throws(YAMLProblem) {
    var firsts: [Name: YAMLMark] = [:]
    var same: [Name] = []
    for key in keys {
      guard case .scalar(let scalar) = key.content else { continue }
      let name = Name(scalar)
      if let index = firsts.index(forKey: name) { same.append(firsts.keys[index]) } else { firsts[name] = key.mark }
    }
    guard let first = same.min(by: { $0.text < $1.text }), let mark = firsts[first] else { return }
    throw .sameKey(first.text, mark)
  }

  /// The identity of a key.
  private struct Name: Hashable {
    let text: String
    let tag: String

    init(_ scalar: YAMLEvent.Scalar) {
      text = scalar.text
      tag = scalar.tag ?? "tag:yaml.org,2002:str"
    }
  }
}
