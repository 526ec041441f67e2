import HTTP
import TextEditing

/// A release as GitLab describes it, with what Martlet reads of it.
struct GitLabRelease: Decodable {
  let tag_name: String
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
    let direct_asset_url: String?
  }

  struct Links: Decodable {
    let `self`: String?
  }

  /// - Parameter files: The files of the package of this tag, which know sizes and digests.
  func release(in location: ForgeLocation, files: [GitLabFile]) -> ForgeRelease {
    let page = "\(location.server)/\(location.repository)/-/releases/\(tag_name.percentEncoded)"
    return ForgeRelease(
      id: tag_name, tag: tag_name, title: name ?? "", notes: description ?? "", isDraft: false, isPrerelease: false,
      page: _links?.`self` ?? page,
      assets: (assets?.links ?? []).map { link in
        let file = files.first { $0.file_name == link.name }
        return ForgeAsset(
          id: file?.assetID ?? "link:\(link.id)", name: link.name, size: file?.size, digest: file?.digest,
          isComplete: true, address: link.direct_asset_url ?? link.url)
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
  let package_id: Int
  let file_name: String
  let size: Int
  let file_sha256: String?

  var digest: ContentDigest? { file_sha256.flatMap(ContentDigest.init(hex:)) }
  /// The numbers of the package and the file.
  var assetID: String { "\(package_id):\(id)" }

  /// The file as an asset, at the address where the API serves it.
  func asset(at address: String) -> ForgeAsset {
    ForgeAsset(id: assetID, name: file_name, size: size, digest: digest, isComplete: true, address: address)
  }
}

/// What `GET /projects/:id` says about the user of the token.
struct GitLabProject: Decodable {
  let path_with_namespace: String
  let permissions: Permissions?

  struct Permissions: Decodable {
    let project_access: Access?
    let group_access: Access?

    /// The greater one of both counts.
    var level: Int { max(project_access?.access_level ?? 0, group_access?.access_level ?? 0) }
  }

  struct Access: Decodable {
    let access_level: Int
  }

  /// The least role that can create releases and packages.
  static let developer = 30
}
