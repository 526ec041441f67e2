"""The operations of App Store Connect that Martlet uses: path, parameters and request body, from Apple's OpenAPI file 4.4.1.

Everything else is refused, as Apple refuses unknown parameters (PARAMETER_ERROR.ILLEGAL) and attributes (ENTITY_ERROR). A type in
upper case is one of Apple's enumerations.
"""

import re

PLATFORM = {"IOS", "MAC_OS", "TV_OS", "VISION_OS"}
RELEASE = {"MANUAL", "AFTER_APPROVAL", "SCHEDULED"}
PHASE = {"INACTIVE", "ACTIVE", "PAUSED", "COMPLETE"}
UTI = {"com.apple.binary-property-list", "com.apple.ipa", "com.apple.pkg", "com.apple.xml-property-list", "com.pkware.zip-archive"}
ASSET = {"ASSET", "ASSET_DESCRIPTION", "ASSET_SPI"}

# Method and path: (parameters of a list, attributes, relationships); a `!` marks what is required.
OPERATIONS = {
    "GET /v1/apps": ("filter[bundleId] fields[apps] limit cursor", None, None),
    "GET /v1/apps/{}": ("fields[apps]", None, None),
    "GET /v1/apps/{}/buildUploads": (
        "filter[cfBundleShortVersionString] filter[cfBundleVersion] filter[platform] filter[state] sort fields[buildUploads] limit cursor", None, None),
    "GET /v1/apps/{}/appStoreVersions": (
        "filter[platform] filter[versionString] filter[appVersionState] fields[appStoreVersions] include limit cursor", None, None),
    "GET /v1/builds": (
        "filter[app] filter[version] filter[expired] filter[processingState] filter[preReleaseVersion.version] filter[preReleaseVersion.platform] "
        "sort fields[builds] include limit cursor", None, None),
    "GET /v1/betaGroups": ("filter[app] filter[name] fields[betaGroups] limit cursor", None, None),
    "GET /v1/builds/{}/betaBuildLocalizations": ("fields[betaBuildLocalizations] limit cursor", None, None),
    "GET /v1/builds/{}/buildBetaDetail": ("fields[buildBetaDetails]", None, None),
    "GET /v1/builds/{}/betaAppReviewSubmission": ("fields[betaAppReviewSubmissions]", None, None),
    "GET /v1/betaGroups/{}/relationships/builds": ("limit cursor", None, None),
    "GET /v1/betaAppReviewSubmissions": (
        "filter[build] filter[betaReviewState] fields[betaAppReviewSubmissions] include limit cursor", None, None),
    "GET /v1/reviewSubmissions": ("filter[app] filter[platform] filter[state] fields[reviewSubmissions] include limit cursor", None, None),
    "GET /v1/reviewSubmissions/{}": ("fields[reviewSubmissions] include", None, None),
    "GET /v1/reviewSubmissions/{}/items": ("fields[reviewSubmissionItems] include limit cursor", None, None),
    "GET /v1/appStoreVersions/{}/appStoreVersionLocalizations": (
        "filter[locale] fields[appStoreVersionLocalizations] limit cursor", None, None),
    "GET /v1/appStoreVersions/{}/appStoreVersionPhasedRelease": ("fields[appStoreVersionPhasedReleases]", None, None),
    "GET /v1/appStoreVersions/{}/build": ("fields[builds]", None, None),
    "GET /v1/buildUploads/{}": ("fields[buildUploads] include", None, None),
    "GET /v1/buildUploads/{}/buildUploadFiles": ("fields[buildUploadFiles] limit cursor", None, None),
    "POST /v1/buildUploads": (
        "", {"cfBundleShortVersionString!": str, "cfBundleVersion!": str, "platform!": PLATFORM}, {"app!": "apps"}),
    "POST /v1/buildUploadFiles": (
        "", {"assetType!": ASSET, "fileName!": str, "fileSize!": int, "uti!": UTI}, {"buildUpload!": "buildUploads"}),
    "PATCH /v1/buildUploadFiles/{}": ("", {"uploaded": bool, "sourceFileChecksums": dict}, {}),
    "DELETE /v1/buildUploads/{}": ("", None, None),
    "POST /v1/betaBuildLocalizations": ("", {"locale!": str, "whatsNew": str}, {"build!": "builds"}),
    "PATCH /v1/betaBuildLocalizations/{}": ("", {"whatsNew": str}, {}),
    "PATCH /v1/buildBetaDetails/{}": ("", {"autoNotifyEnabled": bool}, {}),
    "POST /v1/betaAppReviewSubmissions": ("", {}, {"build!": "builds"}),
    "POST /v1/builds/{}/relationships/betaGroups": ("", None, "betaGroups"),
    "PATCH /v1/builds/{}": ("", {"usesNonExemptEncryption": bool, "expired": bool}, {}),
    "POST /v1/appStoreVersions": (
        "", {"platform!": PLATFORM, "versionString!": str, "releaseType": RELEASE, "earliestReleaseDate": str, "copyright": str},
        {"app!": "apps", "build": "builds"}),
    "PATCH /v1/appStoreVersions/{}": ("", {"versionString": str, "releaseType": RELEASE, "earliestReleaseDate": str}, {"build": "builds"}),
    "PATCH /v1/appStoreVersions/{}/relationships/build": ("", None, "builds"),
    "PATCH /v1/appStoreVersionLocalizations/{}": ("", {"whatsNew": str}, {}),
    "POST /v1/reviewSubmissions": ("", {"platform!": PLATFORM}, {"app!": "apps"}),
    "PATCH /v1/reviewSubmissions/{}": ("", {"submitted": bool, "canceled": bool}, {}),
    "POST /v1/reviewSubmissionItems": (
        "", {}, {"reviewSubmission!": "reviewSubmissions", "appStoreVersion": "appStoreVersions"}),
    "POST /v1/appStoreVersionReleaseRequests": ("", {}, {"appStoreVersion!": "appStoreVersions"}),
    "POST /v1/appStoreVersionPhasedReleases": ("", {"phasedReleaseState": PHASE}, {"appStoreVersion!": "appStoreVersions"}),
    "PATCH /v1/appStoreVersionPhasedReleases/{}": ("", {"phasedReleaseState": PHASE}, {}),
}  # fmt: skip


class Refused(Exception):
    """An error in the form of Apple's `ErrorResponse`."""

    def __init__(self, status, *errors):
        self.status = status
        self.errors = [
            {"id": "1", "status": str(status), "code": code, "title": detail, "detail": detail,
             **({"source": {"pointer": pointer}} if pointer else {}), **({"meta": meta} if meta else {})}
            for code, detail, pointer, meta in ((*error, None, None)[:4] for error in errors)
        ]  # fmt: skip


def operation(method, path):
    """Returns the operation of a request, and the ids in its path."""
    for name in OPERATIONS:
        pattern = name.replace("{}", "([^/]+)")
        match = re.fullmatch(pattern, f"{method} {path}")
        if match:
            return name, list(match.groups())
    raise Refused(404, ("NOT_FOUND", f"the spec has no {method} {path}"))


def check(name, query, body):
    """Refuses what the spec does not have."""
    parameters, attributes, relationships = OPERATIONS[name]
    for parameter in query:
        if parameter not in parameters.split():
            raise Refused(400, ("PARAMETER_ERROR.ILLEGAL", f"`{parameter}` is not a parameter of {name}"))
    if int(query.get("limit", 200)) > 200:
        raise Refused(400, ("PARAMETER_ERROR.INVALID", "limit is at most 200"))
    if attributes is None and relationships is None:
        if body is not None:
            raise Refused(400, ("ENTITY_ERROR", "a body that is not in the spec"))
        return
    if body is None or set(body) != {"data"}:
        raise Refused(422, ("ENTITY_UNPROCESSABLE", "expected `data` alone"))
    data = body["data"]
    if attributes is None:
        for item in data if isinstance(data, list) else [data]:
            if set(item) != {"type", "id"} or item["type"] != relationships:
                raise Refused(422, ("ENTITY_UNPROCESSABLE", f"expected {relationships}"))
        return
    kind = name.split("/")[2].split()[0]
    allowed = {"type", "attributes", "relationships"} | ({"id"} if name.startswith("PATCH") else set())
    if set(data) - allowed or data.get("type") != kind or (name.startswith("PATCH") and "id" not in data):
        raise Refused(422, ("ENTITY_UNPROCESSABLE", f"`data` of {name} is {sorted(data)}"))
    compare(name, attributes, data.get("attributes", {}), "attributes")
    for key, value in compare(name, relationships, data.get("relationships", {}), "relationships"):
        expected = relationships.get(key) or relationships.get(key + "!")
        if value["data"]["type"] != expected:
            raise Refused(422, ("ENTITY_UNPROCESSABLE", f"{key} is {value}", f"/data/relationships/{key}"))


def compare(name, schema, values, part):
    known = {key.rstrip("!"): kind for key, kind in schema.items()}
    for key in schema:
        if key.endswith("!") and key[:-1] not in values:
            raise Refused(409, ("ENTITY_ERROR.ATTRIBUTE.REQUIRED", f"{name} needs {key[:-1]}", f"/data/{part}/{key[:-1]}"))
    for key, value in values.items():
        if key not in known:
            raise Refused(409, ("ENTITY_ERROR.ATTRIBUTE.UNKNOWN", f"{name} has no {key}", f"/data/{part}/{key}"))
        kind = known[key]
        if part == "attributes" and value is not None:
            if (isinstance(kind, set) and value not in kind) or (isinstance(kind, type) and not isinstance(value, kind)):
                raise Refused(409, ("ENTITY_ERROR.ATTRIBUTE.TYPE", f"{key} of {name} is {value!r}", f"/data/{part}/{key}"))
    return values.items()
