/// The folders that an index has files in, the top one first, each with what is tracked directly in it.
struct IndexFolders: Sendable {
  struct Folder {
    /// Where its path is in the index' paths, without a slash at its end; empty for the top one.
    let path: Range<Int>
    /// The numbers of the entries in it, in the order of their names.
    var entries: [Int] = []
    /// The number of the first entry in it or below it.
    let firstEntry: Int
    /// The numbers of the folders in it, in the order of their names with a slash behind them.
    var folders: [Int] = []
  }

  let image: IndexImage
  private(set) var folders: [Folder]

  init(_ image: IndexImage) {
    self.image = image
    folders = [Folder(path: 0..<0, firstEntry: 0)]
    // The folders that the last entry was in, outermost first.
    var open = [0]
    for number in image.entries.indices {
      let path = image.entries[number].path
      while let last = open.last, !contains(last, path) { open.removeLast() }
      var start = path.lowerBound + (open.last.map { $0 == 0 ? 0 : folders[$0].path.count + 1 } ?? 0)
      while let slash = image.paths[start..<path.upperBound].firstIndex(of: .slash) {
        if let outer = open.last { folders[outer].folders.append(folders.count) }
        open.append(folders.count)
        folders.append(Folder(path: path.lowerBound..<slash, firstEntry: number))
        start = slash + 1
      }
      if let inner = open.last { folders[inner].entries.append(number) }
    }
  }

  /// The numbers of the folders in the part `number` of `count` parts, which have about as many files each.
  func part(_ number: Int, of count: Int) -> Range<Int> {
    func end(_ number: Int) -> Int {
      guard number < count else { return folders.count }
      let wanted = image.entries.count * number / count
      var (low, high) = (0, folders.count)
      while low < high {
        let middle = (low + high) / 2
        // Folders come in the order of the first entry below them.
        if folders[middle].firstEntry < wanted { low = middle + 1 } else { high = middle }
      }
      return low
    }
    return end(number)..<end(number + 1)
  }

  private func contains(_ folder: Int, _ path: Range<Int>) -> Bool {
    let outer = folders[folder].path
    guard folder > 0 else { return true }
    guard path.count > outer.count, image.paths[path.lowerBound + outer.count] == .slash else { return false }
    return image.paths.withUnsafeBytes { bytes in
      bytes(outer).order(bytes(path.lowerBound..<(path.lowerBound + outer.count))) == 0
    }
  }

  /// Whether something in the folder of that number is tracked under `name`.
  func has(_ name: UnsafeRawBufferPointer, in number: Int) -> Bool {
    let folder = folders[number]
    let start = folder.path.isEmpty ? 0 : folder.path.count + 1
    return image.paths.withUnsafeBytes { paths in
      func isFound(among count: Int, _ path: (Int) -> Range<Int>, slash: Int) -> Bool {
        var (low, high) = (0, count)
        while low < high {
          let middle = (low + high) / 2
          let candidate = path(middle)
          let order = paths((candidate.lowerBound + start)..<candidate.upperBound).order(name, slash: slash)
          if order == 0 { return true }
          if order < 0 { low = middle + 1 } else { high = middle }
        }
        return false
      }
      return isFound(among: folder.entries.count, { image.entries[folder.entries[$0]].path }, slash: 0)
        || isFound(among: folder.folders.count, { folders[folder.folders[$0]].path }, slash: 0x2f)
    }
  }
}

extension UnsafeRawBufferPointer {
  fileprivate func callAsFunction(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: self[range])
  }

  /// The order of two names, both with the byte `slash` behind them.
  fileprivate func order(_ other: UnsafeRawBufferPointer, slash: Int) -> Int {
    let common = Swift.min(count, other.count)
    let order = UnsafeRawBufferPointer(rebasing: prefix(common)).order(
      UnsafeRawBufferPointer(rebasing: other.prefix(common)))
    if order != 0 || count == other.count { return order }
    return count > common ? Int(self[common]) - slash : slash - Int(other[common])
  }
}
