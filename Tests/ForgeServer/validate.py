"""The server of server.py with validation: every request to GitHub and every answer has to fit GitHub's schemas.

They are in PyPI's `githubkit-schemas`, which is generated from GitHub's description of its REST API. Errors are written to the
file that MARTLET_SCHEMA_LOG names, and the request gets 500. The number of validations of each operation is written there, too.
"""

import json
import os

from githubkit_schemas.latest import models
from pydantic import TypeAdapter, ValidationError
from server import Server, main

# Operation: the schemas of its request and of its answer.
SCHEMAS = {
    "repository": (None, models.FullRepository),
    "generate_notes": (models.ReposOwnerRepoReleasesGenerateNotesPostBody, models.ReleaseNotesContent),
    "list_releases": (None, list[models.Release]),
    "get_release_by_tag": (None, models.Release),
    "get_latest_release": (None, models.Release),
    "get_release": (None, models.Release),
    "create_release": (models.ReposOwnerRepoReleasesPostBody, models.Release),
    "update_release": (models.ReposOwnerRepoReleasesReleaseIdPatchBody, models.Release),
    "list_assets": (None, list[models.ReleaseAsset]),
    "upload_asset": (None, models.ReleaseAsset),
    "get_asset": (None, models.ReleaseAsset),
}


class ValidatingServer(Server):
    def check(self, request, answer):
        if request.operation not in SCHEMAS or request.fault in ("status", "status-after", "html", "starter"):
            return
        sent, received = SCHEMAS[request.operation]
        try:
            if sent is not None:
                self.validate(sent, request.json)
                self.note(f"{request.operation}: request")
            if request.operation == "repository":
                # The test server has only the part of it that clients read.
                pass
            elif answer.status < 300:
                self.validate(received, without_starters(json.loads(answer.content)))
                self.note(f"{request.operation}: {answer.status}")
            else:
                value = json.loads(answer.content)
                schema = models.ValidationError if "errors" in value else models.BasicError
                self.validate(schema, value)
                self.note(f"{request.operation}: {answer.status}")
        except (ValidationError, ValueError) as problem:
            self.note(f"PROBLEM {request.method} {request.path}: {problem}")
            answer.status = 500

    def validate(self, schema, value):
        model = TypeAdapter(schema).validate_python(value)
        # The models take unknown keys; GitHub's clients must not rely on them.
        for one, text in zip(model if isinstance(model, list) else [model], value if isinstance(value, list) else [value]):
            known = {field.alias or name for name, field in type(one).model_fields.items()}
            if unknown := set(text) - known:
                raise ValueError(f"unknown keys: {sorted(unknown)}")

    def note(self, line):
        with open(os.environ["MARTLET_SCHEMA_LOG"], "a") as log:
            log.write(line.replace("\n", " ") + "\n")


def without_starters(value):
    """The schema does not list the state `starter` of an upload that failed."""
    if isinstance(value, list):
        return [without_starters(one) for one in value if not (isinstance(one, dict) and one.get("state") == "starter")]
    if isinstance(value, dict) and "assets" in value:
        return {**value, "assets": without_starters(value["assets"])}
    return value


if __name__ == "__main__":
    main(ValidatingServer)
