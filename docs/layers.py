#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws docs/layers.svg, the folders of include/simt and what they include of one another.

  docs/layers.py [--check] [--root FOLDER] [--svg FILE]

The order of the folders is that of tests/headers/layers.cmake, which says who may include whom. With
--check it writes nothing, and ends with 1 where FILE is not what it would write. FOLDER is the
project's, FILE its docs/layers.svg, unless given.
"""
import argparse
import collections
import pathlib
import re
import sys
from xml.sax.saxutils import escape

HERE = pathlib.Path(__file__).resolve().parent

# What each folder holds, in at most two lines.
CONTENTS = {
    'check': ('what the library tells the checker', 'of checked builds'),
    'simd': ('registers, masks, memory, mathematical', 'functions; all that stands on xsimd'),
    'lanes': ('varying, predicates, thread indices, ptr,', 'control flow under the execution mask'),
    'engine': ('blocks on oneTBB, barriers, fibers;', 'knows nothing of lanes'),
    'builtins': ('what kernels call: intrinsics, atomics,', 'warp functions, half, vector types'),
    'kernel': ('SIMT_KERNEL, the gang, shared memory,', 'device and constant variables'),
    'texture': ('descriptors, addressing, filters,', 'sampling, surfaces'),
    'launch': ('shape, width of a gang, launch, stream,', 'check_widths'),
    'runtime': ('devices, memory, streams, events,', 'graphs: C++ types, CUDA\'s meaning'),
    'thread': ('kernels in CUDA\'s own text, each thread', 'a gang of one: built-ins, barriers, printf'),
    'cuda': ('CUDA\'s own header names: cuda_runtime.h,', 'the runtime API, helper headers'),
    'cuda/lane': ('the language in which the .cu step writes', 'lane forms of kernels'),
}
WITHIN = {'cuda': ['cuda/lane']}  # folders that have a box of their own, and come after their layer

BOX_WIDTH, BOX_HEIGHT = 330, 66
STEP_X, STEP_Y = 80, 78
LEFT, TOP = 16, 16
COLOURS = ('#2f7fd1', '#c8642b', '#2f9e62', '#9a62c9', '#b8860b')
WIDTHS = ((16, 5.0), (8, 3.4), (3, 2.0), (1, 1.0))  # at least so many includes: a line so thick


def layers_of(root):
    text = (root / 'tests/headers/layers.cmake').read_text(encoding='utf-8')
    names = re.search(r'^set\(layers ([a-z ]+)\)', text, re.M)[1].split()
    out = []
    for name in names:
        out += [name] + WITHIN.get(name, [])
    return out


def folder_of(header, layers):
    """The box that a header belongs to; None for those beside the folders, such as config.hpp."""
    best = None
    for layer in layers:
        if header.startswith(layer + '/') or header == layer + '.h':
            best = layer if best is None or len(layer) > len(best) else best
    return best


def read_includes(root, layers):
    headers, includes = collections.Counter(), collections.Counter()
    base = root / 'include/simt'
    for path in base.rglob('*'):
        if not path.is_file():
            continue
        layer = folder_of(path.relative_to(base).as_posix(), layers)
        if layer is None:
            continue
        headers[layer] += 1
        text = path.read_text(encoding='utf-8')
        for name in re.findall(r'^[ \t]*#[ \t]*include[ \t]*<simt/([^>]+)>', text, re.M):
            to = folder_of(name, layers)
            if to is not None and to != layer:
                includes[layer, to] += 1
    return headers, includes


def draw(layers, headers, includes):
    rows = [layer for layer in reversed(layers) if headers[layer]]
    # Boxes stand on a diagonal. An arrow leaves to the right of its box and comes down on the part of
    # the other one that lies to the right of all boxes above.
    x = {layer: LEFT + STEP_X * i for i, layer in enumerate(rows)}
    y = {layer: TOP + STEP_Y * i for i, layer in enumerate(rows)}
    width = LEFT * 2 + STEP_X * (len(rows) - 1) + BOX_WIDTH
    height = TOP * 2 + STEP_Y * (len(rows) - 1) + BOX_HEIGHT
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
           f'viewBox="0 0 {width} {height}" font-family="sans-serif">',
           '<title>The folders of include/simt and their includes</title>',
           '<!-- Written by docs/layers.py; not to be edited. -->']

    edges = []
    for i, layer in enumerate(rows):
        below = [to for to in rows[i + 1:] if includes[layer, to]]
        upward = [to for to in rows[:i] if includes[layer, to]]
        if upward:
            sys.exit(f'layers.py: {layer} includes from {", ".join(upward)}, which comes later')
        # The nearest box is reached by the lowest line, so that a box's arrows do not cross.
        for k, to in enumerate(reversed(below)):
            edges.append((i, layer, to, y[layer] + (k + 1) * BOX_HEIGHT / (len(below) + 1)))
    for to in rows:
        from_above = [edge for edge in edges if edge[2] == to]
        for k, (i, layer, _, line) in enumerate(reversed(from_above)):
            down = x[to] + BOX_WIDTH - STEP_X + (k + 1) * STEP_X / (len(from_above) + 1)
            count = includes[layer, to]
            thick = next(w for least, w in WIDTHS if count >= least)
            colour = COLOURS[i % len(COLOURS)]
            half, long, end = 3 + thick / 2, 6 + thick, y[to] - 1  # of the arrow's head
            out.append(f'<g><title>{layer} includes from {to}: {count}</title>'
                       f'<path d="M{x[layer] + BOX_WIDTH},{line:.1f} H{down:.1f} V{end - long:.1f}" '
                       f'fill="none" stroke="{colour}" stroke-width="{thick}" '
                       f'stroke-linejoin="round"/>'
                       f'<path d="M{down - half:.1f},{end - long:.1f} h{2 * half} L{down:.1f},{end} z" '
                       f'fill="{colour}"/></g>')

    for i, layer in enumerate(rows):
        colour = COLOURS[i % len(COLOURS)]
        out.append(f'<rect x="{x[layer]}" y="{y[layer]}" width="{BOX_WIDTH}" height="{BOX_HEIGHT}" '
                   f'rx="6" fill="#f4f6f9" stroke="{colour}" stroke-width="2"/>')
        out.append(f'<text x="{x[layer] + 12}" y="{y[layer] + 22}" font-size="16" '
                   f'font-weight="bold" fill="#16202c">{layer}</text>')
        noun = 'header' if headers[layer] == 1 else 'headers'
        out.append(f'<text x="{x[layer] + BOX_WIDTH - 12}" y="{y[layer] + 22}" font-size="13" '
                   f'text-anchor="end" fill="#4a5868">{headers[layer]} {noun}</text>')
        for k, words in enumerate(CONTENTS[layer]):
            if words:
                out.append(f'<text x="{x[layer] + 12}" y="{y[layer] + 41 + 16 * k}" '
                           f'font-size="13" fill="#16202c">{escape(words)}</text>')

    # The corner below the diagonal says how to read it.
    at_x, at_y = LEFT, height - TOP - 20 * len(WIDTHS) - 34
    out.append(f'<rect x="{at_x}" y="{at_y}" width="{BOX_WIDTH}" '
               f'height="{20 * len(WIDTHS) + 34}" rx="6" fill="#f4f6f9"/>')
    out.append(f'<text x="{at_x + 12}" y="{at_y + 20}" font-size="13" fill="#16202c">'
               'An arrow: includes from. Number of #includes:</text>')
    most = None
    for k, (least, thick) in enumerate(WIDTHS):
        line = at_y + 38 + 20 * (len(WIDTHS) - 1 - k)
        label = f'{least} and more' if most is None else f'{least} to {most}'
        most = least - 1
        out.append(f'<path d="M{at_x + 12},{line} h60" stroke="{COLOURS[0]}" '
                   f'stroke-width="{thick}"/>')
        out.append(f'<text x="{at_x + 84}" y="{line + 4}" font-size="13" '
                   f'fill="#16202c">{label}</text>')
    out.append('</svg>')
    return '\n'.join(out) + '\n'


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--check', action='store_true')
    parser.add_argument('--root', type=pathlib.Path, default=HERE.parent)
    parser.add_argument('--svg', type=pathlib.Path)
    options = parser.parse_args()
    svg = options.svg or options.root / 'docs/layers.svg'

    layers = layers_of(options.root)
    missing = [layer for layer in layers if layer not in CONTENTS]
    if missing:
        sys.exit(f'layers.py: CONTENTS says nothing of {", ".join(missing)}')
    headers, includes = read_includes(options.root, layers)
    if not headers:
        sys.exit(f'layers.py: no headers under {options.root / "include/simt"}')
    text = draw(layers, headers, includes)
    if not options.check:
        svg.write_text(text, encoding='utf-8')
        print(f'{svg}: {sum(headers.values())} headers, {sum(includes.values())} includes '
              f'between folders')
    elif not svg.is_file() or svg.read_text(encoding='utf-8') != text:
        sys.exit(f'layers.py: {svg} is not what the includes say; run docs/layers.py')


if __name__ == '__main__':
    main()
