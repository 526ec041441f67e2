import Lanes
import MartletCore
import TestSupport

extension Planning {
  /// A project with tags and commits in this order, the oldest first: `tag 1.0.0`, or the message of a commit.
  init(version: String?, history: [String], files: [String: String] = [:]) {
    var files = files
    if let version { files["VERSION"] = "\(version)\n" }
    self.init(.clean(files))
    if version == nil { head = "version: {source: tag}\n" }
    var log: [CommitRecord] = [.example("Begin", 0)]
    var tags: [String: ObjectID] = [:]
    for (index, entry) in history.enumerated() {
      if entry.hasPrefix("tag ") {
        tags[String(entry.dropFirst(4))] = log[0].id
      } else {
        log.insert(.example(entry, index + 1), at: 0)
      }
    }
    world.log = log
    world.tagNames = tags
    world.headState = .branch("main", log[0].id)
  }
}

extension CommitRecord {
  static func example(_ message: String, _ number: Int) -> CommitRecord {
    let digits = String(number + 0x1000, radix: 16)
    let hex = digits + String(repeating: "0", count: 40 - digits.count)
    return CommitRecord(
      id: ObjectID(hex) ?? .first, parents: [.first], author: Person(name: "A. Author", email: "a@example.com"),
      message: Array(message.utf8))
  }
}
