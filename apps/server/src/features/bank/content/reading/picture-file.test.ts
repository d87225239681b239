import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FigureEntry } from '@abhyas/contract/bank/authored-question';
import { pngOf } from '../../../../testing/files.ts';
import { faultsOfSvg } from '../../pictures/picture-faults.ts';
import { openPictures, type PictureFile } from './picture-file.ts';

const svg = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 200"${attributes}>${inside}</svg>`;

describe('an SVG picture', () => {
  test('of shapes, letters, markers and gradients is accepted', () => {
    const drawing = svg(
      `<?xml version="1.0"?><title>A &amp; B</title><defs><marker id="head" viewBox="0 0 9 9"><path d="M0 0L9 9"/></marker>
       <linearGradient id="sky"><stop offset="0" stop-color="#1a1a1a"/></linearGradient></defs>
       <g transform="translate(5 5)" fill="url(#sky)"><use href="#head"/><line x1="0" y1="0" x2="9" y2="9" marker-end="url(#head)"/></g>
       <text x="20" y="30" font-size="16">v &lt; c<tspan baseline-shift="sub">0</tspan></text>`.replace('<?xml version="1.0"?>', ''),
    );
    expect(faultsOfSvg(drawing)).toEqual([]);
    expect(faultsOfSvg(`<?xml version="1.0" encoding="UTF-8"?>\n<!-- a drawing -->${drawing}`)).toEqual([]);
  });

  test.each([
    ['a script', '<script>alert(1)</script>'],
    ['a script in capitals', '<SCRIPT>alert(1)</SCRIPT>'],
    ['a script under another prefix', '<x:script xmlns:x="http://www.w3.org/2000/svg">1</x:script>'],
    ['a style sheet', '<style>@import "https://evil.example/x.css"</style>'],
    ['HTML', '<foreignObject><p>text</p></foreignObject>'],
    ['an embedded outside picture', '<image href="https://evil.example/x.png"/>'],
    ['a frame', '<iframe src="https://evil.example"/>'],
    ['an animation that sets an address', '<set attributeName="href" to="javascript:alert(1)"/>'],
    ['a link', '<a href="https://evil.example"><path d="M0 0"/></a>'],
    ['a handler', '<path d="M0 0" onclick="alert(1)"/>'],
    ['a handler in capitals', '<path d="M0 0" ONLOAD="alert(1)"/>'],
    ['a style', '<path d="M0 0" style="fill:url(https://evil.example)"/>'],
    ['a class', '<path d="M0 0" class="x"/>'],
    ['a reference to an outside address', '<use href="https://evil.example/x.svg#a"/>'],
    ['a reference to a file', '<use href="other.svg#a"/>'],
    ['a reference by xlink:href', '<use xlink:href="https://evil.example#a"/>'],
    ['a fill from an outside address', '<path fill="url(https://evil.example/x.svg#a)"/>'],
    ['a fill from an outside address without a scheme', '<path fill="url(//evil.example/x.svg#a)"/>'],
    ['a fill written with entities', '<path fill="&#117;rl(//evil.example/x.svg#a)"/>'],
    ['a fill written with escapes', String.raw`<path fill="u\72l(//evil.example/x.svg#a)"/>`],
    ['copies of copies', '<g id="a"><path d="M0 0"/></g><g id="b"><use href="#a"/><use href="#a"/></g><use href="#b"/>'],
    ['a copy of its own ancestor', '<g id="a"><use href="#a"/></g>'],
    ['an address that is a script', '<path fill="javascript:alert(1)"/>'],
    ['an address that is data', '<path fill="data:text/html,x"/>'],
  ])('with %s is refused', (_what, inside) => {
    expect(faultsOfSvg(svg(inside))).not.toEqual([]);
    expect(faultsOfSvg(svg(`<g><g>${inside}</g></g>`))).not.toEqual([]);
  });

  test.each([
    ['a document type', `<!DOCTYPE svg SYSTEM "https://evil.example/x.dtd">${svg('')}`],
    ['an entity', `<!DOCTYPE svg [<!ENTITY x "y">]>${svg('<text>&x;</text>')}`],
    ['a style sheet before the svg element', `<?xml-stylesheet href="https://evil.example/x.css"?>${svg('')}`],
    ['a handler on the svg element', svg('', ' onload="alert(1)"')],
    ['no viewBox', '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>'],
    ['a viewBox within a text only', `<svg><desc><![CDATA[<svg viewBox="0 0 1 1">]]></desc></svg>`],
    ['more than 200 kB', svg(' '.repeat(200_000))],
    ['elements nested more than 100 deep', svg(`${'<g>'.repeat(110)}${'</g>'.repeat(110)}`)],
    ['an open element', svg('<path d="M0 0">')],
    ['no content', ''],
    ['no XML', 'a picture'],
    ['another document', '<html viewBox="0 0 1 1"><body/></html>'],
  ])('with %s is refused', (_what, text) => expect(faultsOfSvg(text)).not.toEqual([]));
});

describe('a picture file', () => {
  let folder: string;
  const png = pngOf(9, 9);
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'abhyas-pictures-'));
    mkdirSync(join(folder, 'figures'));
    mkdirSync(join(folder, 'bank/physics'), { recursive: true });
    const files = {
      'good.svg': svg(''),
      'good.png': png,
      'fake.png': svg(''),
      'fake.webp': png,
      'big.png': Buffer.concat([png, Buffer.alloc(1_000_000)]),
    };
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, 'figures', name), bytes);
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const figure = (file: string): FigureEntry => ({ file, alt: 'A drawing' });
  const read = (shown: FigureEntry, pictures = new Map<FigureEntry, PictureFile>()) =>
    openPictures(join(folder, 'bank/physics/a.yaml'), pictures)(shown);

  test('is never opened outside the folder, and a device is refused', () => {
    symlinkSync('/dev/zero', join(folder, 'figures', 'endless.svg'));
    expect(read(figure('endless.svg'))).toEqual(['endless.svg cannot be read: it is not a file']);
    // A malformed name is a fault of the content file, which is reported elsewhere.
    expect(read(figure('../../../../../../../../dev/zero'))).toEqual([]);
    expect(read(figure('../figures/good.svg'))).toEqual([]);
  });

  test('is found in the figures folder above, and stored with its hash and media type', () => {
    const pictures = new Map<FigureEntry, PictureFile>();
    const [drawing, photo] = [figure('good.svg'), figure('good.png')];
    expect([...read(drawing, pictures), ...read(photo, pictures)]).toEqual([]);
    expect(pictures.get(drawing)).toMatchObject({ media_type: 'image/svg+xml', hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(pictures.get(photo)).toMatchObject({ media_type: 'image/png', bytes: png });
  });

  test.each([
    ['missing.svg', /no picture missing\.svg/],
    ['fake.png', /not a png picture/],
    ['fake.webp', /not a webp picture/],
    ['big.png', /1 MB at most/],
  ])('%s is refused with a message', (name, words) => expect(read(figure(name))).toEqual([expect.stringMatching(words)]));

  test('is read once, even if several figures of a file name it', () => {
    const pictures = new Map<FigureEntry, PictureFile>();
    const readFigure = openPictures(join(folder, 'bank/physics/a.yaml'), pictures);
    const [one, other] = [figure('good.png'), figure('good.png')];
    expect([...readFigure(one), ...readFigure(other)]).toEqual([]);
    expect(pictures.get(one)).toBe(pictures.get(other));
  });

  test('is refused once the pictures of a file exceed 50 MB together', () => {
    const readFigure = openPictures(join(folder, 'bank/physics/a.yaml'), new Map());
    const names = Array.from({ length: 52 }, (_none, at) => `large-${at}.png`);
    for (const name of names) writeFileSync(join(folder, 'figures', name), Buffer.concat([png, Buffer.alloc(1_000_000 - png.length)]));
    expect(names.flatMap((name) => readFigure(figure(name)))).toEqual(['large-51.png: The pictures of a file may have 50 MB at most']);
  });
});
