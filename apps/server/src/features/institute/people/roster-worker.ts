// Worker thread of `roster-aside.ts`: it gets an untrusted file, and returns rows of limited length.
import { answerAside } from '../../../threads/aside.ts';
import { linesOfSpreadsheet, linesOfText } from './roster-file.ts';
import { rowsOf } from './roster.ts';
import type { RosterFile } from './roster-aside.ts';

await answerAside(async ({ text = '', xlsx }: RosterFile) =>
  rowsOf(xlsx === undefined ? linesOfText(text) : await linesOfSpreadsheet(xlsx)),
);
