/// A CI system that `init --ci` supports, from the point of view of its jobs.
enum PipelineHost: String, Sendable, CaseIterable {
  case github, forgejo, gitlab
  case xcodeCloud = "xcode-cloud"
  case buildkite, circleci, jenkins, bitrise

  /// The systems that belong to no forge.
  static let neutral: [PipelineHost] = [.xcodeCloud, .buildkite, .circleci, .jenkins, .bitrise]

  var path: String {
    switch self {
    case .github: ".github/workflows/release.yml"
    case .forgejo: ".forgejo/workflows/release.yml"
    case .gitlab: ".gitlab-ci.yml"
    case .xcodeCloud: "ci_scripts/ci_post_clone.sh"
    case .buildkite: ".buildkite/pipeline.yml"
    case .circleci: ".circleci/config.yml"
    case .jenkins: "Jenkinsfile"
    case .bitrise: "bitrise.yml"
    }
  }

  /// The author of the release commits.
  var author: String {
    switch self {
    case .github, .forgejo: "mona <mona@users.noreply.git.example.com>"
    case .gitlab, .buildkite: "Mona <mona@example.com>"
    case .xcodeCloud: "Xcode Cloud <noreply@apple.com>"
    case .circleci: "mona <noreply@circleci.com>"
    case .jenkins: "Jenkins <noreply@ci.example.com>"
    case .bitrise: "Bitrise <noreply@bitrise.io>"
    }
  }

  /// Clones `$REMOTE` into `$JOB` and checks out the branch or tag `$REFERENCE`, like the system.
  var checkout: String {
    switch self {
    case .github, .forgejo, .circleci, .bitrise:
      "git clone -q \"$REMOTE\" \"$JOB\"; git -C \"$JOB\" checkout -q \"$REFERENCE\""
    case .gitlab, .buildkite, .jenkins:
      "git clone -q \"$REMOTE\" \"$JOB\"; git -C \"$JOB\" checkout -q --detach \"$REFERENCE\""
    case .xcodeCloud:
      "git clone -q --depth 1 --branch \"$REFERENCE\" \"file://$REMOTE\" \"$JOB\"; git -C \"$JOB\" checkout -q --detach"
    }
  }

  /// The variables of the system for a branch or a tag with that name.
  func variables(_ name: String, isTag: Bool, commit: String) -> [String: String] {
    switch self {
    case .github, .forgejo:
      [
        "CI": "true", "GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "push",
        "FORGEJO_ACTIONS": self == .forgejo ? "true" : "",
        "GITHUB_REF": isTag ? "refs/tags/\(name)" : "refs/heads/\(name)", "GITHUB_REF_NAME": name,
        "GITHUB_SHA": commit, "GITHUB_ACTOR": "mona", "GITHUB_SERVER_URL": "https://git.example.com",
      ]
    case .gitlab:
      [
        "CI": "true", "GITLAB_CI": "true", "CI_PIPELINE_SOURCE": "push",
        isTag ? "CI_COMMIT_TAG" : "CI_COMMIT_BRANCH": name, "CI_COMMIT_SHA": commit,
        "CI_DEFAULT_BRANCH": "main", "GITLAB_USER_NAME": "Mona", "GITLAB_USER_EMAIL": "mona@example.com",
      ]
    case .xcodeCloud:
      [
        "CI": "TRUE", "CI_XCODE_CLOUD": "TRUE", "CI_XCODE_PROJECT": "App.xcodeproj", "CI_COMMIT": commit,
        isTag ? "CI_TAG" : "CI_BRANCH": name, "CI_BUILD_NUMBER": "17",
      ]
    case .buildkite:
      [
        "CI": "true", "BUILDKITE": "true", "BUILDKITE_BRANCH": name, "BUILDKITE_COMMIT": isTag ? commit : "HEAD",
        "BUILDKITE_TAG": isTag ? name : "", "BUILDKITE_PULL_REQUEST": "false", "BUILDKITE_BUILD_NUMBER": "17",
        "BUILDKITE_UNBLOCKER": "Mona", "BUILDKITE_UNBLOCKER_EMAIL": "mona@example.com",
      ]
    case .circleci:
      [
        "CI": "true", "CIRCLECI": "true", isTag ? "CIRCLE_TAG" : "CIRCLE_BRANCH": name, "CIRCLE_SHA1": commit,
        "CIRCLE_BUILD_NUM": "17", "CIRCLE_USERNAME": "mona",
      ]
    case .jenkins:
      [
        "JENKINS_URL": "https://ci.example.com:8080/", "BUILD_ID": "17", "BUILD_NUMBER": "17", "BRANCH_NAME": name,
        isTag ? "TAG_NAME" : "JOB_BASE_NAME": name,
      ]
    case .bitrise:
      [
        "CI": "true", "BITRISE_IO": "true", isTag ? "BITRISE_GIT_TAG" : "BITRISE_GIT_BRANCH": name,
        "BITRISE_PULL_REQUEST": "", "BITRISE_BUILD_NUMBER": "17",
      ]
    }
  }

  /// The path of the user's input to the job of `flow`.
  func input(_ flow: String, version: String, interrupted: String) -> [String: String] {
    switch self {
    case .github, .forgejo, .gitlab, .circleci, .jenkins, .bitrise:
      ["VERSION": version, "INTERRUPTED": interrupted]
    case .xcodeCloud:
      [
        "RELEASE_FLOW": flow, "RELEASE_VERSION": version, "RELEASE_INTERRUPTED": interrupted,
        "RELEASE_TOKEN": "hunter22",
      ]
    // The input of the agent's program, see `programs`.
    case .buildkite:
      ["FORM_flow": flow, "FORM_version": version, "FORM_interrupted": interrupted]
    }
  }

  /// Substitutes for missing programs: GitHub's records its input, and Buildkite's returns the form's values. No job starts a
  /// `martlet` that happens to be in `PATH`.
  static let programs = [
    "martlet": "#!/bin/sh\necho 'another martlet' >&2\nexit 99\n",
    "gh": "#!/bin/sh\nprintf '%s\\n' \"$*\" > ../told\n",
    "upload": "#!/bin/sh\nprintf '%s\\n' \"$*\" >> ../uploads\n[ ! -e ../unreachable ]\n",
    "buildkite-agent": "#!/bin/sh\n[ \"$1 $2\" = 'meta-data get' ] || exit 9\nprintenv \"FORM_$3\"\n",
  ]

  /// A script that parses a pipeline with another YAML parser, and prints its jobs as JSON.
  static let reader = """
    import json, re, sys, yaml
    path = sys.argv[1]
    source = open(path).read()
    jobs = {}
    if path.endswith('.sh'):
        for flow in re.findall('RELEASE_FLOW=(\\\\w+)', source):
            jobs[flow] = {'script': 'cd ci_scripts; exec ./ci_post_clone.sh'}
    elif path.endswith('Jenkinsfile'):
        for name, body in re.findall("stage\\\\('(\\\\w+)'\\\\) {(.*?)\\n    }\\n", source, re.S):
            scripts = re.findall("sh '''(.*?)'''", body, re.S)
            if name == 'Install': assert 'Checkout' not in jobs and 'withCredentials' not in body
            if not scripts or name == 'Install': continue
            jobs[name.lower()] = {'script': scripts[0]}
            assert ('withCredentials' in body) == (name != 'Tagged')
            assert 'changeRequest' in body or 'buildingTag' in body
        assert 'cloneOption(shallow: false, noTags: false)' in source and '\"\"\"' not in source
    else:
        text = yaml.safe_load(source)
        if 'workflows' in text and 'jobs' in text:
            for name, job in text['jobs'].items():
                assert {'checkout': {'method': 'full'}} in job['steps']
                assert job['steps'][0] == 'install'
                assert ('add_ssh_keys' in job['steps']) == (name != 'tagged')
                script = job['steps'][-1]['run']['command']
                environment = job.get('environment', {})
                for variable in ('VERSION', 'INTERRUPTED'):
                    assert ('$' + variable in script) == (variable in environment), name
                    assert environment.pop(variable, None) in (None, '<< pipeline.parameters.%s >>' % variable.lower())
                assert not environment
                jobs[name] = {'script': script}
                assert name in text['workflows']
        elif 'jobs' in text:
            assert text['permissions'] == {} and text['concurrency']['cancel-in-progress'] is False
            for name, job in text['jobs'].items():
                if name == 'build':
                    assert job['steps'][0]['with'] == {'persist-credentials': False}
                    assert text['jobs']['release']['needs'] == name
                    jobs[name] = {'script': job['steps'][1]['run'], 'permissions': job['permissions']}
                    continue
                assert job['steps'][0]['name'] == 'Install Martlet' and 'env' not in job['steps'][0]
                checkout = job['steps'][1]['with']
                assert checkout.pop('fetch-depth') == 0 and checkout.pop('persist-credentials') is False
                assert list(checkout) == (['ref'] if name == 'tagged' else [])
                environment = 'release' if name == 'release' and '.github/' in path else None
                assert job.get('environment') == environment
                run = [step['run'] for step in job['steps'] if 'run' in step]
                jobs[name] = {'script': '\\n'.join(run), 'permissions': job['permissions']}
        elif 'workflows' in text:
            install = text['workflows'].pop('_install')['steps'][0]['script@1']['inputs'][0]
            assert install['opts'] == {'is_expand': False}
            clone = text['workflows'].pop('_clone')['steps'][1]['git-clone@8']['inputs']
            assert clone == [{'clone_depth': '-1'}, {'fetch_tags': 'yes'}]
            for name, job in text['workflows'].items():
                assert job['before_run'] == ['_install', '_clone'] and ('triggers' in job) == (name == 'tagged')
                step = job['steps'][0]['script@1']['inputs'][0]
                assert step['opts'] == {'is_expand': False}
                jobs[name] = {'script': step['content']}
        elif 'steps' in text:
            for step in text['steps']:
                if 'command' not in step: continue
                command = step['command']
                assert '$' not in command.replace('$$', ''), command
                for name in ['tagged'] if step['if'] == 'build.tag != null' else ['release', 'propose']:
                    jobs[name] = {'script': command.replace('$$', '$')}
        else:
            assert text['variables']['GIT_DEPTH'] == '0'
            for name, job in text.items():
                if 'script' not in job or name in ('variables', 'stages'): continue
                assert (job.get('environment') == 'release') == (name in ('release', 'resume'))
                base = job
                while 'extends' in base: base = text[base['extends']]
                jobs[name] = {'script': '\\n'.join(base.get('before_script', []) + job['script'])}
    print(json.dumps(jobs))
    """
}
