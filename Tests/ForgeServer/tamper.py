"""What another user or another job does to the release of a tag: `POST /_tamper`, or the fault `tamper` of faults.py.

`{"forge": "github", "repository": "owner/tool", "tag": "1.5.0", "action": ACTION, "asset": "App.zip"}`. Actions:

    delete-asset, replace-asset, rename-asset    the asset `asset`; `replace-asset` keeps name and size
    add-asset                                    an asset `stranger.bin`
    put-asset                                    the asset `asset` with the contents of the file `file`
    unpublish                                    GitHub and Forgejo: the release becomes a draft
    edit-notes, edit-title, edit-mark            the notes keep the mark; the pre-release mark is turned
    edit-tag, edit-target                        the tag and the branch of a release, which GitLab does not change
    publish, delete                              the release or the draft
    duplicate                                    another release of the tag: a draft on GitHub, an own public one on GitLab
    other-job                                    a public, empty release of the tag
    fill-package                                 GitLab: a file `secrets.env` in the package of the tag
    delete-tag, move-tag, retag                  the tag in the repository, if it is there; a new one has no object of its own
    protect-tag                                  nobody may create or change the tag
    make-private, archive, rename                the repository; see repositories.py

An action that finds nothing to change does nothing, and returns `False`.
"""

import io
import os
import subprocess

from model import File


def tamper(world, forges, description):
    """Performs the action, and returns whether it changed something."""
    name, forge = description["repository"], next(forge for forge in forges if forge.name == description["forge"])
    before = state(world, forge, name)
    perform(world, forge, name, description)
    has_changed = state(world, forge, name) != before
    world.deeds += [description["action"]] if has_changed else []
    return has_changed


def state(world, forge, name):
    repositories = world.changed
    tags = subprocess.run(["git", "--git-dir", f"{world.repositories}/{name}.git", "show-ref", "--tags"], capture_output=True)
    return (
        repr([forge.releases.get(name) or [], getattr(forge, "packages", {}).get(name) or []]), tags.stdout, list(world.settings.protected_tags),
        [name in names for names in (repositories.private, repositories.archived, repositories.renamed)],
    )  # fmt: skip


def perform(world, forge, name, description):
    tag, action = description["tag"], description["action"]
    if action in ("delete-tag", "move-tag", "retag"):
        return tamper_tag(world, name, tag, action)
    if action == "protect-tag":
        return protect_tag(world, name, tag)
    if action in ("make-private", "archive", "rename"):
        changed = world.changed
        {"make-private": changed.private, "archive": changed.archived, "rename": changed.renamed}[action].add(name)
        if action == "rename" and not os.path.exists(f"{world.repositories}/{changed.moved(name)}.git"):
            os.symlink(f"{world.repositories}/{name}.git", f"{world.repositories}/{changed.moved(name)}.git")
        return
    asset = description.get("asset", "App.zip")
    if forge.name == "gitlab":
        return tamper_gitlab(world, forge, description, asset)
    releases = forge.releases.setdefault(name, [])
    release = next((one for one in releases if one["tag"] == tag), None)
    if action == "other-job":
        # A forge has one public release of a tag; GitHub may have drafts beside it.
        if release is None or forge.name == "github" and all(one["draft"] for one in releases if one["tag"] == tag):
            releases.append(new_release(world, forge, tag, "By another job", draft=False))
    elif release is None:
        return
    elif action == "delete-asset":
        release["assets"] = [one for one in release["assets"] if one["name"] != asset]
    elif action == "rename-asset":
        for one in release["assets"]:
            if one["name"] == asset:
                one["name"] = "renamed.bin"
    elif action == "replace-asset":
        for one in release["assets"]:
            if one["name"] == asset:
                one["file"] = File(world, io.BytesIO(b"x" * one["file"].size))
    elif action == "add-asset":
        release["assets"].append({"id": world.next(), "name": "stranger.bin", "file": File(world, io.BytesIO(b"stranger")),
                                  "state": "uploaded", "label": None, "kind": "application/octet-stream"})  # fmt: skip
    elif action == "put-asset":
        with open(description["file"], "rb") as file:
            new = File(world, io.BytesIO(file.read()))
        release["assets"] = [one for one in release["assets"] if one["name"] != asset]
        release["assets"].append({"id": world.next(), "name": asset, "file": new, "state": "uploaded", "label": None,
                                  "kind": "application/octet-stream"})  # fmt: skip
    elif action == "edit-notes":
        release["notes"] = "Edited by hand.\n\n" + (release["notes"] or "")
    elif action == "edit-title":
        release["title"] = "Edited by hand"
    elif action == "edit-mark":
        release["prerelease"] = not release["prerelease"]
    elif action == "edit-tag":
        release["tag"] = "9.9.9"
    elif action == "edit-target":
        release["target"] = "other"
    elif action == "publish":
        if forge.name == "github":
            forge.publish(name, release, {})
        else:
            release["draft"] = False
            forge.make_tag(name, tag)
    elif action == "unpublish":
        release["draft"] = True
    elif action == "delete":
        releases.remove(release)
    elif action == "duplicate" and forge.name == "github":
        releases.append(new_release(world, forge, tag, release["notes"], draft=True))


def new_release(world, forge, tag, notes, draft):
    release = {"id": world.next(), "tag": tag, "title": "Other", "notes": notes, "draft": draft, "prerelease": False, "assets": []}
    extra = {"immutable": False, "latest": False, "untagged": "untagged-other"} if forge.name == "github" else {"had_tag": True}
    return release | extra


def tamper_gitlab(world, forge, description, asset):
    name, tag, action = description["repository"], description["tag"], description["action"]
    releases = forge.releases.setdefault(name, [])
    release = next((one for one in releases if one["tag"] == tag), None)
    packages = [one for one in forge.packages.get(name, []) if one["version"] == tag]
    files = packages[0]["files"] if packages else []
    if action in ("other-job", "duplicate", "publish"):
        if release is None and world.has_tag(name, tag):
            releases.append({"tag": tag, "title": "Other", "notes": "By another job", "links": []})
    elif action == "fill-package":
        if packages:
            files.append({"id": world.next(), "name": "secrets.env", "file": File(world, io.BytesIO(b"secret"))})
    elif action == "delete-asset":
        if release:
            release["links"] = [link for link in release["links"] if link["name"] != asset]
        files[:] = [file for file in files if file["name"] != asset]
    elif action == "replace-asset":
        for file in files:
            if file["name"] == asset:
                file["file"] = File(world, io.BytesIO(b"x" * file["file"].size))
    elif action == "rename-asset":
        for one in [file for file in files] + (release["links"] if release else []):
            if one["name"] == asset:
                one["name"] = "renamed.bin"
    elif action == "put-asset" and packages:
        with open(description["file"], "rb") as file:
            new = File(world, io.BytesIO(file.read()))
        found = next((file for file in files if file["name"] == asset), None)
        if found:
            found["file"] = new
        else:
            files.append({"id": world.next(), "name": asset, "file": new})
            project, package = name.replace("/", "%2F"), packages[0]["name"]
            address = f"{world.address}/api/v4/projects/{project}/packages/generic/{package}/{tag}/{asset}"
            release["links"].append({"id": world.next(), "name": asset, "url": address, "direct_asset_path": f"/{asset}"})
    elif action == "add-asset" and release:
        release["links"].append({"id": world.next(), "name": "stranger.bin", "url": f"{world.address}/stranger.bin"})
    elif action == "edit-notes" and release:
        release["notes"] = "Edited by hand.\n\n" + (release["notes"] or "")
    elif action == "edit-title" and release:
        release["title"] = "Edited by hand"
    elif action == "delete" and release:
        releases.remove(release)


def protect_tag(world, name, tag):
    """The service refuses a push of the tag, and to make it for a release."""
    world.settings.protected_tags.append(tag)
    hook = f"{world.repositories}/{name}.git/hooks/pre-receive"
    os.makedirs(os.path.dirname(hook), exist_ok=True)
    with open(hook, "w") as file:
        file.write(f"#!/bin/sh\nif grep -q 'refs/tags/{tag}$'; then echo 'The tag {tag} is protected.'; exit 1; fi\n")
    os.chmod(hook, 0o755)


def tamper_tag(world, name, tag, action):
    folder = f"{world.repositories}/{name}.git"
    if not world.has_tag(name, tag):
        return
    git = ["git", "--git-dir", folder, "update-ref"]
    if action == "delete-tag":
        subprocess.run([*git, "-d", f"refs/tags/{tag}"], check=True)
    else:
        query = ["rev-parse", f"{tag}^{{commit}}"] if action == "retag" else ["rev-list", "--max-parents=0", "HEAD"]
        other = subprocess.run(["git", "--git-dir", folder, *query], capture_output=True, text=True)
        subprocess.run([*git, f"refs/tags/{tag}", other.stdout.split()[0]], check=True)
