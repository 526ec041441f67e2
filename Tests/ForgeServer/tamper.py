"""What another user or another job does to the release of a tag: `POST /_tamper`, or the fault `tamper` of faults.py.

`{"forge": "github", "repository": "owner/tool", "tag": "1.5.0", "action": ACTION, "asset": "App.zip"}`. Actions:

    delete-asset, replace-asset, rename-asset    the asset `asset`; `replace-asset` keeps name and size
    add-asset                                    an asset `stranger.bin`
    put-asset                                    GitHub: the asset `asset` with the contents of the file `file`
    edit-notes, edit-title, edit-mark            the notes keep the mark; the pre-release mark is turned
    publish, delete                              the release or the draft
    duplicate                                    another release of the tag: a draft on GitHub, an own public one on GitLab
    other-job                                    a public, empty release of the tag
    fill-package                                 GitLab: a file `secrets.env` in the package of the tag
    delete-tag, move-tag                         the tag in the repository, if it is there

An action that finds nothing to change does nothing.
"""

import io
import subprocess

from model import File


def tamper(world, forges, description):
    name, tag, action = description["repository"], description["tag"], description["action"]
    forge = next(forge for forge in forges if forge.name == description["forge"])
    if action in ("delete-tag", "move-tag"):
        return tamper_tag(world, name, tag, action)
    asset = description.get("asset", "App.zip")
    if forge.name == "gitlab":
        return tamper_gitlab(world, forge, name, tag, action, asset)
    releases = forge.releases.setdefault(name, [])
    release = next((one for one in releases if one["tag"] == tag), None)
    if action == "other-job":
        if forge.name == "github" or release is None:
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
    elif action == "publish":
        if forge.name == "github":
            forge.publish(name, release, {})
        else:
            release["draft"] = False
            forge.make_tag(name, tag)
    elif action == "delete":
        releases.remove(release)
    elif action == "duplicate" and forge.name == "github":
        releases.append(new_release(world, forge, tag, release["notes"], draft=True))


def new_release(world, forge, tag, notes, draft):
    release = {"id": world.next(), "tag": tag, "title": "Other", "notes": notes, "draft": draft, "prerelease": False, "assets": []}
    extra = {"immutable": False, "latest": False, "untagged": "untagged-other"} if forge.name == "github" else {"had_tag": True}
    return release | extra


def tamper_gitlab(world, forge, name, tag, action, asset):
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
    elif action == "add-asset" and release:
        release["links"].append({"id": world.next(), "name": "stranger.bin", "url": f"{world.address}/stranger.bin"})
    elif action == "edit-notes" and release:
        release["notes"] = "Edited by hand.\n\n" + (release["notes"] or "")
    elif action == "edit-title" and release:
        release["title"] = "Edited by hand"
    elif action == "delete" and release:
        releases.remove(release)


def tamper_tag(world, name, tag, action):
    folder = f"{world.repositories}/{name}.git"
    if not world.has_tag(name, tag):
        return
    git = ["git", "--git-dir", folder, "update-ref"]
    if action == "delete-tag":
        subprocess.run([*git, "-d", f"refs/tags/{tag}"], check=True)
    else:
        other = subprocess.run(["git", "--git-dir", folder, "rev-list", "--max-parents=0", "HEAD"], capture_output=True, text=True)
        subprocess.run([*git, f"refs/tags/{tag}", other.stdout.split()[0]], check=True)
