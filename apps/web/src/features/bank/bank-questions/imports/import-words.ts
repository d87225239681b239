import type { importFormats, ImportState, RowState } from '@abhyas/contract/bank/question-imports';

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

export const stateBadges: Record<ImportState, { text: string; tone?: 'good' | 'warning' | 'danger' }> = {
  reading: { text: 'Reading', tone: 'warning' },
  checking: { text: 'Checking', tone: 'warning' },
  ready: { text: 'Ready', tone: 'good' },
  failed: { text: 'Not read', tone: 'danger' },
  committing: { text: 'Adding to the bank', tone: 'warning' },
  undoing: { text: 'Undoing', tone: 'warning' },
  expired: { text: 'No longer kept' },
};

export const rowBadges: Record<RowState, { text: string; tone?: 'good' | 'warning' | 'danger' }> = {
  good: { text: 'Ready', tone: 'good' },
  faulty: { text: 'To mend', tone: 'warning' },
  unreadable: { text: 'Not read', tone: 'danger' },
  excluded: { text: 'Left out' },
  made: { text: 'In the bank', tone: 'good' },
};

/** What a server does in each state in which it works. */
export const workWords: Partial<Record<ImportState, string>> = {
  reading: 'The file is being read',
  checking: 'The questions are being checked',
  committing: 'Questions are being added to the bank',
  undoing: 'Questions are being taken out of the bank again',
};
