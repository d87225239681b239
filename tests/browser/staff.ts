import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const root = dirname(dirname(import.meta.dirname));
const command = join(root, 'apps/server/src/commands/command-line.ts');
const tsx = join(root, 'node_modules/tsx/dist/cli.mjs');

/** `npm run NAME -- WORDS` beside the server of a data folder. Returns what it printed; rejects when it does not exit with 0. */
export async function staffCommand(dataFolder: string, ...words: string[]): Promise<string> {
  const env = { ...process.env, DATA_FOLDER: dataFolder, DATABASE_URL: '' };
  const { stdout } = await promisify(execFile)(process.execPath, [tsx, command, ...words], { env });
  return stdout.trim();
}

/** A command of the institute's staff on the site that the tests run. */
export const institute = (...words: string[]): Promise<string> =>
  staffCommand(
    process.env['SITE_FOLDER'] ?? '',
    'institute',
    ...words,
    ...(words.includes('--reason') ? [] : ['--reason', 'Asked for by the school.']),
  );
