import Lanes
import MartletCore

extension OutputFormat {
  static let json = OutputFormat(
    template: .jsonEnvironment,
    content: { generator, _ in ["object": .text(generator.selected.values.json(indentation: ""))] })
}
