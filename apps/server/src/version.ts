import { readFileSync } from 'node:fs';

/** The version of Abhyas, from the package file of the checkout or of the release. This file runs from `src` and, built, from `dist`. */
export const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string };
