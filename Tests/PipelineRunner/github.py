"""Runs a workflow as GitHub or Forgejo does, for one event: python3 github.py < request.json

The request has `path` (of the workflow), `repository` (a folder) and `remote` (its address), `name` (owner and name there), `server`
(the forge's address), `event` (`name`, `ref`, `inputs`), `environment`, `folder` (for the machines), `variables` and
`secrets` (of the project) and `kind`. The workflow is the one of the commit. The answer is the result of each job with its outputs and what it printed.

Each job gets a new machine, and a token that names the permissions of the job, which the test forge enforces. `uses` accepts only
`actions/checkout` by its commit, which fetches what the real one fetches. Conditions, needs and outputs are evaluated as documented.

It is stricter than the real ones in what a pipeline could get wrong unseen: tokens and secrets are only in the environment of steps
after the checkout, the first step of a job installs Martlet, and the clone stores no credentials.
"""

import base64
import fnmatch
import json
import re
import sys

import yaml

from expressions import condition, expanded
from machine import Machine, in_repository

BASH = ["bash", "-e"]


class Workflow:
    def __init__(self, request):
        self.request, self.event = request, request["event"]
        self.ref = self.event["ref"]
        self.commit = in_repository(request, "rev-parse", f"{self.ref}^{{commit}}")
        source = yaml.safe_load(in_repository(request, "show", f"{self.commit}:{request['path']}"))
        # YAML 1.1 reads the key `on` as true.
        self.triggers, self.jobs = source.get("on", source.get(True)), source["jobs"]
        self.permissions = source.get("permissions")
        self.environment = source.get("env", {})
        assert not has_secret(self.environment), self.environment
        self.results = {}
        self.kind, self.short = self.ref.split("/")[1][:-1].replace("head", "branch"), self.ref.split("/", 2)[2]

    def is_started(self):
        if self.event["name"] not in self.triggers:
            return False
        if self.event["name"] != "push":
            return True
        filters = self.triggers["push"] or {}
        patterns = filters.get("branches" if self.kind == "branch" else "tags")
        # With only one of both filters, the other kind of reference starts nothing.
        return any(fnmatch.fnmatchcase(self.short, pattern) for pattern in patterns or []) if filters else True

    def inputs(self):
        """The typed values, with the defaults of the form; null for other events."""
        if self.event["name"] != "workflow_dispatch":
            return {}
        declared = (self.triggers["workflow_dispatch"] or {}).get("inputs", {})
        given = self.event.get("inputs", {})
        unknown = given.keys() - declared.keys()
        assert not unknown, f"the form has no field {unknown}"
        for name, field in declared.items():
            assert field.get("type") != "choice" or given.get(name, field.get("default")) in field["options"], name
            assert not field.get("required") or given.get(name, field.get("default")), f"{name} is required"
        return {name: given.get(name, field.get("default", "")) for name, field in declared.items()}

    def run(self):
        waiting = dict(self.jobs)
        while waiting:
            name = next(name for name, job in waiting.items() if all(need in self.results for need in needs(job)))
            self.results[name] = Job(self, name, waiting.pop(name)).run()
        return self.results

    def ancestors(self, job):
        found = set(needs(job))
        for need in needs(job):
            found |= self.ancestors(self.jobs[need])
        return found


def has_secret(environment):
    return any(re.search(r"\b(secrets\.|github\.token)", str(value)) for value in environment.values())


def needs(job):
    need = job.get("needs", [])
    return [need] if isinstance(need, str) else need


class Job:
    def __init__(self, workflow, name, source):
        self.workflow, self.name, self.source = workflow, name, source
        self.steps, self.failed = {}, False
        self.is_checked_out = False
        assert source.keys() <= {"if", "needs", "runs-on", "environment", "permissions", "outputs", "steps"}, source.keys()
        assert "run" in source["steps"][0] and "uses" in source["steps"][1], "expected the installation, then the checkout"
        self.permissions = source.get("permissions", workflow.permissions)
        granted = ",".join(f"{key}={value}" for key, value in sorted((self.permissions or {}).items()))
        # Forgejo's tokens cannot be restricted.
        self.token = f"job:{granted}" if workflow.request["kind"] == "github" else "write-token"

    def contexts(self):
        workflow = self.workflow
        return {
            "github": {
                "event_name": workflow.event["name"], "ref": workflow.ref, "ref_name": workflow.short,
                "ref_type": workflow.kind, "sha": workflow.commit, "actor": "mona", "token": self.token,
                "repository": workflow.request["name"], "server_url": workflow.request["server"],
                "event": {"repository": {"default_branch": "main"}},
            },
            "inputs": workflow.inputs(), "vars": workflow.request.get("variables", {}),
            "secrets": workflow.request.get("secrets", {}), "steps": self.steps,
            "needs": {need: {"result": workflow.results[need]["result"], "outputs": workflow.results[need]["outputs"]}
                      for need in needs(self.source)},
            "runner": {"os": "Linux", "temp": self.machine.temporary if hasattr(self, "machine") else ""},
        }  # fmt: skip

    def expanded(self, template):
        return expanded(template, self.contexts(), self.functions())

    def functions(self):
        return {"success": lambda: not self.failed, "failure": lambda: self.failed, "always": lambda: True,
                "cancelled": lambda: False}  # fmt: skip

    def is_due(self):
        results = {name: self.workflow.results[name]["result"] for name in self.workflow.ancestors(self.source)}
        functions = self.functions() | {
            "success": lambda: all(result == "success" for result in results.values()),
            "failure": lambda: "failure" in results.values(),
        }  # fmt: skip
        return condition(self.source.get("if"), self.contexts(), functions)

    def run(self):
        if not self.is_due():
            return {"result": "skipped", "outputs": {}, "log": ""}
        self.machine = Machine(self.workflow.request, self.name)
        for step in self.source["steps"]:
            if condition(step.get("if"), self.contexts(), self.functions()):
                self.perform(step)
        outputs = {name: self.expanded(value) for name, value in self.source.get("outputs", {}).items()}
        return {"result": "failure" if self.failed else "success", "log": "".join(self.machine.log),
                "outputs": {name: value for name, value in outputs.items() if value}}  # fmt: skip

    def perform(self, step):
        files = {name: f"{self.machine.temporary}/{name.lower()}" for name in
                 ("GITHUB_OUTPUT", "GITHUB_PATH", "GITHUB_STEP_SUMMARY")}  # fmt: skip
        for path in files.values():
            open(path, "w").close()
        if "uses" in step:
            if not re.fullmatch(r"actions/checkout@[0-9a-f]{40}", step["uses"]):
                raise ValueError(f"unknown action `{step['uses']}`")
            self.is_checked_out = True
            Checkout(self, {key: self.expanded(value) for key, value in (step.get("with") or {}).items()}).run()
            return
        assert self.is_checked_out or not has_secret(step.get("env") or {}), step
        environment = {key: self.expanded(value) for key, value in (self.workflow.environment | (step.get("env") or {})).items()}
        succeeded = self.machine.shell(BASH, self.expanded(step["run"]), self.variables() | files | environment)
        with open(files["GITHUB_PATH"]) as file:
            for folder in file.read().splitlines():
                self.machine.environment["PATH"] = f"{folder}:{self.machine.environment['PATH']}"
        self.failed = self.failed or not succeeded
        if "id" in step:
            with open(files["GITHUB_OUTPUT"]) as file:
                self.steps[step["id"]] = {"outputs": outputs(file.read()), "outcome": "success" if succeeded else "failure"}

    def variables(self):
        github = self.contexts()["github"]
        found = {f"GITHUB_{name.upper()}": github[name] for name in
                 ("event_name", "ref", "ref_name", "ref_type", "sha", "actor", "repository", "server_url")}  # fmt: skip
        found |= {"GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": self.machine.workspace, "RUNNER_TEMP": self.machine.temporary}
        return found | ({"FORGEJO_ACTIONS": "true"} if self.workflow.request["kind"] == "forgejo" else {})


class Checkout:
    """`actions/checkout`: its refspecs (src/ref-helper.ts), and the token during its own fetches only."""

    def __init__(self, job, options):
        self.job, self.git, self.workflow = job, job.machine.git, job.workflow
        unknown = options.keys() - {"fetch-depth", "ref", "persist-credentials"}
        assert not unknown, f"unknown option {unknown}"
        assert options.get("persist-credentials", "").lower() == "false", "the clone would store the token"
        self.depth, self.ref = int(options.get("fetch-depth", 1)), options.get("ref") or self.workflow.ref
        self.commit = self.workflow.commit if self.ref == self.workflow.ref else None

    def run(self):
        self.git("init", "--quiet", "--initial-branch=main")
        self.git("remote", "add", "origin", self.workflow.request["remote"])
        if self.depth == 0:
            self.fetch("--quiet", "--prune", "origin", "+refs/heads/*:refs/remotes/origin/*", "+refs/tags/*:refs/tags/*")
        else:
            target = f"+{self.commit}:{self.tracking()}" if self.commit else f"+{self.ref}*:{self.ref}*"
            self.fetch("--quiet", "--no-tags", f"--depth={self.depth}", "origin", target)
        if self.ref.startswith("refs/heads/"):
            # The branch may have moved since the event.
            self.fetch("--quiet", "--no-tags", "origin", f"+{self.commit}:{self.tracking()}")
            self.git("checkout", "--quiet", "--force", "-B", self.ref[11:], self.tracking())
        elif self.ref.startswith("refs/tags/"):
            self.git("checkout", "--quiet", "--force", self.ref)
        else:
            self.git("checkout", "--quiet", "--force", "--detach", f"refs/tags/{self.ref}")

    def fetch(self, *arguments):
        credential = base64.b64encode(f"x-access-token:{self.job.token}".encode()).decode()
        header = f"http.{self.workflow.request['server']}/.extraheader=AUTHORIZATION: basic {credential}"
        self.git("-c", header, "fetch", *arguments)

    def tracking(self):
        return self.ref.replace("refs/heads/", "refs/remotes/origin/")


def outputs(source):
    """The values in a file of outputs: `name=value`, or `name<<MARK`, lines, and `MARK`."""
    values, lines = {}, iter(source.splitlines())
    for line in lines:
        if match := re.fullmatch(r"([^=<]+)<<(.+)", line):
            value = []
            while (part := next(lines)) != match.group(2):
                value.append(part)
            values[match.group(1)] = "\n".join(value)
        elif line:
            name, value = line.split("=", 1)
            values[name] = value
    return values


def main():
    workflow = Workflow(json.load(sys.stdin))
    print(json.dumps(workflow.run() if workflow.is_started() else {}))


if __name__ == "__main__":
    main()
