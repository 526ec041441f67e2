import ArgumentParser
import Execution
import Lanes
import MartletCore
import Steps
import SystemAPI

/// Completions for lanes and their parameters.
///
/// Without a valid Releasefile there are none, because a shell cannot show messages there.
struct LaneCompletion {
  /// The command line as typed, including the program's name.
  private let words: [String]
  private let lanes: [Lane]

  init(_ words: [String], environment: [String: String] = Session.processEnvironment) {
    self.words = words.map { $0.filter { !"'\"\\".contains($0) } }
    lanes = (try? Self.releasefile(for: self.words, environment))?.publicLanes ?? []
  }

  var laneNames: [String] { lanes.map(\.name) }

  /// `name=` for each parameter of the lane without a value so far; with the value where there are few.
  var arguments: [String] {
    // Skip the options and the command: a folder or a command can have the name of a lane.
    let rest = words.drop { !["run", "plan"].contains($0) }.dropFirst()
    guard let lane = lanes.first(where: { rest.contains($0.name) }) else { return [] }
    return lane.parameters.filter { parameter in
      !words.contains { $0.hasPrefix("\(parameter.name)=") && !$0.hasSuffix("=") }
    }
    .flatMap { parameter in
      switch parameter.kind {
      case .bool: ["\(parameter.name)=true", "\(parameter.name)=false"]
      case .choice: parameter.choices.map { "\(parameter.name)=\($0)" }
      case .string, .int, .version, .path: ["\(parameter.name)="]
      }
    }
  }

  /// Returns the Releasefile that the command would read, by its `-C` and `--file`.
  private static func releasefile(for words: [String], _ environment: [String: String]) throws -> Releasefile? {
    let directory = value(of: "-C", in: words) ?? FileManager.default.currentDirectoryPath
    if let file = value(of: "--file", in: words) {
      let location = file.hasPrefix("/") ? file : "\(directory)/\(file)"
      guard let data = FileManager.default.contents(atPath: location),
        let path = file.split(separator: "/").last.flatMap({ RelativePath(String($0)) })
      else { return nil }
      return try Releasefile(SourceText(path: path, fileBytes: Array(data)), vocabulary: .standard)
    }
    let workspace = try Workspace(containing: directory, environment: environment)
    return try workspace.releasefileSources().first.map { try Releasefile($0, vocabulary: .standard) }
  }

  static func value(of option: String, in words: [String]) -> String? {
    if let word = words.last(where: { $0.hasPrefix("\(option)=") }) { return String(word.dropFirst(option.count + 1)) }
    guard let index = words.lastIndex(of: option), index + 1 < words.count else { return nil }
    return words[index + 1]
  }
}

extension CompletionKind {
  /// The public lanes.
  static var lane: CompletionKind { .custom { words, _, _ in LaneCompletion(words).laneNames } }

  /// The parameters of the lane on the command line.
  static var laneArgument: CompletionKind { .custom { words, _, _ in LaneCompletion(words).arguments } }
}
