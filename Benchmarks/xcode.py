"""An Xcode project, generated in the same way every time."""


def xcode_project(targets, files_in_a_target):
    """The text of a project.pbxproj with a version in every configuration of every target."""
    numbers = iter(range(1, 10_000_000))

    def identifier():
        return f"7C4E{next(numbers):020X}"

    sections = {name: [] for name in (
        "PBXBuildFile", "PBXFileReference", "PBXGroup", "PBXNativeTarget", "PBXProject", "PBXSourcesBuildPhase",
        "XCBuildConfiguration", "XCConfigurationList")}
    project, products = identifier(), []
    for target in range(targets):
        built, references = [], []
        for number in range(files_in_a_target):
            name, reference, build = f"Feature{target}View{number}.swift", identifier(), identifier()
            references.append(f"\t\t\t\t{reference} /* {name} */,")
            built.append(f"\t\t\t\t{build} /* {name} in Sources */,")
            sections["PBXFileReference"].append(
                f'\t\t{reference} /* {name} */ = {{isa = PBXFileReference; lastKnownFileType = sourcecode.swift; '
                f'path = {name}; sourceTree = "<group>"; }};')
            sections["PBXBuildFile"].append(
                f"\t\t{build} /* {name} in Sources */ = {{isa = PBXBuildFile; fileRef = {reference} /* {name} */; }};")
        phase, group, product = identifier(), identifier(), identifier()
        sections["PBXSourcesBuildPhase"].append(
            block(phase, "Sources", "PBXSourcesBuildPhase", ["buildActionMask = 2147483647;", listed("files", built)]))
        sections["PBXGroup"].append(
            block(group, f"Target{target}", "PBXGroup", [listed("children", references), f"path = Target{target};",
                                                        'sourceTree = "<group>";']))
        configurations = configuration_list(identifier, sections, f"Target{target}", [
            "MARKETING_VERSION = 1.4.2;", "CURRENT_PROJECT_VERSION = 42;", f"PRODUCT_NAME = Target{target};"])
        products.append(f"\t\t\t\t{product} /* Target{target} */,")
        sections["PBXNativeTarget"].append(block(product, f"Target{target}", "PBXNativeTarget", [
            f"buildConfigurationList = {configurations};", listed("buildPhases", [f"\t\t\t\t{phase} /* Sources */,"]),
            f"name = Target{target};", f"productName = Target{target};",
            'productType = "com.apple.product-type.framework";']))
    configurations = configuration_list(identifier, sections, "Project", ["SDKROOT = iphoneos;"])
    sections["PBXProject"].append(block(project, "Project object", "PBXProject", [
        f"buildConfigurationList = {configurations};", 'compatibilityVersion = "Xcode 14.0";',
        listed("targets", products)]))
    text = ["// !$*UTF8*$!", "{", "\tarchiveVersion = 1;", "\tclasses = {", "\t};", "\tobjectVersion = 56;", "\tobjects = {"]
    for name, lines in sections.items():
        text += ["", f"/* Begin {name} section */", *lines, f"/* End {name} section */"]
    return "\n".join(text + ["\t};", f"\trootObject = {project} /* Project object */;", "}", ""])


def block(identifier, comment, isa, lines):
    head = [f"\t\t{identifier} /* {comment} */ = {{", f"\t\t\tisa = {isa};"]
    return "\n".join([*head, *(f"\t\t\t{line}" for line in lines), "\t\t};"])


def listed(key, lines):
    return "\n".join([f"{key} = (", *lines, "\t\t\t);"])


def configuration_list(identifier, sections, name, settings):
    """The identifier of a list with Debug and Release, which are added to the sections."""
    configurations = []
    for configuration in ("Debug", "Release"):
        own = identifier()
        configurations.append(f"\t\t\t\t{own} /* {configuration} */,")
        lines = ["buildSettings = {", *(f"\t{setting}" for setting in settings), "};", f"name = {configuration};"]
        sections["XCBuildConfiguration"].append(block(own, configuration, "XCBuildConfiguration", lines))
    own = identifier()
    sections["XCConfigurationList"].append(block(own, f"Build configuration list for {name}", "XCConfigurationList", [
        listed("buildConfigurations", configurations), "defaultConfigurationName = Release;"]))
    return own
