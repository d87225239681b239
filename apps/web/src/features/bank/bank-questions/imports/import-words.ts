import type { getQuestionImport, importFormats, ImportState, RowState } from '@abhyas/contract/bank/question-imports';
import type { Answer } from '@abhyas/contract/endpoint';

export const formatWords: Record<(typeof importFormats)[number], string> = {
  abhyas: 'Content files (YAML)',
  aiken: 'Aiken',
  csv: 'CSV',
  docx: 'Word document',
  gift: 'GIFT',
  markdown: 'Markdown',
  moodle_xml: 'Moodle XML',
  qti: 'QTI',
  xlsx: 'Excel workbook',
};

const stateBadges: Record<ImportState, { text: string; tone?: 'good' | 'warning' | 'danger' }> = {
  reading: { text: 'Reading', tone: 'warning' },
  checking: { text: 'Checking', tone: 'warning' },
  ready: { text: 'To check', tone: 'warning' },
  failed: { text: 'Not read', tone: 'danger' },
  committing: { text: 'Adding to the bank', tone: 'warning' },
  undoing: { text: 'Undoing', tone: 'warning' },
  expired: { text: 'No longer kept' },
};

/** The badge of an import. One that has nothing left to check is in the bank, or was left out. */
export function badgeOf({ state, counts }: Pick<Answer<typeof getQuestionImport>, 'state' | 'counts'>): (typeof stateBadges)[ImportState] {
  if (state !== 'ready' || counts.good + counts.faulty > 0) return stateBadges[state];
  return counts.made > 0 ? { text: 'In the bank', tone: 'good' } : { text: 'Nothing taken' };
}

export const rowBadges: Record<RowState, { text: string; tone?: 'good' | 'warning' | 'danger' }> = {
  good: { text: 'Ready', tone: 'good' },
  faulty: { text: 'To mend', tone: 'warning' },
  unreadable: { text: 'Not read', tone: 'danger' },
  excluded: { text: 'Left out' },
  made: { text: 'In the bank', tone: 'good' },
};

/** The work of a server in each state in which it works, in words. */
export const workWords: Partial<Record<ImportState, string>> = {
  reading: 'The file is being read',
  checking: 'The questions are being checked',
  committing: 'Questions are being added to the bank',
  undoing: 'Questions are being taken out of the bank again',
};
