import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { bankFilterFields } from './bank-questions.ts';

/** Formats in which the bank is exported: `abhyas` is the product's own and loses nothing. */
export const exportFormats = ['abhyas', 'csv', 'qti', 'moodle_xml'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The most questions that are chosen one by one for an export. */
export const MOST_CHOSEN = 500;

export const exportBankQuestions = endpoint('GET /staff/export_bank_questions', {
  access: { staff: 'content.manage' },
  summary: 'Download questions of the institute’s bank as a zip file with their pictures',
  description:
    'Exports the questions that the filter of the list shows, or the given ones. The file losses.csv in the archive names what the format cannot hold. The answers of a test that has not ended are left out unless the caller may read them.',
  query: Type.Object({
    ...bankFilterFields,
    format: Type.Enum([...exportFormats]),
    /** The chosen questions; without it, all that the filter shows. */
    ids: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,14}(,[1-9][0-9]{0,14}){0,499}$', maxLength: 8000 })),
  }),
  response: Type.Object({}),
  refusals: ['not_possible', 'too_many_requests'],
});
