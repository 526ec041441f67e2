"""Pictures of time against size, both on axes of powers of ten, as SVG that can be read on light and on dark pages."""

import html
import math
import statistics

WIDTH, HEIGHT = 720, 400
LEFT, RIGHT, TOP, BOTTOM = 70, 170, 40, 50
COLOURS = ["#d9480f", "#1c7ed6", "#2f9e44", "#9c36b5", "#e0a100", "#0c8599", "#868e96"]
STYLE = """
  text { font: 12px system-ui, sans-serif; fill: #24292f }
  .title { font-size: 14px; font-weight: 600 }
  .grid { stroke: #8c959f; stroke-opacity: .3 }
  @media (prefers-color-scheme: dark) { text { fill: #d0d7de } }
"""


def decades(values):
    """The powers of ten that have the values between them, as exponents."""
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return range(low, max(high, low + 1) + 1)


def power(exponent):
    """1000 as 1,000 and 0.001 as it is."""
    return f"{10 ** exponent:,}" if exponent >= 0 else f"{10.0 ** exponent:g}"


def picture(title, unit, tasks):
    """A line for each contender through its medians, in milliseconds."""
    lines = {}
    for task in tasks:
        for name, figure in task["figures"].items():
            lines.setdefault(name, []).append((task["size"], statistics.median(figure["times"]) * 1000))
    if not lines:
        return ""
    lines = dict(sorted(lines.items(), key=lambda line: not line[0].startswith("martlet")))
    columns = decades([size for points in lines.values() for size, _ in points])
    rows = decades([time for points in lines.values() for _, time in points])

    def x(size):
        return LEFT + (math.log10(size) - columns[0]) / (columns[-1] - columns[0]) * (WIDTH - LEFT - RIGHT)

    def y(time):
        return HEIGHT - BOTTOM - (math.log10(time) - rows[0]) / (rows[-1] - rows[0]) * (HEIGHT - TOP - BOTTOM)

    parts = [f'<text class="title" x="{LEFT}" y="22">{html.escape(title)}</text>']
    for exponent in columns:
        at = x(10.0 ** exponent)
        parts.append(f'<line class="grid" x1="{at:.1f}" x2="{at:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>')
        parts.append(f'<text x="{at:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{power(exponent)}</text>')
    for exponent in rows:
        at = y(10.0 ** exponent)
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{at:.1f}" y2="{at:.1f}"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{at + 4:.1f}" text-anchor="end">{power(exponent)}</text>')
    parts.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 10}" text-anchor="middle">{html.escape(unit)}</text>')
    parts.append(f'<text x="{LEFT - 8}" y="{TOP - 10}" text-anchor="end">ms</text>')
    ends = apart({name: y(points[-1][1]) for name, points in lines.items()})
    for colour, (name, points) in zip(COLOURS * 2, lines.items()):
        path = " ".join(f"{x(size):.1f},{y(time):.1f}" for size, time in points)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for size, time in points:
            parts.append(
                f'<circle cx="{x(size):.1f}" cy="{y(time):.1f}" r="3.5" fill="{colour}">'
                f"<title>{html.escape(name)}, {size:,}: {time:.1f} ms</title></circle>")
        at = WIDTH - RIGHT + 12
        end = ends[name]
        parts.append(f'<line x1="{at}" x2="{at + 14}" y1="{end:.1f}" y2="{end:.1f}" stroke="{colour}" stroke-width="3"/>')
        parts.append(f'<text x="{at + 20}" y="{end + 4:.1f}">{html.escape(name)}</text>')
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'role="img" aria-label="{html.escape(title)}: time by size">\n<style>{STYLE}</style>\n{body}\n</svg>\n')


def apart(heights):
    """Returns the heights of names at the ends of their lines, moved so that none overlap."""
    placed, last = {}, 0
    for name in sorted(heights, key=heights.get):
        last = placed[name] = max(heights[name], last + 16)
    return placed
