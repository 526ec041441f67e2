import Lanes
import MartletCore
import SystemAPI

/// A file that is read from its start to its end, with its digest.
struct ArtifactReader {
  let path: String

  /// Reads the file, and gives each piece of it to `take`.
  ///
  /// - Returns: nil if there is no file.
  /// - Throws: `ExecutionError.cannotRead`, `.notAFile`; the error of `take`.
  func contents(_ take: ([UInt8]) throws -> Void = { _ in }) throws -> ArtifactContents? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      guard [ENOENT, ENOTDIR].contains(errno) else { throw ExecutionError.cannotRead(path, code: lastSystemError) }
      return nil
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw ExecutionError.notAFile(path)
    }
    var (hasher, size) = (ContentHasher(), 0)
    while let bytes = try piece(of: descriptor) {
      hasher.append(bytes[...])
      size += bytes.count
      try take(bytes)
    }
    return ArtifactContents(size: size, digest: hasher.digest())
  }

  /// The next bytes of the open file; nil at its end.
  private func piece(of descriptor: Int32) throws(ExecutionError) -> [UInt8]? {
    do throws(SystemError) {
      let bytes = try SystemFile.piece(of: descriptor, length: Self.pieceSize)
      return bytes.isEmpty ? nil : bytes
    } catch {
      throw .cannotRead(path, code: error.code)
    }
  }

  private static let pieceSize = 1 << 18
}

extension RunFolder {
  /// The folder of the copies of artifacts.
  var artifactsPath: String { "\(path)/artifacts" }

  /// The copy of the artifact with these contents.
  func artifactPath(of digest: ContentDigest) -> String { "\(artifactsPath)/\(digest.hex)" }

  /// Whether there is a copy with exactly these contents.
  func holds(_ contents: ArtifactContents) -> Bool {
    let copy = ArtifactReader(path: artifactPath(of: contents.digest))
    return (try? copy.contents()) == contents
  }

  /// Copies the file at `path`, and syncs the copy to the disk before it returns.
  ///
  /// - Parameter expected: The contents without which nothing is kept; nil for any.
  /// - Returns: What the file holds; nil if there is no file.
  func keepArtifact(at path: String, expecting expected: ArtifactContents? = nil) throws -> ArtifactContents? {
    let temporary = "\(artifactsPath)/new.part"
    guard mkdir(artifactsPath, 0o700) == 0 || errno == EEXIST else {
      throw ExecutionError.cannotWrite(artifactsPath, code: lastSystemError)
    }
    unlink(temporary)
    defer { unlink(temporary) }
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw ExecutionError.cannotWrite(temporary, code: lastSystemError) }
    defer { close(descriptor) }
    let found = try ArtifactReader(path: path).contents { piece in
      do throws(SystemError) {
        try SystemFile.write(piece, to: descriptor)
      } catch {
        throw ExecutionError.cannotWrite(temporary, code: error.code)
      }
    }
    guard let found, expected == nil || found == expected else { return found }
    let copy = artifactPath(of: found.digest)
    do throws(SystemError) {
      try DiskSync.wait(forFilesAt: [temporary], andNamesIn: [])
      guard rename(temporary, copy) == 0 else { throw .last }
    } catch {
      throw ExecutionError.cannotWrite(copy, code: error.code)
    }
    DiskSync.wait(forNamesIn: [artifactsPath, self.path])
    return found
  }

  /// Removes the copies, after the end of a run.
  func removeArtifacts() {
    for name in (try? SystemFile.names(in: artifactsPath)) ?? [] { unlink("\(artifactsPath)/\(name)") }
    rmdir(artifactsPath)
  }
}

extension Workspace {
  /// Makes sure that there is a copy of `artifact`, also in another clone than that of the run.
  ///
  /// - Throws: `ExecutionError.lostArtifact`.
  func keepAgain(_ artifact: Artifact, _ contents: ArtifactContents, in folder: RunFolder) throws {
    guard try keepsCopy(of: artifact, contents, in: folder) else {
      throw ExecutionError.lostArtifact(artifact.path, contents.digest)
    }
  }

  /// Makes a copy of `artifact`, unless there is one, from a file with the same bytes: at its path, or in the folder of
  /// `--artifacts`.
  ///
  /// - Returns: Whether there is a copy.
  func keepsCopy(of artifact: Artifact, _ contents: ArtifactContents, in folder: RunFolder) throws -> Bool {
    guard !folder.holds(contents) else { return true }
    let own = try artifact.path.hasPrefix("/") ? artifact.path : absoluteArtifactPath(artifact.path)
    let supplied = try suppliedArtifacts().map { found in
      found.names.filter { $0.split(separator: "/").last.map(String.init) == artifact.name }.map {
        "\(found.folder)/\($0)"
      }
    }
    return try ([own] + (supplied ?? [])).contains { path in
      try folder.keepArtifact(at: path, expecting: contents) == contents
    }
  }

  package func artifact(at path: String) throws -> ArtifactContents? {
    // No later stage is planned with other contents than those that were shown.
    if let contents = settledContents[path] { return contents }
    let contents = try ArtifactReader(path: absoluteArtifactPath(path)).contents()
    if let folder = artifactsFolder, path.hasPrefix("\(folder)/") { settledContents[path] = contents }
    return contents
  }

  package func artifactSize(at path: String) throws -> Int? {
    if let contents = settledContents[path] { return contents.size }
    var status = stat()
    guard stat(try absoluteArtifactPath(path), &status) == 0 else {
      guard [ENOENT, ENOTDIR].contains(errno) else { throw ExecutionError.cannotRead(path, code: lastSystemError) }
      return nil
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw ExecutionError.notAFile(path) }
    return Int(status.st_size)
  }

  /// Empty if the folder is gone: a resumed run needs only its copies.
  package func suppliedArtifacts() throws -> SuppliedArtifacts? {
    guard let folder = artifactsFolder else { return nil }
    var names = settledContents.keys.filter { $0.hasPrefix("\(folder)/") }.map {
      String($0.dropFirst(folder.count + 1))
    }
    var folders = [""]
    while let below = folders.popLast() {
      let found: [String]
      do throws(SystemError) {
        found = try SystemFile.names(in: folder + below)
      } catch {
        guard [ENOENT, ENOTDIR].contains(error.code) else { throw ExecutionError.cannotRead(folder, code: error.code) }
        continue
      }
      for name in found {
        var (status, path) = (stat(), "\(below)/\(name)")
        guard lstat(folder + path, &status) == 0 else { continue }
        if status.st_mode & S_IFMT == S_IFDIR { folders.append(path) }
        path.removeFirst()
        if stat("\(folder)/\(path)", &status) == 0, status.st_mode & S_IFMT == S_IFREG { names.append(path) }
      }
    }
    return SuppliedArtifacts(in: folder, names: Set(names).sorted { $0.precedesInBytes($1) })
  }

  /// Resolves a path from the root, which must stay inside the working tree; an absolute path is used as it is.
  func absoluteArtifactPath(_ path: String) throws -> String {
    guard !path.hasPrefix("/") else { return path }
    let full = "\(root)/\(path)"
    guard let real = try? SystemFile.realPath(of: full) else { return full }
    guard real.hasPrefix("\(root)/") else { throw ExecutionError.outside(path) }
    return real
  }
}

extension ExecutionError {
  /// The kept copy of an artifact is missing or damaged.
  static func lostArtifact(_ path: String, _ digest: ContentDigest) -> ExecutionError {
    .failed(
      Failure(
        "the file `\(path)` of the run is not in this clone, expected one with the SHA-256 \(digest.hex)",
        hint:
          "get the same files and run `martlet finish --artifacts FOLDER`; or run `martlet finish` in the clone where "
          + "the run began; or end the run with `martlet undo --keep`"))
  }
}
