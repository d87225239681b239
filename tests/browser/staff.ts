import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const root = dirname(dirname(import.meta.dirname));
const command = join(root, 'apps/server/dist/command-line.js');

/** Runs the built `npm run NAME -- WORDS` on the data folder of a running server. Returns the output; rejects unless the exit code is 0. */
export async function staffCommand(dataFolder: string, ...words: string[]): Promise<string> {
  const env = { ...process.env, DATA_FOLDER: dataFolder, DATABASE_URL: '' };
  const { stdout } = await promisify(execFile)(process.execPath, [command, ...words], { env });
  return stdout.trim();
}

/** Runs a command of the institute's staff on the tests' site. */
export const institute = (...words: string[]): Promise<string> =>
  staffCommand(
    process.env['SITE_FOLDER'] ?? '',
    'institute',
    ...words,
    ...(words.includes('--reason') ? [] : ['--reason', 'Asked for by the school.']),
  );
