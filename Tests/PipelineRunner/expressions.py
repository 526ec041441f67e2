"""The expressions of GitHub Actions (docs.github.com, "Evaluate expressions in workflows and actions"), as far as pipelines use
them. An unknown name or function is an error, so that a pipeline cannot rely on what the runner leaves out."""

import json
import re

TOKEN = re.compile(
    r"\s*(?:(?P<number>-?\d+(?:\.\d+)?)|'(?P<text>(?:[^']|'')*)'|(?P<name>[A-Za-z_][\w-]*)|(?P<sign>&&|\|\||==|!=|[!().,\[\]*]))"
)


class ExpressionError(Exception):
    pass


class Expression:
    """`functions` are those without arguments, which depend on the state of the jobs, such as `success`."""

    def __init__(self, text, contexts, functions):
        self.text, self.contexts, self.functions, self.place = text, contexts, functions, 0
        self.tokens, rest = [], text.rstrip()
        while rest:
            match = TOKEN.match(rest)
            if not match:
                raise ExpressionError(f"`{text}`: unexpected `{rest}`")
            self.tokens.append((match.lastgroup, match.group(match.lastgroup)))
            rest = rest[match.end() :]

    def value(self):
        value = self.either()
        if self.place < len(self.tokens):
            raise ExpressionError(f"`{self.text}`: unexpected `{self.tokens[self.place][1]}`")
        return value

    def take(self, *signs):
        if self.place < len(self.tokens) and self.tokens[self.place][0] == "sign" and self.tokens[self.place][1] in signs:
            self.place += 1
            return self.tokens[self.place - 1][1]
        return None

    def either(self):
        value = self.both()
        while self.take("||"):
            other = self.both()
            value = value if truthy(value) else other
        return value

    def both(self):
        value = self.comparison()
        while self.take("&&"):
            other = self.comparison()
            value = other if truthy(value) else value
        return value

    def comparison(self):
        value = self.negation()
        while sign := self.take("==", "!="):
            other = self.negation()
            value = same(value, other) == (sign == "==")
        return value

    def negation(self):
        return not truthy(self.negation()) if self.take("!") else self.primary()

    def primary(self):
        if self.take("("):
            value = self.either()
            self.require(")")
            return value
        if self.place >= len(self.tokens):
            raise ExpressionError(f"`{self.text}` ends early")
        kind, text = self.tokens[self.place]
        self.place += 1
        if kind == "number":
            return float(text)
        if kind == "text":
            return text.replace("''", "'")
        if kind != "name":
            raise ExpressionError(f"`{self.text}`: unexpected `{text}`")
        if text in ("true", "false", "null"):
            return {"true": True, "false": False, "null": None}[text]
        return self.call(text) if self.take("(") else self.member(text)

    def call(self, name):
        arguments = []
        while not self.take(")"):
            arguments.append(self.either())
            self.take(",")
        if name in self.functions and not arguments:
            return self.functions[name]()
        if name == "fromJSON":
            return json.loads(arguments[0])
        if name == "contains":
            return arguments[1] in (arguments[0] or "")
        raise ExpressionError(f"`{self.text}`: unknown function `{name}`")

    def member(self, name):
        if name not in self.contexts:
            raise ExpressionError(f"`{self.text}`: unknown name `{name}`")
        value = self.contexts[name]
        while self.take("."):
            key = self.tokens[self.place][1]
            self.place += 1
            value = value.get(key) if isinstance(value, dict) else None
        return value

    def require(self, sign):
        if not self.take(sign):
            raise ExpressionError(f"`{self.text}`: expected `{sign}`")


def truthy(value):
    return value not in (False, 0, "", None)


def same(one, other):
    """As in JavaScript without types: text in any case, and different types as numbers."""
    if isinstance(one, str) and isinstance(other, str):
        return one.lower() == other.lower()
    return one == other if type(one) is type(other) else number(one) == number(other)


def number(value):
    try:
        return float({None: 0, True: 1, False: 0, "": 0}.get(value, value) if not isinstance(value, (dict, list)) else "nan")
    except ValueError:
        return float("nan")


def text(value):
    return {None: "", True: "true", False: "false"}.get(value, str(value)) if not isinstance(value, (dict, list)) else json.dumps(value)


def expanded(template, contexts, functions):
    """Replaces each `${{ … }}`; a text that is only one keeps its type in `condition`."""
    return re.sub(r"\$\{\{(.*?)\}\}", lambda found: text(Expression(found.group(1), contexts, functions).value()), str(template))


def condition(source, contexts, functions):
    """The value of an `if`, which requires success unless it names another state."""
    if source is None:
        return functions["success"]()
    inner = str(source).strip()
    if inner.startswith("${{") and inner.endswith("}}"):
        inner = inner[3:-2]
    if not re.search(r"\b(success|failure|cancelled|always)\(", inner) and not functions["success"]():
        return False
    return truthy(Expression(inner, contexts, functions).value())
