import Lanes
import MartletCore

extension OutputFormat {
  static let swift = OutputFormat(
    template: .swiftEnvironment,
    content: { (generator, output) throws(EnvironmentError) in
      try SwiftContent(
        output, generator.schema, selected: generator.selected, generator.subjects(of: output),
        of: generator.declaration
      ).content()
    })
}
