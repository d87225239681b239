import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The arguments with which Node runs an entry file of the server: of the build if that is up to date, which starts four times as fast. */
export function entryArguments(file: 'main.ts' | 'commands/command-line.ts'): string[] {
  const built = process.env['BUILT_SERVER'];
  if (built) return [join(built, file.replace(/^.*\//, '').replace(/ts$/, 'js'))];
  return ['--import', 'tsx', fileURLToPath(new URL(`../${file}`, import.meta.url))];
}

/**
 * Runs the body of an async function, which returns a text, in a number of processes at the same time. Each stays alive until all have
 * returned. `imports` are import lines with absolute paths.
 */
export async function inProcessesAtOnce(count: number, imports: string, body: string): Promise<string[]> {
  const script = `${imports}
const answer = async () => { ${body} };
process.stdin.once('data', () => void answer().then((text) => process.stdout.write('=' + text + '\\n')));
process.stdin.once('end', () => process.exit());
process.stdout.write('ready\\n');`;
  const children = Array.from({ length: count }, () => {
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
    let said = '';
    const heard = (end: RegExp) =>
      new Promise<string>((resolve, reject) => {
        child.stdout.on('data', () => end.test(said) && resolve(said));
        child.once('exit', () => reject(new Error(`A process ended after: ${said}`)));
      });
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    return { child, ready: heard(/^ready\n/), answer: heard(/\n=.*\n/) };
  });
  await Promise.all(children.map(({ ready }) => ready));
  for (const { child } of children) child.stdin.write('go');
  const answers = await Promise.all(children.map(({ answer }) => answer));
  await Promise.all(
    children.map(({ child }) => {
      child.stdin.end();
      return once(child, 'exit');
    }),
  );
  return answers.map((said) => /\n=(.*)\n/.exec(said)?.[1] ?? '');
}
