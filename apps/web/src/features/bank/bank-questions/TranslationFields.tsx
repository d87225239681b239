import type { BankContent } from '@abhyas/contract/bank/bank-content';
import { findingsOfTranslations, type WrittenTranslation, writtenTranslations } from '@abhyas/contract/bank/translations';
import { useEffect } from 'react';
import { Maths } from '../../../question/Maths.tsx';
import classes from './Bank.module.css';
import { SourceField } from './SourceField.tsx';

interface Props {
  content: BankContent;
  faultsOf: (...path: (string | number)[]) => string[];
  onEdit: (change: Partial<BankContent>) => void;
}

const empty: WrittenTranslation = { text: '' };

/** The Hindi version below the English one: each field with its English source, and how it will look. */
export function TranslationFields({ content, faultsOf, onEdit }: Props) {
  const hi = content.translations?.hi ?? empty;
  const edit = (change: Partial<WrittenTranslation>) => onEdit({ translations: { hi: { ...hi, ...change } } });
  const asked = content.type === 'numerical' ? { ...content, options: undefined } : { ...content, notes: undefined };
  const doubts = findingsOfTranslations(asked, writtenTranslations(content.translations)).filter(({ level }) => level === 'doubt');
  const options = hi.options ?? ['', '', '', ''];
  const optionAlts = hi.alt?.options ?? ['', '', '', ''];
  const isWritten = hi.text !== '';
  useEffect(() => {
    // The console is in English and has no font of Hindi.
    if (isWritten) void import('../../../question/devanagari.ts');
  }, [isWritten]);
  const field = (
    label: string,
    source: string,
    value: string,
    maxLength: number,
    path: (string | number)[],
    onChange: (words: string) => void,
  ) =>
    source.trim() === '' && value === '' ? null : (
      <div key={label} className="grid gap-4">
        <SourceField
          label={label}
          value={value}
          maxLength={maxLength}
          rows={label.startsWith('Option') ? 1 : 3}
          faults={faultsOf('translations', 'hi', ...path)}
          onChange={onChange}
        />
        <div className="text-14 text-ink-soft">
          <Maths text={source} />
        </div>
        {value !== '' && <Maths text={value} lang="hi" />}
      </div>
    );
  return (
    <details open={isWritten} className={classes.hindi}>
      <summary className="text-16">Hindi version</summary>
      <div className="grid gap-16">
        {field('Question in Hindi', content.text, hi.text, 6000, ['text'], (words) => edit({ text: words }))}
        {content.type === 'numerical'
          ? field('Note in Hindi', content.notes, hi.notes ?? '', 200, ['notes'], (notes) => edit({ notes }))
          : content.options.map((option, at) =>
              field(`Option ${at + 1} in Hindi`, option, options[at] ?? '', 600, ['options', at], (words) =>
                edit({ options: options.with(at, words) }),
              ),
            )}
        {field('Hint in Hindi', content.hint ?? '', hi.hint ?? '', 600, ['hint'], (hint) => edit({ hint }))}
        {field('Solution in Hindi', content.solution, hi.solution ?? '', 6000, ['solution'], (solution) => edit({ solution }))}
        {field('Picture described in Hindi', content.figure?.alt ?? '', hi.alt?.figure ?? '', 600, ['alt', 'figure'], (figure) =>
          edit({ alt: { ...hi.alt, figure } }),
        )}
        {content.option_figures.map((figure, at) =>
          field(
            `Picture of option ${at + 1} described in Hindi`,
            figure?.alt ?? '',
            optionAlts[at] ?? '',
            600,
            ['alt', 'options', at],
            (words) => edit({ alt: { ...hi.alt, options: optionAlts.with(at, words) } }),
          ),
        )}
        {field(
          'Picture of the solution described in Hindi',
          content.solution_figure?.alt ?? '',
          hi.alt?.solution_figure ?? '',
          600,
          ['alt', 'solution_figure'],
          (solution_figure) => edit({ alt: { ...hi.alt, solution_figure } }),
        )}
        {doubts.length > 0 && (
          <div role="status">
            <p>Look at these again:</p>
            <ul>
              {doubts.map(({ path, what }) => (
                <li key={`${path.join(' ')} ${what}`}>{what}</li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </details>
  );
}
