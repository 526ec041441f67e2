"""What Apple has of the apps of one team, and its rules. Each rule names its source: `facts` are documented or observed, a guess is marked.

Sources: Apple's OpenAPI file 4.4.1; fl = issues of fastlane/fastlane, asc = rorkai/App-Store-Connect-CLI, eas = expo/eas-cli,
cm = codemagic-ci-cd/cli-tools, quirks = tramlinehq/store-quirks.
"""

import hashlib
import os
import time
from datetime import datetime, timezone

from model import Answer
from operations import Refused

OPEN_VERSIONS = {"PREPARE_FOR_SUBMISSION", "REJECTED", "METADATA_REJECTED", "DEVELOPER_REJECTED", "INVALID_BINARY"}
# READY_FOR_REVIEW blocks a new version, too (sceneview/sceneview#3143).
PENDING_VERSIONS = {"READY_FOR_REVIEW", "WAITING_FOR_REVIEW", "IN_REVIEW", "PENDING_DEVELOPER_RELEASE", "PENDING_APPLE_RELEASE",
                    "ACCEPTED", "PROCESSING_FOR_DISTRIBUTION"}  # fmt: skip
LIVE_VERSIONS = {"READY_FOR_DISTRIBUTION", "REPLACED_WITH_NEW_VERSION"}


class Settings:
    def __init__(self):
        # How many reads of an upload after the commit see PROCESSING.
        self.processing_reads = 1
        # complete, fail, stuck, vanish (the record goes when the build is there), hidden (the record stays AWAITING_UPLOAD).
        self.processing = "complete"
        self.part_size = 5 << 20
        self.page_size = 200
        self.overlap = False
        # How much Apple's clock is ahead, in seconds.
        self.skew = 0
        self.agreement = False
        self.role = False
        self.quota = False
        # Whether a review ends at once with an approval.
        self.approves = False


class World:
    def __init__(self, address, folder):
        self.address, self.folder, self.settings = address, folder, Settings()
        self.count = 0
        self.events = []
        self.tables = {name: {} for name in [
            "apps", "buildUploads", "buildUploadFiles", "builds", "betaGroups", "betaBuildLocalizations", "betaAppReviewSubmissions",
            "appStoreVersions", "appStoreVersionLocalizations", "reviewSubmissions", "reviewSubmissionItems",
            "appStoreVersionPhasedReleases"]}  # fmt: skip
        self.app = self.add("apps", bundleId="com.example.CoolApp", name="Cool App")["id"]
        # Apple's filter finds similar ids, too (ittybittyapps/appstoreconnect-cli#249).
        self.add("apps", bundleId="com.example.CoolApp.beta", name="Cool App Beta")

    # MARK: Tables

    def add(self, table, **values):
        self.count += 1
        item = {"id": f"{table[:3]}-{self.count}" if table != "apps" else str(1000000 + self.count), **values}
        self.tables[table][item["id"]] = item
        return item

    def get(self, table, id):
        if id not in self.tables[table]:
            raise Refused(404, ("NOT_FOUND", f"There is no resource of type '{table}' with id '{id}'"))
        return self.tables[table][id]

    def find(self, table, **values):
        return [item for item in self.tables[table].values() if all(item.get(key) == value for key, value in values.items())]

    def state(self):
        return {"events": self.events, **self.tables}

    RELATED = {"app": "apps", "build": "builds", "buildUpload": "buildUploads", "appStoreVersion": "appStoreVersions",
               "reviewSubmission": "reviewSubmissions"}  # fmt: skip

    def shown(self, table, item):
        attributes = {key: value for key, value in item.items() if key != "id" and key[0] != "_" and key not in self.RELATED}
        related = {key: {"data": {"type": kind, "id": item[key]} if item.get(key) else None}
                   for key, kind in self.RELATED.items() if key in item}  # fmt: skip
        return {"type": table, "id": item["id"], "attributes": attributes, "relationships": related,
                "links": {"self": f"{self.address}/v1/{table}/{item['id']}"}}  # fmt: skip

    def page(self, path, table, items, query):
        size = min(int(query.get("limit", 50)), self.settings.page_size)
        start = int(query.get("cursor", 0))
        items = sorted(items, key=lambda item: int(item["id"].split("-")[-1]), reverse=True)
        part = items[start : start + size]
        # Pages can overlap (cm#140).
        next_start = start + size - (1 if self.settings.overlap and size > 1 else 0)
        links = {"self": self.address + path}
        if start + size < len(items):
            parameters = "&".join(f"{key}={value}" for key, value in {**query, "cursor": next_start}.items())
            links["next"] = f"{self.address}{path}?{parameters}"
        return {"data": [self.shown(table, item) for item in part], "links": links}

    def now(self):
        return datetime.fromtimestamp(time.time() + self.settings.skew, timezone.utc).strftime("%Y-%m-%dT%H:%M:%S-00:00")

    # MARK: Requests

    def perform(self, name, ids, query, body):
        method, path = name.split(" ")
        data = (body or {}).get("data")
        values = data.get("attributes", {}) if isinstance(data, dict) else {}
        related = ({key: value["data"]["id"] for key, value in data.get("relationships", {}).items()}
                   if isinstance(data, dict) else {})  # fmt: skip
        function = getattr(self, f"{method.lower()}_{path.split('/v1/')[1].replace('/{}', '').replace('/', '_')}", None)
        if function:
            return function(*ids, **({"values": values, "related": related, "data": data} if method != "GET" else {"query": query}))
        if method == "GET" and not ids:
            table = path.split("/")[2]
            return 200, self.page(path, table, self.filtered(table, self.tables[table].values(), query), query)
        if method == "GET" and len(path.split("/")) == 4:
            table = path.split("/")[2]
            return 200, {"data": self.shown(table, self.read(table, self.get(table, ids[0])))}
        if method == "GET":
            owner, table = path.split("/")[2], path.split("/")[4]
            self.get(owner, ids[0])
            key = next(key for key, kind in self.RELATED.items() if kind == owner)
            items = [item for item in self.tables[table].values() if item.get(key) == ids[0]]
            found = self.filtered(table, items, query)
            return 200, self.page(path.replace("{}", ids[0]), table, [self.read(table, item) for item in found], query)
        if method == "PATCH":
            table = path.split("/")[2]
            item = self.get(table, ids[0])
            item.update({key: value for key, value in values.items() if value is not None})
            return 200, {"data": self.shown(table, item)}
        raise Refused(500, ("UNEXPECTED_ERROR", f"no rule for {name}"))

    def read(self, table, item):
        return self.processed(item) if table == "buildUploads" else item

    def filtered(self, table, items, query):
        for key, value in query.items():
            if not key.startswith("filter["):
                continue
            name, values = key[7:-1], value.split(",")
            def matches(item):
                if name == "bundleId":
                    return any(item["bundleId"].startswith(value) for value in values)
                if name == "state" and table == "buildUploads":
                    return item["state"]["state"] in values
                found = {"preReleaseVersion.version": "preReleaseVersion", "preReleaseVersion.platform": "platform"}.get(name, name)
                return str(item.get(found)) in values
            items = [item for item in items if matches(item)]
        return list(items)

    # MARK: Uploads

    def numbers(self, platform, app):
        used = [(item["cfBundleShortVersionString"], item["cfBundleVersion"]) for item in self.find("buildUploads", platform=platform, app=app)]
        return used + [(item["preReleaseVersion"], item["version"]) for item in self.find("builds", platform=platform, app=app)]

    def post_buildUploads(self, values, related, data):
        if self.settings.quota:
            # The code 90382 is observed (home-assistant/iOS#5006); where it comes first is not known.
            raise Refused(409, ("STATE_ERROR.VALIDATION_ERROR.90382", "Upload limit reached. Please wait 1 day and try again. (90382)"))
        version, number, platform = values["cfBundleShortVersionString"], values["cfBundleVersion"], values["platform"]
        used = self.numbers(platform, related["app"])
        same = [other for one, other in used if one == version]
        # On macOS, the number has to be above all of the platform (indiagrams/apple-shipkit#278).
        others = [other for _, other in used] if platform == "MAC_OS" else same
        higher = [other for other in others if parts(other) >= parts(number)]
        if higher:
            # tuist/tuist#7917; eas `AscApiUtils.ts`.
            previous = max(higher, key=parts)
            raise Refused(409, (
                "ENTITY_ERROR.ATTRIBUTE.INVALID.DUPLICATE", f"The bundle version must be higher than the previously uploaded version: {previous}.",
                "/data/attributes/cfBundleVersion", {"previousBundleVersion": previous}))  # fmt: skip
        closed = [item for item in self.find("appStoreVersions", platform=platform, versionString=version)
                  if item["appVersionState"] in LIVE_VERSIONS]  # fmt: skip
        if closed:
            # 90186 is observed at processing (openfoodfacts/smooth-app#3608); at the reservation it is a guess.
            raise Refused(409, ("STATE_ERROR.VALIDATION_ERROR.90186", f"The train version '{version}' is closed for new build submissions (90186)"))
        item = self.add("buildUploads", app=related["app"], **values, state={"state": "AWAITING_UPLOAD", "errors": [], "warnings": [], "infos": []},
                        createdDate=self.now(), build=None)  # fmt: skip
        self.events.append(["reserved", number])
        return 201, {"data": self.shown("buildUploads", item)}

    def delete_buildUploads(self, id, values, related, data):
        upload = self.get("buildUploads", id)
        if upload["state"]["state"] not in ("AWAITING_UPLOAD", "FAILED"):
            raise Refused(409, ("STATE_ERROR", "the upload is complete"))
        del self.tables["buildUploads"][id]
        self.events.append(["deleted", upload["cfBundleVersion"]])
        return 204, None

    def get_buildUploads(self, id=None, query=None):
        upload = self.processed(self.get("buildUploads", id))
        return 200, {"data": self.shown("buildUploads", upload)}

    def processed(self, upload):
        """Apple's work goes on with every read, until there is a build."""
        if upload.get("build"):
            return upload
        if upload["state"]["state"] != "PROCESSING" and not upload.get("_reads"):
            return upload
        upload["_reads"] = upload.get("_reads", 1) - 1
        if upload["_reads"] > 0 or self.settings.processing == "stuck":
            upload["_reads"] = max(1, upload["_reads"])
            return upload
        if self.settings.processing == "fail":
            # The codes are in `errors` as code and description (asc#121).
            upload["state"] = {"state": "FAILED", "errors": [{"code": "90683", "description": "Missing purpose string in Info.plist."}],
                               "warnings": [], "infos": []}  # fmt: skip
            return upload
        file = self.find("buildUploadFiles", buildUpload=upload["id"])[0]
        build = self.add("builds", app=upload["app"], version=upload["cfBundleVersion"], preReleaseVersion=upload["cfBundleShortVersionString"],
                         platform=upload["platform"], processingState="VALID", expired=False, usesNonExemptEncryption=False,
                         buildAudienceType="APP_STORE_ELIGIBLE", uploadedDate=self.now(), md5=file["md5"])  # fmt: skip
        self.add_beta(build)
        if self.settings.processing != "hidden":
            # A record can stay AWAITING_UPLOAD although the build is VALID (hushh-labs/hushh-research#6410).
            upload["state"] = {"state": "COMPLETE", "errors": [], "warnings": [{"code": "90725", "description": "SDK version issue."}], "infos": []}
        upload["build"] = build["id"]
        self.events.append(["build", build["version"]])
        if self.settings.processing == "vanish":
            # hushh-labs/hushh-research#6680.
            del self.tables["buildUploads"][upload["id"]]
            raise Refused(404, ("NOT_FOUND", "There is no resource of type 'buildUploads'"))
        return upload

    def add_beta(self, build):
        build["_beta"] = {"autoNotifyEnabled": False, "internalBuildState": "READY_FOR_BETA_TESTING",
                          "externalBuildState": "READY_FOR_BETA_SUBMISSION"}  # fmt: skip
        build["_groups"] = []
        self.add("betaBuildLocalizations", build=build["id"], locale="en-US", whatsNew=None)

    def post_buildUploadFiles(self, values, related, data):
        upload = self.get("buildUploads", related["buildUpload"])
        if upload["state"]["state"] != "AWAITING_UPLOAD" or self.find("buildUploadFiles", buildUpload=upload["id"]):
            raise Refused(409, ("STATE_ERROR", "the upload has a file already"))
        size = self.settings.part_size
        offsets = list(range(0, values["fileSize"], size))
        file = self.add("buildUploadFiles", buildUpload=upload["id"], **values, assetDeliveryState={"state": "AWAITING_UPLOAD"}, md5=None)
        file["_parts"] = {}
        operations = [
            {"method": "PUT", "url": f"{self.address}/storage/{file['id']}/{offset}?signature=secret-{file['id']}-{offset}",
             "offset": offset, "length": min(size, values["fileSize"] - offset), "partNumber": number + 1,
             "requestHeaders": [{"name": "Content-Type", "value": "application/octet-stream"}], "expiration": self.now()}
            for number, offset in enumerate(offsets)]  # fmt: skip
        # The log of altool has the order 4, 2, 3, 1.
        file["uploadOperations"] = operations[1::2][::-1] + operations[::2]
        return 201, {"data": self.shown("buildUploadFiles", file)}

    def store(self, request):
        """A part of a file at the storage host: its address is its authority."""
        _, _, id, offset = request.path.split("/")
        if request.headers.get("Authorization") or request.query.get("signature") != f"secret-{id}-{offset}" or request.method != "PUT":
            return Answer(403, text="<Error><Code>AccessDenied</Code></Error>", kind="application/xml")
        content, file = request.bytes, self.get("buildUploadFiles", id)
        operation = next(item for item in file["uploadOperations"] if item["offset"] == int(offset))
        if len(content) != operation["length"]:
            return Answer(400, text="<Error><Code>IncompleteBody</Code></Error>", kind="application/xml")
        digest = hashlib.md5(content).hexdigest()
        with open(os.path.join(self.folder, f"{id}-{offset}"), "wb") as part:
            part.write(content)
        file["_parts"][int(offset)] = digest
        return Answer(200, text="", headers={"ETag": f'"{digest}"'}, kind="application/xml")

    def patch_buildUploadFiles(self, id, values, related, data):
        file = self.get("buildUploadFiles", id)
        upload = self.get("buildUploads", file["buildUpload"])
        if upload["state"]["state"] != "AWAITING_UPLOAD":
            # What a second commit returns is a guess; asc#1847 avoids it.
            raise Refused(409, ("STATE_ERROR", "the upload is committed"))
        digest, total = hashlib.md5(), 0
        for offset in sorted(file["_parts"]):
            with open(os.path.join(self.folder, f"{id}-{offset}"), "rb") as part:
                content = part.read()
            digest.update(content)
            total += len(content)
        expected = ((values.get("sourceFileChecksums") or {}).get("file") or {}).get("hash")
        if total != file["fileSize"] or expected not in (None, digest.hexdigest()):
            raise Refused(409, ("STATE_ERROR", "the size or the checksum differs"))
        file.update(uploadOperations=None, assetDeliveryState={"state": "COMPLETE"}, md5=digest.hexdigest())
        upload["state"]["state"], upload["_reads"] = "PROCESSING", self.settings.processing_reads + 1
        upload["uploadedDate"] = self.now()
        self.events.append(["committed", upload["cfBundleVersion"]])
        return 200, {"data": self.shown("buildUploadFiles", file)}

    def get_builds(self, id=None, query=None):
        for upload in list(self.tables["buildUploads"].values()):
            try:
                self.processed(upload)
            except Refused:
                pass
        return 200, self.page("/v1/builds", "builds", self.filtered("builds", self.tables["builds"].values(), query), query)

    # MARK: TestFlight

    def get_builds_buildBetaDetail(self, id, query):
        return 200, {"data": {"type": "buildBetaDetails", "id": id, "attributes": self.get("builds", id)["_beta"]}}

    def patch_buildBetaDetails(self, id, values, related, data):
        self.get("builds", id)["_beta"].update(values)
        return self.get_builds_buildBetaDetail(id, {})

    def get_builds_betaAppReviewSubmission(self, id, query):
        found = self.find("betaAppReviewSubmissions", build=id)
        return 200, {"data": self.shown("betaAppReviewSubmissions", found[0]) if found else None}

    def get_betaGroups_relationships_builds(self, id, query):
        group = self.get("betaGroups", id)
        found = [build["id"] for build in self.tables["builds"].values() if id in build.get("_groups", []) or group["hasAccessToAllBuilds"]]
        return 200, {"data": [{"type": "builds", "id": build} for build in found], "links": {}}

    def post_betaBuildLocalizations(self, values, related, data):
        if self.find("betaBuildLocalizations", build=related["build"], locale=values["locale"]):
            raise Refused(409, ("ENTITY_ERROR.ATTRIBUTE.INVALID.DUPLICATE", "the locale exists"))  # asc#763
        item = self.add("betaBuildLocalizations", build=related["build"], **values)
        return 201, {"data": self.shown("betaBuildLocalizations", item)}

    def post_builds_relationships_betaGroups(self, id, values, related, data):
        build = self.get("builds", id)
        for item in data:
            group = self.get("betaGroups", item["id"])
            # xmtplabs/convos-ios#932.
            if group["hasAccessToAllBuilds"]:
                raise Refused(422, ("ENTITY_UNPROCESSABLE", "Cannot add internal group to a build."))
            if build["processingState"] != "VALID" or build["usesNonExemptEncryption"] is None:
                raise Refused(422, ("ENTITY_UNPROCESSABLE", "Build is not assignable."))
            if item["id"] not in build["_groups"]:
                build["_groups"].append(item["id"])
                self.events.append(["group", group["name"], build["_beta"]["autoNotifyEnabled"]])
        return 204, None

    def post_betaAppReviewSubmissions(self, values, related, data):
        build = self.get("builds", related["build"])
        if self.find("betaAppReviewSubmissions", build=build["id"]):
            raise Refused(422, ("ENTITY_UNPROCESSABLE.INVALID_STATE", "the build is submitted already"))
        for other in self.find("betaAppReviewSubmissions", betaReviewState="WAITING_FOR_REVIEW"):
            if self.get("builds", other["build"])["preReleaseVersion"] == build["preReleaseVersion"]:
                raise Refused(422, ("ENTITY_UNPROCESSABLE.ANOTHER_BUILD_IN_REVIEW", "Another build is in review"))  # quirks#5
        item = self.add("betaAppReviewSubmissions", build=build["id"], betaReviewState="WAITING_FOR_REVIEW")
        build["_beta"]["externalBuildState"] = "WAITING_FOR_BETA_REVIEW"
        self.events.append(["beta review", build["version"]])
        return 201, {"data": self.shown("betaAppReviewSubmissions", item)}

    # MARK: Versions

    def post_appStoreVersions(self, values, related, data):
        versions = self.find("appStoreVersions", app=related["app"], platform=values["platform"])
        for version in versions:
            if version["versionString"] == values["versionString"]:
                # Two errors, the telling one second (asc#2579).
                raise Refused(409, ("ENTITY_ERROR.RELATIONSHIP.INVALID", "You cannot create a new version of the App in the current state.",
                                    "/data/relationships/app"),
                              ("ENTITY_ERROR.ATTRIBUTE.INVALID.DUPLICATE", "The version number has been previously used.",
                               "/data/attributes/versionString"))  # fmt: skip
            if version["appVersionState"] in OPEN_VERSIONS | PENDING_VERSIONS:
                raise Refused(409, ("ENTITY_ERROR.RELATIONSHIP.INVALID", "You cannot create a new version of the App in the current state.",
                                    "/data/relationships/app"))  # fmt: skip
        item = self.add("appStoreVersions", app=related["app"], appVersionState="PREPARE_FOR_SUBMISSION", build=None, createdDate=self.now(),
                        **{"releaseType": "AFTER_APPROVAL", "earliestReleaseDate": None, **values})  # fmt: skip
        # The locales are those of the last version.
        last = max(versions, key=lambda version: parts(version["versionString"]), default=None)
        locales = [text["locale"] for text in self.find("appStoreVersionLocalizations", appStoreVersion=last["id"])] if last else ["en-US"]
        for locale in locales:
            self.add("appStoreVersionLocalizations", appStoreVersion=item["id"], locale=locale, whatsNew=None)
        self.events.append(["version", values["versionString"]])
        return 201, {"data": self.shown("appStoreVersions", item)}

    def editable(self, id):
        version = self.get("appStoreVersions", id)
        if version["appVersionState"] not in OPEN_VERSIONS:
            raise Refused(409, ("STATE_ERROR", f"the version cannot be edited in {version['appVersionState']}"))
        return version

    def patch_appStoreVersions(self, id, values, related, data):
        version = self.editable(id)
        version.update(values)
        return 200, {"data": self.shown("appStoreVersions", version)}

    def patch_appStoreVersions_relationships_build(self, id, values, related, data):
        version, build = self.editable(id), self.get("builds", data["id"])
        if build["processingState"] != "VALID" or build["preReleaseVersion"] != version["versionString"] or build["platform"] != version["platform"]:
            raise Refused(409, ("ENTITY_ERROR.RELATIONSHIP.INVALID", "The specified pre-release build could not be added."))  # fl#17041
        version["build"] = build["id"]
        return 204, None

    def get_appStoreVersions_build(self, id, query):
        build = self.get("appStoreVersions", id)["build"]
        return 200, {"data": self.shown("builds", self.get("builds", build)) if build else None}

    def get_appStoreVersions_appStoreVersionPhasedRelease(self, id, query):
        found = self.find("appStoreVersionPhasedReleases", appStoreVersion=id)
        return 200, {"data": self.shown("appStoreVersionPhasedReleases", found[0]) if found else None}

    def patch_appStoreVersionLocalizations(self, id, values, related, data):
        text = self.get("appStoreVersionLocalizations", id)
        version = self.editable(text["appStoreVersion"])
        if not 4 <= len(values["whatsNew"]) <= 4000:
            raise Refused(409, ("ENTITY_ERROR.ATTRIBUTE.INVALID", "whatsNew", "/data/attributes/whatsNew"))  # fl#5916
        if not any(other["id"] != version["id"] for other in self.find("appStoreVersions", app=version["app"], platform=version["platform"])):
            raise Refused(409, ("STATE_ERROR", "Attribute 'whatsNew' cannot be edited at this time", "/data/attributes/whatsNew"))
        text.update(values)
        return 200, {"data": self.shown("appStoreVersionLocalizations", text)}

    def post_reviewSubmissions(self, values, related, data):
        for other in self.find("reviewSubmissions", app=related["app"], platform=values["platform"]):
            if other["state"] not in ("COMPLETE", "CANCELED"):
                raise Refused(409, ("STATE_ERROR", "there is another open review submission"))  # fl#21482
        item = self.add("reviewSubmissions", app=related["app"], platform=values["platform"], state="READY_FOR_REVIEW", submittedDate=None)
        return 201, {"data": self.shown("reviewSubmissions", item)}

    def get_reviewSubmissions_items(self, id, query):
        self.get("reviewSubmissions", id)
        return 200, self.page(f"/v1/reviewSubmissions/{id}/items", "reviewSubmissionItems", self.find("reviewSubmissionItems", reviewSubmission=id), query)

    def post_reviewSubmissionItems(self, values, related, data):
        submission, version = self.get("reviewSubmissions", related["reviewSubmission"]), self.editable(related["appStoreVersion"])
        texts = self.find("appStoreVersionLocalizations", appStoreVersion=version["id"])
        isFirst = len(self.find("appStoreVersions", app=version["app"], platform=version["platform"])) == 1
        missing = [text for text in texts if not text["whatsNew"]] if not isFirst else []
        problems = {f"/v1/appStoreVersionLocalizations/{text['id']}": [{"code": "ENTITY_ERROR.ATTRIBUTE.REQUIRED",
                    "detail": f"whatsNew is missing in {text['locale']}"}] for text in missing}  # fmt: skip
        if not version["build"]:
            problems[f"/v1/appStoreVersions/{version['id']}"] = [{"code": "ENTITY_ERROR.RELATIONSHIP.REQUIRED", "detail": "build is missing"}]
        if problems:
            raise Refused(409, ("STATE_ERROR.ENTITY_STATE_INVALID", "the version is not in a valid state", None, {"associatedErrors": problems}))
        if self.find("reviewSubmissionItems", reviewSubmission=submission["id"], appStoreVersion=version["id"]):
            raise Refused(409, ("ENTITY_ERROR.RELATIONSHIP.INVALID", "the version is in the submission already"))
        item = self.add("reviewSubmissionItems", reviewSubmission=submission["id"], appStoreVersion=version["id"], state="READY_FOR_REVIEW")
        version["appVersionState"] = "READY_FOR_REVIEW"
        return 201, {"data": self.shown("reviewSubmissionItems", item)}

    def patch_reviewSubmissions(self, id, values, related, data):
        submission = self.get("reviewSubmissions", id)
        items = self.find("reviewSubmissionItems", reviewSubmission=id)
        versions = [self.get("appStoreVersions", item["appStoreVersion"]) for item in items]
        if values.get("submitted"):
            if submission["state"] != "READY_FOR_REVIEW" or not items:
                raise Refused(409, ("STATE_ERROR", f"the submission is {submission['state']} with {len(items)} items"))
            submission.update(state="WAITING_FOR_REVIEW", submittedDate=self.now())
            for version in versions:
                version["appVersionState"] = "WAITING_FOR_REVIEW"
                self.events.append(["submitted", version["versionString"]])
            if self.settings.approves:
                self.approve(submission, versions)
        if values.get("canceled"):
            if submission["state"] not in ("READY_FOR_REVIEW", "WAITING_FOR_REVIEW", "IN_REVIEW", "UNRESOLVED_ISSUES"):
                raise Refused(409, ("STATE_ERROR", f"the submission is {submission['state']}"))
            submission["state"] = "COMPLETE"
            for version in versions:
                version["appVersionState"] = "DEVELOPER_REJECTED"
                self.events.append(["cancelled", version["versionString"]])
        return 200, {"data": self.shown("reviewSubmissions", submission)}

    def approve(self, submission, versions):
        submission["state"] = "COMPLETE"
        for version in versions:
            version["appVersionState"] = "READY_FOR_DISTRIBUTION" if version["releaseType"] == "AFTER_APPROVAL" else "PENDING_DEVELOPER_RELEASE"
            for phased in self.find("appStoreVersionPhasedReleases", appStoreVersion=version["id"]):
                if version["releaseType"] == "AFTER_APPROVAL":
                    phased["phasedReleaseState"] = "ACTIVE"

    def post_appStoreVersionReleaseRequests(self, values, related, data):
        version = self.get("appStoreVersions", related["appStoreVersion"])
        if version["appVersionState"] != "PENDING_DEVELOPER_RELEASE":
            raise Refused(409, ("STATE_ERROR", f"the version is {version['appVersionState']}"))
        version["appVersionState"] = "READY_FOR_DISTRIBUTION"
        for phased in self.find("appStoreVersionPhasedReleases", appStoreVersion=version["id"]):
            phased["phasedReleaseState"] = "ACTIVE"
        self.events.append(["released", version["versionString"]])
        return 201, {"data": {"type": "appStoreVersionReleaseRequests", "id": version["id"]}}

    def post_appStoreVersionPhasedReleases(self, values, related, data):
        self.editable(related["appStoreVersion"])
        if self.find("appStoreVersionPhasedReleases", appStoreVersion=related["appStoreVersion"]):
            raise Refused(409, ("ENTITY_ERROR.RELATIONSHIP.INVALID", "the version has a phased release already"))
        item = self.add("appStoreVersionPhasedReleases", appStoreVersion=related["appStoreVersion"],
                        **{"phasedReleaseState": "INACTIVE", "currentDayNumber": 0, "totalPauseDuration": 0, **values})  # fmt: skip
        return 201, {"data": self.shown("appStoreVersionPhasedReleases", item)}

    def patch_appStoreVersionPhasedReleases(self, id, values, related, data):
        phased = self.get("appStoreVersionPhasedReleases", id)
        allowed = {"INACTIVE": set(), "ACTIVE": {"PAUSED", "COMPLETE"}, "PAUSED": {"ACTIVE", "COMPLETE"}, "COMPLETE": set()}
        if values["phasedReleaseState"] not in allowed[phased["phasedReleaseState"]]:
            raise Refused(409, ("STATE_ERROR", f"the phased release is {phased['phasedReleaseState']}"))
        phased.update(values)
        self.events.append(["phase", values["phasedReleaseState"]])
        return 200, {"data": self.shown("appStoreVersionPhasedReleases", phased)}

    # MARK: Other users

    def tamper(self, action):
        """`{"add": TABLE, …attributes}`, `{"set": TABLE, "id": …, …}`, or `{"approve": SUBMISSION}`."""
        if "add" in action:
            values = {key: value for key, value in action.items() if key != "add"}
            if values.get("app") == "own":
                values["app"] = self.app
            item = self.add(action["add"], **values)
            if action["add"] == "builds":
                self.add_beta(item)
            return item["id"]
        if "set" in action:
            ids = [action["id"]] if "id" in action else list(self.tables[action["set"]])
            for id in ids:
                self.tables[action["set"]][id].update({key: value for key, value in action.items() if key not in ("set", "id")})
        if "approve" in action:
            for submission in self.find("reviewSubmissions", state="WAITING_FOR_REVIEW"):
                items = self.find("reviewSubmissionItems", reviewSubmission=submission["id"])
                self.approve(submission, [self.get("appStoreVersions", item["appStoreVersion"]) for item in items])
        return None


def parts(number):
    """Missing parts count as 0, and leading zeros are dropped."""
    values = [int(part) if part.isdigit() else 0 for part in number.split(".")]
    return values + [0] * (4 - len(values))
