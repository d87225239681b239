import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { type ImportSettings, importContent } from '../features/bank/content/content.ts';
import { operatorOfBank } from './operator.ts';
import type { Story } from './story.ts';
import { digestOfTables } from './table-digest.ts';

export const lift = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 200"><path d="M0 0L9 9"/></svg>';
export const chapter = String.raw`chapter:
  code: phy-speed
  name: Speed
  subject: physics
  topics:
    - { code: phy-speed-line, name: On a line }
    - { code: phy-speed-plane, name: In a plane }
passages:
  - code: phy-speed-lift
    text: |
      A lift of mass \(m\) hangs from a cable.
    figure: { file: physics/lift.svg, alt: "A lift hangs from a cable", size: 2 }
questions:
  - code: phy-speed-001
    topic: phy-speed-line
    type: four_options
    difficulty: 2
    for: practice
    text: |
      How far in \(2\ \mathrm{s}\) at <b>5</b> m/s?

      Take \(\frac{1}{2}\) for a half, and \(\ce{H2O}\) for water &amp; ice.
    options: ['5 m', '10 m', '15 m', '\(x \lt 20\)']
    answer: 2
    solution: Twice five.
  - code: phy-speed-002
    topic: phy-speed-line
    type: numerical
    difficulty: 3
    for: practice
    text: How far in metres?
    answer: { from: '9.5', to: '10.5' }
    also_accepted: ['11']
    precision: 1
    notes: 10
    check: { givens: { v: 5, t: 2 }, formula: 'v * t' }
    solution: Ten.
  - code: phy-speed-003
    topic: phy-speed-plane
    type: comprehension
    passage: phy-speed-lift
    difficulty: 5
    for: practice
    text: Where does it go?
    options_layout: 2
    option_figures:
      - { file: physics/lift.svg, alt: "The first drawing" }
      - { file: physics/lift.svg, alt: "The second drawing" }
      - { file: physics/lift.svg, alt: "The third drawing" }
      - { file: physics/lift.svg, alt: "The fourth drawing" }
    answer: 1
    solution: Up.
    solution_figure: { file: physics/lift.svg, alt: "The lift again" }
  - code: phy-speed-004
    topic: phy-speed-line
    type: multiple_option
    difficulty: 4
    for: paper
    text: Which are speeds?
    options: ['1 m/s', '2 m', '3 km/h', '4 s']
    answer: [1, 3]
    solution: Those with a length over a time.
    video: /clips/area-of-a-graph.webm#t=13,25
  - code: phy-speed-005
    topic: phy-speed-line
    type: four_options
    difficulty: 1
    for: paper
    text: Which is a speed?
    options: ['a', 'b', 'c', 'd']
    answer: 4
    solution: The last.
`;
export const paper = `paper:
  code: speed-test-1
  name: Unit test of speed
  mode: mock
  exam: JEE Main
  minutes: 40
  courses: [ENG, MED_ENG]
  free: true
  retakable: false
  opens_at: 2026-12-05T09:00:00+05:30
  closes_at: 2036-12-05T12:00:00+05:30
sections:
  - name: A
    subject: physics
    type: multiple_option
    correct: 4
    incorrect: -2
    partial: [1, 2, 3]
    questions: [phy-speed-004]
  - name: B
    subject: physics
    type: four_options
    correct: 4
    incorrect: -1
    questions:
      - phy-speed-005
`;
export const good = { 'bank/physics/speed.yaml': chapter, 'papers/speed.yaml': paper, 'figures/physics/lift.svg': lift };

/** The number of the line with this text. */
export const lineOf = (text: string, part: string) => {
  expect(text).toContain(part);
  return text.slice(0, text.indexOf(part)).split('\n').length;
};

/** A folder of authored files, new for each test. */
export function contentFolder(story: Story) {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'abhyas-import-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function write(files: Record<string, string>) {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(folder, dirname(name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
  }
  const loadAs = async (settings: ImportSettings, ...places: string[]) => {
    const context = { db: story.database.db, now: story.now, random: Math.random, actor: operatorOfBank };
    const paths = places.length > 0 ? places : ['bank', 'papers'];
    return importContent(
      context,
      paths.map((place) => join(folder, place)),
      folder,
      settings,
    );
  };
  const load = (...places: string[]) => loadAs({}, ...places);
  /** Every table except the audit log and the version of papers, which change with each loading. */
  const digest = async (): Promise<Record<string, string>> => ({
    ...(await digestOfTables(story.database, ['version', 'tries'])),
    audit_log: '',
  });
  const remove = (name: string) => rmSync(join(folder, name));
  return { write, remove, load, loadAs, digest };
}
