"""Runs `.gitlab-ci.yml` as GitLab does, for one pipeline: python3 gitlab.py < request.json

The request is that of github.py. `event` has `source` (`push`, `web` or `schedule`) instead of a name, and may have `play`: the jobs that
a user starts in a pipeline whose other jobs have run, with the variables that the user types. Each job gets a new machine with a detached checkout of `GIT_DEPTH`, the token
of a job, and the dotenv reports of the jobs that it needs.
"""

import json
import re
import sys

import yaml

from machine import Machine, in_repository

KNOWN = {"extends", "stage", "resource_group", "interruptible", "before_script", "script", "variables", "artifacts", "rules",
         "needs", "when", "allow_failure", "environment"}  # fmt: skip
GLOBAL = {"variables", "stages"}


class Pipeline:
    def __init__(self, request):
        self.request, self.event = request, request["event"]
        self.ref = self.event["ref"]
        self.commit = in_repository(request, "rev-parse", f"{self.ref}^{{commit}}")
        self.source = yaml.safe_load(in_repository(request, "show", f"{self.commit}:{request['path']}"))
        self.results, self.reports = {}, {}
        tag = self.ref.startswith("refs/tags/")
        self.variables = {
            "GITLAB_CI": "true", "CI_COMMIT_SHA": self.commit, "CI_DEFAULT_BRANCH": "main", "CI_PROJECT_PATH": request["name"],
            "CI_COMMIT_TAG" if tag else "CI_COMMIT_BRANCH": self.ref.split("/", 2)[2],
            "CI_COMMIT_REF_NAME": self.ref.split("/", 2)[2], "CI_PIPELINE_SOURCE": self.event.get("source", "push"),
            "CI_SERVER_URL": request["server"], "CI_API_V4_URL": f"{request['server']}/api/v4", "CI_JOB_TOKEN": "job-token",
            "GITLAB_USER_NAME": "Mona", "GITLAB_USER_EMAIL": "mona@example.com", **request.get("variables", {}), **request.get("secrets", {}),
        }  # fmt: skip

    def job(self, name):
        """The job with the keys of those that it extends."""
        job = self.source[name]
        base = self.job(job["extends"]) if "extends" in job else {}
        merged = {**base, **job, "variables": {**base.get("variables", {}), **job.get("variables", {})}}
        assert merged.keys() <= KNOWN, merged.keys() - KNOWN
        return merged

    def run(self):
        names = [name for name in self.source if name not in GLOBAL and not name.startswith(".")]
        for name in names:
            assert self.job(name)["stage"] in self.source["stages"], name
            rule = self.rule(self.job(name))
            if rule is None:
                continue
            # A user starts jobs of a pipeline whose other jobs have run.
            if name not in self.event["play"] if "play" in self.event else rule.get("when") == "manual":
                self.results[name] = {"result": "manual", "outputs": {}, "log": ""}
                continue
            if any(self.results[need]["result"] != "success" for need in self.needs(name)):
                self.results[name] = {"result": "skipped", "outputs": {}, "log": ""}
                continue
            self.results[name] = self.perform(name, self.event.get("play", {}).get(name, {}))
        return self.results

    def needs(self, name):
        """The jobs that must succeed before; an optional one may be missing in the pipeline."""
        needs = [need if isinstance(need, dict) else {"job": need} for need in self.job(name).get("needs", [])]
        for need in needs:
            assert need.keys() <= {"job", "optional"} and (need["job"] in self.results or need.get("optional")), need
        return [need["job"] for need in needs if need["job"] in self.results]

    def rule(self, job):
        """The first rule that applies; none: the job is not in the pipeline."""
        return next((rule for rule in job["rules"] if self.holds(rule["if"])), None)

    def holds(self, condition):
        def part(text):
            match = re.fullmatch(r"\$(\w+)(?: (==|!=) (?:\$(\w+)|\"([^\"]*)\"))?", text.strip())
            assert match, f"unknown condition `{text}`"
            name, sign, other, literal = match.groups()
            value = self.variables.get(name)
            if sign is None:
                return bool(value)
            return (value == (self.variables.get(other) if other else literal)) == (sign == "==")

        return all(part(text) for text in condition.split("&&"))

    def perform(self, name, typed):
        job = self.job(name)
        machine = Machine(self.request, name)
        variables = {**self.source.get("variables", {}), **job["variables"], **self.variables}
        for need in self.needs(name):
            variables |= self.reports.get(need, {})
        variables |= typed | {"CI_PROJECT_DIR": machine.workspace}
        variables = {
            key: re.sub(r"\$(\w+)", lambda found: variables.get(found.group(1), ""), str(value)) if key in job["variables"] else value
            for key, value in variables.items()
        }
        self.check_out(machine, int(variables.get("GIT_DEPTH", 20)))
        script = "\n".join(["set -eo pipefail", *job.get("before_script", []), *job["script"]])
        succeeded = machine.shell(["bash"], script, variables)
        report = job.get("artifacts", {}).get("reports", {}).get("dotenv")
        try:
            with open(f"{machine.workspace}/{report}") as file:
                lines = file.read().splitlines()
                self.reports[name] = dict(line.split("=", 1) for line in lines)
        except FileNotFoundError:
            pass
        values = self.reports.get(name, {})
        return {"result": "success" if succeeded else "failure", "log": "".join(machine.log),
                "outputs": {key.removeprefix("MARTLET_").lower(): value for key, value in values.items()}}  # fmt: skip

    def check_out(self, machine, depth):
        scheme, rest = self.request["remote"].split("://", 1)
        machine.git("init", "--quiet")
        machine.git("remote", "add", "origin", f"{scheme}://gitlab-ci-token:job-token@{rest}")
        limit = [f"--depth={depth}"] if depth else []
        wanted = ["+refs/heads/*:refs/remotes/origin/*", "+refs/tags/*:refs/tags/*"] if not depth else []
        machine.git("fetch", "--quiet", *limit, "origin", f"+{self.commit}:refs/pipelines/1", *wanted)
        machine.git("checkout", "--quiet", "--force", "--detach", self.commit)


def main():
    print(json.dumps(Pipeline(json.load(sys.stdin)).run()))


if __name__ == "__main__":
    main()
