// Worker thread of `bank-exports.ts`: it gets a few questions with their pictures, and returns the files of a format.
import type { ExportFormat } from '@abhyas/contract/bank/bank-exports';
import { writeCsv } from '@abhyas/exchange/writing/write-csv';
import { writeMoodle } from '@abhyas/exchange/writing/write-moodle';
import { writeQti } from '@abhyas/exchange/writing/write-qti';
import type { ExportFile, ExportPicture, ExportQuestion } from '@abhyas/exchange/writing/writing';
import { answerAside } from '../../../threads/aside.ts';

export interface ExportBatch {
  format: Exclude<ExportFormat, 'abhyas'>;
  questions: ExportQuestion[];
  pictures: ReadonlyMap<string, ExportPicture>;
}

const writers = { csv: writeCsv, qti: writeQti, moodle_xml: writeMoodle };

await answerAside(({ format, questions, pictures }: ExportBatch): ExportFile => writers[format](questions, (hash) => pictures.get(hash)));
