import MartletCore

/// A repository that an export reads: its objects, attributes and configuration.
final class ExportSource {
  let repository: Repository
  let origin: ExportOrigin
  let reader: ObjectReader
  let policy: ConversionPolicy
  /// The attributes files with a lower priority than those of the tree: the system's, then the user's.
  private let weakerAttributes: [[UInt8]]
  private let strongestAttributes: [UInt8]
  let ignoresCase: Bool
  private var textDrivers: [String: Bool?] = [:]

  init(_ repository: Repository) throws(GitError) {
    self.repository = repository
    origin = try ExportOrigin(repository)
    reader = try ObjectReader(origin)
    policy = ConversionPolicy(of: repository)
    ignoresCase = repository.configurationFlag("core.ignorecase") == true
    var weaker: [[UInt8]] = []
    for path in repository.attributeFiles {
      if let file = try Files.contents(of: path) { weaker.append(file) }
    }
    weakerAttributes = weaker
    strongestAttributes = try Files.contents(of: "\(repository.commonDirectory)/info/attributes") ?? []
  }

  /// Returns the attributes at the top of a tree.
  func attributes(of tree: ArraySlice<TreeObject.Entry>) throws(GitError) -> AttributeStack {
    AttributeStack(
      weaker: weakerAttributes, root: try attributeFile(in: tree) ?? [], info: strongestAttributes,
      ignoresCase: ignoresCase)
  }

  /// Returns the attributes file in a tree; nil when there is none.
  func attributeFile(in tree: ArraySlice<TreeObject.Entry>) throws(GitError) -> [UInt8]? {
    guard let entry = tree.first(where: { $0.name.elementsEqual(".gitattributes".utf8) }), entry.kind.isFile else {
      return nil
    }
    return try reader.bytes(of: entry.id, .blob)
  }

  /// Returns the tree `id`.
  func tree(_ id: ObjectID) throws(GitError) -> ArraySlice<TreeObject.Entry> { try reader.entries(ofTree: id)[...] }

  /// Returns whether the attribute `diff` makes a file text; nil means that the contents decide.
  func isText(_ state: AttributeState?) -> Bool? {
    switch state {
    case .on: return true
    case .off: return false
    case .unspecified, nil: return nil
    case .value(let bytes):
      let name = String(decoding: bytes, as: UTF8.self)
      if let known = textDrivers[name] { return known }
      let isText = repository.configurationFlag("diff.\(name).binary").map { !$0 }
      textDrivers[name] = .some(isText)
      return isText
    }
  }
}

extension Repository {
  /// The attributes files outside the repository, weakest first; some may be missing.
  fileprivate var attributeFiles: [String] {
    var files: [String] = []
    if environment["GIT_ATTR_NOSYSTEM"].flatMap(ConfigurationValue.flag) != true {
      files.append("\(settings.systemFolder)/gitattributes")
    }
    if configuration("core.attributesfile") != nil {
      // An empty setting means none. A relative path starts at the top folder.
      if let path = configurationPath("core.attributesfile") {
        files.append(path.hasPrefix("/") ? path : "\(workTree)/\(path)")
      }
    } else if let folder = environment["XDG_CONFIG_HOME"], !folder.isEmpty {
      files.append("\(folder)/git/attributes")
    } else if let home = environment["HOME"] {
      files.append("\(home)/.config/git/attributes")
    }
    return files
  }
}

/// A repository, for threads that only read its objects.
package struct ExportOrigin: Sendable {
  let objects: ObjectSource
  /// The length of its ids in bytes.
  let idLength: Int
  let replacements: [ObjectID: ObjectID]
  /// The size in bytes above which git does not load a file into memory.
  let largeFileLength: Int

  init(_ repository: Repository) throws(GitError) {
    objects = repository.objectSource
    idLength = repository.idLength
    replacements = try repository.replacements()
    largeFileLength = repository.largeFileLength
  }
}
