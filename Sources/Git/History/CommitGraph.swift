import TextEditing
import Versioning

/// A commit-graph as git keeps it beside the objects: one file, or a chain of files that each add to those before.
struct CommitGraph: Sendable {
  /// How many commits it has.
  let count: Int
  /// The layers with the position at which each begins, the lowest first.
  private let layers: [(layer: CommitGraphLayer, start: Int)]

  /// The one that is kept below an `objects` folder; nil when there is none that can be read.
  init?(objects folder: String) {
    if let file = MappedFile("\(folder)/info/commit-graph"), let layer = CommitGraphLayer(file), layer.baseCount == 0 {
      self.init([layer])
      return
    }
    let chain = "\(folder)/info/commit-graphs"
    guard let names = try? Files.contents(of: "\(chain)/commit-graph-chain") else { return nil }
    var layers: [CommitGraphLayer] = []
    for name in names.split(separator: .lineFeed) {
      guard let id = ObjectID(String(decoding: name, as: UTF8.self)), layers.count < 256,
        let file = MappedFile("\(chain)/graph-\(id).graph"), let layer = CommitGraphLayer(file),
        layer.baseCount == layers.count
      else { return nil }
      layers.append(layer)
    }
    self.init(layers)
  }

  private init?(_ layers: [CommitGraphLayer]) {
    var count = 0
    self.layers = layers.map { layer in
      defer { count += layer.count }
      return (layer, count)
    }
    self.count = count
    if count == 0 { return nil }
  }

  /// The number by which the commit `id` goes here; nil when it is not here.
  func position(of id: RawObjectID) -> Int? {
    for (layer, start) in layers.reversed() {
      if let position = layer.position(of: id) { return start + position }
    }
    return nil
  }

  /// The commit that goes by that number.
  func id(at position: Int) -> RawObjectID? {
    layer(of: position).flatMap { $0.layer.id(at: position - $0.start) }
  }

  /// What is known of the commit at `position`; the positions of its parents take the place of what is in `parents`. Nil
  /// when the file is damaged there.
  func entry(at position: Int, parents: inout [Int]) -> CommitGraphLayer.Entry? {
    parents.removeAll(keepingCapacity: true)
    guard let (layer, start) = layer(of: position), let entry = layer.entry(at: position - start),
      layer.parents(of: entry, into: &parents), parents.allSatisfy({ $0 < count })
    else { return nil }
    return entry
  }

  private func layer(of position: Int) -> (layer: CommitGraphLayer, start: Int)? {
    position >= 0 && position < count ? layers.last { $0.start <= position } : nil
  }
}
