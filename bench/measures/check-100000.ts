import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../root.ts';
import { alone, type Measure } from './measure.ts';

const [files, questionsAFile] = [200, 500];
const mostMegabytes = 400;

/** A question with four formulas that no other question has. */
const questionOf = (chapter: string, number: number, value: number) => String.raw`  - code: ${chapter}-${number}
    topic: ${chapter}-one
    type: four_options
    difficulty: 3
    for: practice
    text: |
      A body of mass \(m = ${value}\ \mathrm{kg}\) moves with \(v = \frac{${value}}{\sqrt{2}}\ \mathrm{m\,s^{-1}}\). How large is its kinetic energy?
    options: ['${value} J', '${value + 1} J', '${value + 2} J', '${value + 3} J']
    answer: 2
    solution: |
      Half the mass times the square of the speed: \(E = \tfrac{1}{2} m v^2 = ${value}\ \mathrm{J}\), as \(\int_0^{${value}} x\,\mathrm{d}x\) is.
`;

function writeBank(folder: string): void {
  for (let file = 0; file < files; file += 1) {
    const code = `phy-large-${file}`;
    const questions = Array.from({ length: questionsAFile }, (_, at) => questionOf(code, at, file * 1000 + at));
    const head = `chapter: { code: ${code}, name: Chapter ${file}, subject: physics, topics: [{ code: ${code}-one, name: One }] }\nquestions:\n`;
    writeFileSync(join(folder, `${code}.yaml`), head + questions.join(''));
  }
}

/** The largest memory that a process had, in MB; null where the system does not report it. */
function peakOf(pid: number): number | null {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024;
  } catch {
    return null;
  }
}

/** Checks the folder as an author would. Returns the seconds and the memory. */
async function check(folder: string): Promise<{ seconds: number; megabytes: number }> {
  const { DATABASE_URL: _none, ...env } = process.env;
  const words = ['--import', 'tsx', 'apps/server/src/commands/command-line.ts', 'content', 'check', join(folder, 'bank')];
  const began = performance.now();
  const child = spawn(process.execPath, words, { cwd: root, env: { ...env, DATA_FOLDER: folder }, stdio: ['ignore', 'pipe', 'inherit'] });
  let [said, megabytes] = ['', 0];
  child.stdout.on('data', (text: Buffer) => (said += text.toString()));
  const watch = setInterval(() => (megabytes = Math.max(megabytes, peakOf(child.pid ?? 0) ?? 0)), 200);
  await new Promise((resolve) => child.once('close', resolve));
  clearInterval(watch);
  if (!said.startsWith(`${files * questionsAFile} questions in ${files} chapters`)) throw new Error(said.slice(0, 1000));
  return { seconds: (performance.now() - began) / 1000, megabytes };
}

/** Seconds that `content check` takes for a hundred thousand questions of four formulas, in 400 MB. */
export const check100000: Measure = {
  name: 'check_100000',
  unit: 's',
  aim: { most: 180 },
  measure: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'abhyas-check-'));
    try {
      mkdirSync(join(folder, 'bank'));
      writeBank(join(folder, 'bank'));
      const { seconds, megabytes } = await check(folder);
      process.stderr.write(`check_100000 used at most ${Math.round(megabytes)} MB.\n`);
      if (megabytes > mostMegabytes) throw new Error(`check_100000 used ${Math.round(megabytes)} MB; at most ${mostMegabytes} are allowed`);
      return alone(seconds);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};
