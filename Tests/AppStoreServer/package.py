"""Makes an app for upload: python3 package.py FILE.ipa|FILE.pkg ['{"version": "2.0", "build": "43", …}']

Options: `id`, `version`, `build`; `info` changes Info.plist (null removes a key); `profile` changes the profile (null leaves it out); `extension` and
`watch` change theirs; `size` adds so many bytes that cannot be compressed; `xml` writes property lists in XML; `stored` does not compress.

Hostile ones: `bomb` makes Info.plist as long, of zeros; `stated` is the size that the directory states for it; `shared` adds as many
extensions, all with the bytes of `extension`; `folder` is the name of the folder in an installer package.
"""

import copy
import datetime
import io
import json
import os
import plistlib
import struct
import sys
import zipfile
import zlib


def changed(values, changes):
    values = {**values, **(changes or {})}
    return {key: value for key, value in values.items() if value is not None}


def ipa(path, options):
    format = plistlib.FMT_XML if options.get("xml") else plistlib.FMT_BINARY
    method = zipfile.ZIP_STORED if options.get("stored") else zipfile.ZIP_DEFLATED
    app = options.get("id", "com.example.CoolApp")
    base = {"CFBundleShortVersionString": options.get("version", "2.0"), "CFBundleVersion": options.get("build", "43")}
    info = changed(
        {"CFBundleIdentifier": app, **base, "CFBundleSupportedPlatforms": ["iPhoneOS"], "DTPlatformName": "iphoneos", "DTSDKName": "iphoneos26.1",
         "CFBundleIcons": {"CFBundlePrimaryIcon": {"CFBundleIconName": "AppIcon"}}, "ITSAppUsesNonExemptEncryption": False,
         "MinimumOSVersion": "17.0", "UIDeviceFamily": [1, 2], "CFBundleName": "Cool App ✓", "Extra": {"Real": 1.5, "Data": b"\0\1"}},
        options.get("info"))  # fmt: skip
    profile = changed(
        {"Name": "Cool App Store", "ExpirationDate": datetime.datetime(2030, 1, 1), "Entitlements": {
            "application-identifier": f"ABCDE12345.{app}", "get-task-allow": False}}, options.get("profile"))  # fmt: skip
    with zipfile.ZipFile(path, "w", method) as archive:
        root = "Payload/CoolApp.app"

        def write(name, content):
            entry = zipfile.ZipInfo(name)
            entry.compress_type = method
            archive.writestr(entry, content)

        write(f"{root}/Info.plist", bytes(options["bomb"]) if "bomb" in options else plistlib.dumps(info, fmt=format))
        write(f"{root}/CoolApp", b"\xcf\xfa\xed\xfe" + bytes(1000))
        if options.get("profile", {}) is not None:
            # A CMS message: some bytes, the signed content, and some more.
            write(f"{root}/embedded.mobileprovision", b"0\x82\x01" + plistlib.dumps(profile) + b"\0\xff signature")
        for name, place in [("extension", "PlugIns/Share.appex"), ("watch", "Watch/CoolWatch.app")]:
            if name in options:
                part = changed({"CFBundleIdentifier": f"{app}.{name}", **base}, options[name])
                write(f"{root}/{place}/Info.plist", plistlib.dumps(part, fmt=format))
        if options.get("size"):
            with archive.open(zipfile.ZipInfo(f"{root}/Assets.car"), "w", force_zip64=True) as file:
                left = options["size"]
                while left > 0:
                    left -= file.write(os.urandom(min(left, 1 << 20)))
        if "stated" in options:
            archive.getinfo(f"{root}/Info.plist").file_size = options["stated"]
        for number in range(options.get("shared", 0)):
            entry = copy.copy(archive.getinfo(f"{root}/PlugIns/Share.appex/Info.plist"))
            entry.filename = f"{root}/PlugIns/Share{number}.appex/Info.plist"
            archive.filelist.append(entry)


def pkg(path, options):
    app = options.get("id", "com.example.CoolApp")
    version, build = options.get("version", "2.0"), options.get("build", "43")
    component = f"""<?xml version="1.0" encoding="utf-8"?>
<pkg-info format-version="2" identifier="{app}" version="{version}" install-location="/Applications">
  <bundle path="./CoolApp.app" id="{app}" CFBundleShortVersionString="{version}" CFBundleVersion="{build}"/>
  <bundle path="./CoolApp.app/Contents/PlugIns/Share.appex" id='{app}.share' CFBundleShortVersionString="{version}" CFBundleVersion="{build}"/>
</pkg-info>""".encode()
    heap = io.BytesIO()
    heap.write(bytes(20))
    packed = zlib.compress(component)
    start = heap.tell()
    heap.write(packed)
    payload = os.urandom(options.get("size", 1000))
    place = heap.tell()
    heap.write(payload)
    toc = f"""<?xml version="1.0" encoding="UTF-8"?>
<xar><toc><checksum style="sha1"><offset>0</offset><size>20</size></checksum>
 <file id="1"><type>directory</type><name>{options.get("folder", "CoolApp.pkg")}</name>
  <file id="2"><data><length>{len(packed)}</length><offset>{start}</offset><size>{len(component)}</size>
   <encoding style="application/x-gzip"/></data><type>file</type><name>PackageInfo</name></file>
  <file id="3"><data><length>{len(payload)}</length><offset>{place}</offset><size>{len(payload)}</size>
   <encoding style="application/octet-stream"/></data><type>file</type><name>Payload</name></file>
 </file></toc></xar>""".encode()
    table = zlib.compress(toc)
    with open(path, "wb") as file:
        file.write(struct.pack(">4sHHQQI", b"xar!", 28, 1, len(table), len(toc), 1) + table + heap.getvalue())


if __name__ == "__main__":
    options = json.loads(sys.argv[2]) if len(sys.argv) > 2 else {}
    (pkg if sys.argv[1].endswith(".pkg") else ipa)(sys.argv[1], options)
