import { type ExportFormat, exportBankQuestions, exportFormats, MOST_CHOSEN } from '@abhyas/contract/bank/bank-exports';
import type { Input } from '@abhyas/contract/endpoint';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { plural } from '../../../ui/format.ts';
import forms from '../../../ui/forms.module.css';

interface Props {
  /** The filter of the list, as fields of the call. */
  filter: Omit<Input<typeof exportBankQuestions>, 'format' | 'ids'>;
  /** The chosen questions; without any, all that the filter shows. */
  chosen: ReadonlySet<number>;
  total: number;
  onClose: () => void;
}

const words: Record<ExportFormat, { name: string; holds: string }> = {
  abhyas: {
    name: 'Content files (YAML) with pictures',
    holds:
      'Everything: imported again, here or in another institute, the same questions come out. Only states and earlier versions stay here.',
  },
  csv: {
    name: 'CSV, for a spreadsheet',
    holds:
      'Texts, options, answers and solutions. Passages, further accepted answers and the layout are not in it; pictures lie beside it.',
  },
  qti: {
    name: 'QTI 3.0, for other test systems',
    holds: 'Texts, options, answers and pictures. Difficulty, use, videos and what exams ask are not in it.',
  },
  moodle_xml: {
    name: 'Moodle XML',
    holds: 'Texts, options, answers, solutions and pictures. Use, videos and what exams ask are not in it.',
  },
};

/** Downloads the chosen or the shown questions in a format, and says what the format cannot hold. */
export function ExportDialog({ filter, chosen, total, onClose }: Props) {
  const [format, setFormat] = useState<ExportFormat>('abhyas');
  const count = chosen.size > 0 ? Math.min(chosen.size, MOST_CHOSEN) : total;
  const fields = { format, ...(chosen.size > 0 ? { ids: [...chosen].slice(0, MOST_CHOSEN).join(',') } : filter) };
  const query = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]));
  return (
    <FormDialog
      title={`Export ${plural(count, 'question')}`}
      size={520}
      onClose={onClose}
      actions={
        <Button component="a" href={`/api${exportBankQuestions.path}?${query}`} download onClick={onClose}>
          Download
        </Button>
      }
    >
      <div className="grid gap-12">
        <label className="grid gap-4 text-14 font-medium">
          Format
          <select className={forms.select} value={format} onChange={(event) => setFormat(event.currentTarget.value as ExportFormat)}>
            {exportFormats.map((one) => (
              <option key={one} value={one}>
                {words[one].name}
              </option>
            ))}
          </select>
        </label>
        <p className="text-14 leading-reading text-ink-soft">{words[format].holds}</p>
        <p className="text-14 leading-reading text-ink-soft">
          The file is a zip. If something is not in it, such as the answers of a test that has not ended, losses.csv in it names each
          question.
        </p>
      </div>
    </FormDialog>
  );
}
