// Worker thread of `roster-aside.ts`: it gets an untrusted file, and returns rows of limited length.
import { answerAside } from '../../../threads/aside.ts';
import { linesOfSpreadsheet, linesOfText } from './roster-file.ts';
import { rowsOf } from './roster.ts';
import { type ReadRoster, type RosterFile, rowsOfPart } from './roster-aside.ts';

await answerAside(async ({ text = '', xlsx }: RosterFile): Promise<ReadRoster> => {
  const { rows, columns } = rowsOf(xlsx === undefined ? linesOfText(text) : await linesOfSpreadsheet(xlsx));
  const parts = [];
  for (let at = 0; at < rows.length; at += rowsOfPart) parts.push(JSON.stringify(rows.slice(at, at + rowsOfPart)));
  return { columns, count: rows.length, parts };
});
