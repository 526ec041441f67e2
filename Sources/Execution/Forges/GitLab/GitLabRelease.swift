import HTTP
import MartletCore

/// A release in GitLab's JSON, with the keys that Martlet reads.
struct GitLabRelease: Decodable {
  let tagName: String
  let name: String?
  let description: String?
  let assets: Assets?
  let _links: Links?

  struct Assets: Decodable {
    let links: [Link]?
  }

  struct Link: Decodable {
    let id: Int
    let name: String
    let url: String
    let directAssetUrl: String?
  }

  struct Links: Decodable {
    let `self`: String?
  }

  /// - Parameter files: The files of the package of this tag, with sizes and digests.
  func release(in location: ForgeProject, files: [GitLabFile]) -> ForgeRelease {
    let page = "\(location.server)/\(location.repository)/-/releases/\(tagName.percentEncoded)"
    return ForgeRelease(
      id: tagName, tag: tagName, title: name ?? "", notes: description ?? "", isDraft: false, isPrerelease: false,
      page: _links?.`self` ?? page,
      assets: (assets?.links ?? []).map { link in
        let file = files.first { $0.fileName == link.name }
        return ForgeAsset(
          id: file?.assetID ?? "link:\(link.id)", name: link.name, size: file?.size, digest: file?.digest,
          isComplete: true, address: link.directAssetUrl ?? link.url, source: link.url)
      })
  }
}

/// A package, in a list.
struct GitLabPackage: Decodable {
  let id: Int
  let name: String
  let version: String
}

/// A file of a generic package.
struct GitLabFile: Decodable {
  let id: Int
  let packageId: Int
  let fileName: String
  let size: Int
  let fileSha256: String?

  var digest: ContentDigest? { fileSha256.flatMap(ContentDigest.init(hex:)) }
  /// The numbers of the package and the file.
  var assetID: String { "\(packageId):\(id)" }

  /// The file as an asset, at the address where the API serves it.
  func asset(at address: String) -> ForgeAsset {
    ForgeAsset(id: assetID, name: fileName, size: size, digest: digest, isComplete: true, address: address)
  }
}

/// The answer to `GET /projects/:id`, with the role of the token's user.
struct GitLabProject: Decodable {
  let pathWithNamespace: String
  let permissions: Permissions?

  struct Permissions: Decodable {
    let projectAccess: Access?
    let groupAccess: Access?

    /// The higher of both applies.
    var level: Int { max(projectAccess?.accessLevel ?? 0, groupAccess?.accessLevel ?? 0) }
  }

  struct Access: Decodable {
    let accessLevel: Int
  }

  /// The lowest role that can create releases and packages.
  static let developer = 30
}
