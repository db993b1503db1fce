"""Draws the growth as an SVG: time by number of changes, both on logarithmic axes."""

import math
from xml.sax.saxutils import escape

LEFT, TOP, WIDTH, HEIGHT = 70, 50, 560, 360
COLOURS = ["#0b6bcb", "#0a8a5f", "#7a3fc4", "#c2410c", "#b01e5b", "#7a6200", "#555555", "#008299"]


def picture(series):
    """An SVG of `{name: [(changes, seconds), ...]}`."""
    points = [point for values in series.values() for point in values]
    left, right = (f(math.log10(size) for size, _ in points) for f in (min, max))
    low = math.floor(min(math.log10(time) for _, time in points))
    high = math.ceil(max(math.log10(time) for _, time in points))

    def x(size):
        return LEFT + WIDTH * (math.log10(size) - left) / (right - left)

    def y(time):
        return TOP + HEIGHT * (high - math.log10(time)) / (high - low)

    parts = [
        (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 230} '
         f'{TOP + HEIGHT + 60}" font-family="sans-serif" font-size="13">'),
        '<rect width="100%" height="100%" fill="#ffffff"/>',
        (f'<text x="{LEFT}" y="28" font-size="16">Time of one command, by how much there is '
         'already</text>')]
    for power in range(round(left), round(right) + 1):
        parts.append(f'<path d="M{x(10 ** power):.1f} {TOP}v{HEIGHT}" stroke="#e4e4e4"/>')
        parts.append(f'<text x="{x(10 ** power):.1f}" y="{TOP + HEIGHT + 20}" '
                     f'text-anchor="middle">{10 ** power:,}</text>')
    parts.append(f'<text x="{LEFT + WIDTH / 2}" y="{TOP + HEIGHT + 44}" text-anchor="middle">'
                 'changes (tasks, intervals, entries)</text>')
    for power in range(low, high + 1):
        parts.append(f'<path d="M{LEFT} {y(10 ** power):.1f}h{WIDTH}" stroke="#e4e4e4"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y(10 ** power) + 4:.1f}" text-anchor="end">'
                     f'{duration(power)}</text>')
    labels = spread([(y(values[-1][1]), name) for name, values in series.items()])
    for (name, values), colour in zip(series.items(), COLOURS * 2):
        path = "L".join(f"{x(size):.1f} {y(time):.1f}" for size, time in values)
        dashes = "" if name.startswith("tally") else ' stroke-dasharray="5 4"'
        parts.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>')
        for size, time in values:
            parts.append(f'<circle cx="{x(size):.1f}" cy="{y(time):.1f}" r="3" fill="{colour}"/>')
        end = x(values[-1][0])
        parts.append(f'<path d="M{end + 4:.1f} {y(values[-1][1]):.1f}L{LEFT + WIDTH + 6} '
                     f'{labels[name] - 4:.1f}" stroke="{colour}" stroke-opacity="0.35"/>')
        parts.append(f'<text x="{LEFT + WIDTH + 10}" y="{labels[name]:.1f}" fill="{colour}">'
                     f'{escape(name)}</text>')
    return "\n".join([*parts, "</svg>", ""])


def duration(power):
    return f"{10 ** (power + 3):g} ms" if power < 0 else f"{10 ** power:g} s"


def spread(wanted):
    """Heights for labels, as near as possible to the wanted ones without overlap."""
    heights, last = {}, -math.inf
    for height, name in sorted(wanted):
        last = max(height + 4, last + 17)
        heights[name] = last
    return heights
