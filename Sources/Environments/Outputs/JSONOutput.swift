import Lanes
import MartletCore

extension OutputFormat {
  static let json = OutputFormat(
    template: PackageResources.EnvironmentConfiguration_json_mustache,
    content: { generator, _ in ["object": .text(generator.selected.values.json(indentation: ""))] })
}
