import MartletCore
import Processes
import SystemAPI

/// The kind and the length of an object.
package struct ObjectHeader: Equatable {
  package let kind: ObjectKind
  /// In bytes.
  package let length: Int

  /// The maximum length of the line that `git cat-file` prints before an object.
  static let maximumLength = 256

  init(kind: ObjectKind, length: Int) { (self.kind, self.length) = (kind, length) }

  /// Parses `ID KIND LENGTH` for the object `id`; nil for any other line.
  init?(_ line: [UInt8], of id: ObjectID) {
    let words = line.split(separator: .space, omittingEmptySubsequences: false)
    guard words.count == 3, words[0].elementsEqual(id.hex.utf8),
      let kind = ObjectKind(rawValue: String(decoding: words[1], as: UTF8.self)),
      !words[2].isEmpty, words[2].allSatisfy(\.isDigit), let length = Int(String(decoding: words[2], as: UTF8.self)),
      length < .max / 2
    else { return nil }
    (self.kind, self.length) = (kind, length)
  }
}

/// How the objects of a repository are read, by any number of threads.
package struct ObjectSource: Sendable {
  /// `git` with its options and without a command.
  private let git: Command
  /// The folder `objects` of the repository.
  private let folder: String
  /// Whether missing objects may be on a server.
  let isPartial: Bool

  /// The time that git has to find an object, and between two parts of it. It takes much less, unless it follows deltas in a
  /// circle, or the object ends before the length that it states: then it waits for the next request.
  static let searchTime = Duration.seconds(10)
  /// The time that git has to decompress an object, if it does that before it prints the first byte.
  static let readingTime = Duration.seconds(120)

  package init(_ git: Command, objects folder: String, isPartial: Bool) {
    var git = git
    // A look fetches nothing, which git before 2.39.4 knows only by the second variable. Other code decides which objects
    // are replaced.
    git.environment.merge(
      ["GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none", "GIT_NO_REPLACE_OBJECTS": "1", "LC_ALL": "C"]
    ) { $1 }
    (self.git, self.folder, self.isPartial) = (git, folder, isPartial)
  }

  /// Starts `git cat-file` for the object `id` and others.
  func start(_ option: String, for id: ObjectID) throws(ObjectError) -> Coprocess {
    // git would wait for a named pipe, and read a device without an end.
    for part in ["pack", "info"] {
      if let file = SystemFile.specialFile(below: "\(folder)/\(part)") { throw .special(id, file) }
    }
    var git = git
    git.arguments += ["cat-file", option]
    do throws(ProcessError) {
      return try Coprocess(git)
    } catch {
      throw .program(error)
    }
  }

  /// Requests objects, which `program` prints in this order.
  func request(_ ids: [ObjectID], from program: Coprocess) throws(ObjectError) {
    var request: [UInt8] = []
    for id in ids {
      let hex = id.hex
      let file = "\(folder)/\(hex.prefix(2))/\(hex.dropFirst(2))"
      if SystemFile.isSpecial(file) { throw .special(id, file) }
      request += Array(hex.utf8) + [.lineFeed]
    }
    program.send(request)
  }

  /// Reads the header of the object `id`, which is the next one that `program` prints; nil when it is missing.
  func header(of id: ObjectID, from program: Coprocess) throws(ObjectError) -> ObjectHeader? {
    let hex = id.hex
    let line: [UInt8]
    do throws(Coprocess.End) {
      line = try program.line(limit: ObjectHeader.maximumLength, within: Self.searchTime)
    } catch {
      // git ends if it cannot fetch an object.
      if isPartial, error == .ended, program.errorText.contains("could not fetch \(hex)") { return nil }
      throw self.error(error, reading: id, from: program)
    }
    if let header = ObjectHeader(line, of: id) { return header }
    guard line.elementsEqual("\(hex) missing".utf8) else {
      let text = String(decoding: line, as: UTF8.self)
      throw .refused(RefusedObject(id: id, reason: "git printed `\(text)` instead of its kind and length"))
    }
    // It may be in a file that git cannot read.
    guard !isPartial, let reason = Self.reason(in: program.errorText) else { return nil }
    throw .refused(RefusedObject(id: id, reason: reason))
  }

  /// Requests the object that the reference `name` leads to, and reads its id and header; nil if git finds none.
  func header(ofReference name: String, from program: Coprocess) throws(Coprocess.End) -> (ObjectID, ObjectHeader)? {
    program.send(Array("\(name)\n".utf8))
    let line = try program.line(limit: ObjectHeader.maximumLength, within: Self.searchTime)
    guard let id = ObjectID(String(decoding: line.prefix { $0 != .space }, as: UTF8.self)) else { return nil }
    return ObjectHeader(line, of: id).map { (id, $0) }
  }

  /// Reads the line feed after the contents of the object `id`.
  func readEnd(of id: ObjectID, from program: Coprocess) throws(ObjectError) {
    let rest: [UInt8]
    do throws(Coprocess.End) {
      rest = try program.line(limit: 1, within: Self.searchTime)
    } catch {
      throw self.error(error, reading: id, from: program)
    }
    guard rest.isEmpty else {
      throw .refused(RefusedObject(id: id, reason: "it has another length than its header states"))
    }
  }

  /// Returns the error for the end of `program` while it printed the object `id`.
  func error(_ end: Coprocess.End, reading id: ObjectID, from program: Coprocess) -> ObjectError {
    switch end {
    case .interrupted(let signal): .interrupted(signal: signal)
    case .silent(let time): .refused(RefusedObject(id: id, reason: "git found no end of it within \(time.inSeconds)"))
    case .ended:
      .refused(RefusedObject(id: id, reason: Self.reason(in: program.errorText) ?? "git ended while it printed it"))
    }
  }

  /// Returns the last error in the error output of git; nil for none.
  private static func reason(in errors: String) -> String? {
    let marks = ["fatal: ", "error: "]
    let lines = errors.split(whereSeparator: \.isNewline).filter { line in marks.contains(where: line.hasPrefix) }
    return lines.last.map { String($0.dropFirst(marks[0].count)) }
  }
}
