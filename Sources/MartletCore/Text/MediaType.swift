/// The media types of files, by the extensions of their names.
package enum MediaType {
  private static let types = [
    "zip": "application/zip", "gz": "application/gzip", "tgz": "application/gzip", "zst": "application/zstd",
    "xz": "application/x-xz", "json": "application/json", "txt": "text/plain", "png": "image/png", "jpg": "image/jpeg",
    "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
  ]

  /// Returns the type of the file at `path`, such as `image/png`.
  package static func ofFile(_ path: String) -> String {
    path.split(separator: ".").last.flatMap { types[$0.lowercased()] } ?? "application/octet-stream"
  }
}
