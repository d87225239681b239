import { Trans } from '@lingui/react';
import { i18n, named } from '../../platform/language.ts';
import card from '../../ui/card.module.css';
import { Dot } from '../../ui/Dot.tsx';
import { formatMarks, formatNumber, partialMarksInWords } from '../../ui/format.ts';
import { subjectColor } from '../../ui/subject.ts';
import table from '../../ui/table.module.css';
import type { PaperSection } from '../../question/question-content.ts';
import { newNeetRule } from './new-neet-rule.ts';
import classes from './SectionTable.module.css';

const typeNames = [
  /*i18n*/ 'One option',
  /*i18n*/ 'Numerical',
  /*i18n*/ 'One or more options',
  /*i18n*/ 'One option, with a passage',
] as const;

/** Groups the sections by subject, in the paper's order. */
function bySubject(sections: readonly PaperSection[]): [name: string, sections: PaperSection[]][] {
  const groups = new Map<string, PaperSection[]>();
  for (const section of sections) groups.set(section.subject_name, [...(groups.get(section.subject_name) ?? []), section]);
  return [...groups];
}

const toAttempt = ({ attempt_limit, question_count }: PaperSection) => attempt_limit ?? question_count;

/** The sections of a paper with the marks of their questions. */
export function SectionTable({ sections, isNewNeetPattern = false }: { sections: readonly PaperSection[]; isNewNeetPattern?: boolean }) {
  const total = sections.reduce((sum, section) => sum + section.question_count, 0);
  const attempted = sections.reduce((sum, section) => sum + toAttempt(section), 0);
  return (
    <>
      <section className={`${card.card} ${table.scroll}`} aria-label={i18n.t('Table of sections')} tabIndex={0}>
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">{i18n.t('Subject')}</th>
              <th scope="col" className={table.word}>
                {i18n.t('Section')}
              </th>
              <th scope="col">{i18n.t('Questions')}</th>
              <th scope="col">
                <Trans
                  id="Marks<0>correct / incorrect <1>/ unattempted</1></0>"
                  components={{ 0: <span className="block text-12 font-regular text-ink-soft" />, 1: <span className="max-36:unseen" /> }}
                />
              </th>
            </tr>
          </thead>
          {bySubject(sections).map(([name, group]) => (
            <tbody key={name}>
              {group.map((section, index) => (
                <tr key={section.first_position}>
                  {index === 0 && (
                    <th scope="rowgroup" rowSpan={group.length} className={classes.subject}>
                      <Dot color={subjectColor(name)} />
                      {i18n.t(name)}
                    </th>
                  )}
                  <td className={table.word}>
                    {named(section.name)}
                    <span className="block text-12 font-regular text-ink-soft">
                      {section.integer
                        ? i18n.t('{type}, a whole number', { type: i18n.t(typeNames[section.question_type]) })
                        : i18n.t(typeNames[section.question_type])}
                    </span>
                  </td>
                  <td>
                    {formatNumber(section.question_count)}
                    {section.attempt_limit !== null && (
                      <span className="block text-12 font-regular text-ink-soft">
                        {i18n.t('any {attempt_limit}', { attempt_limit: section.attempt_limit })}
                      </span>
                    )}
                  </td>
                  <td>
                    <Marks section={section} />
                  </td>
                </tr>
              ))}
            </tbody>
          ))}
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                {i18n.t('Total')}
              </th>
              <td>
                {formatNumber(total)}
                {attempted < total && (
                  <span className="block text-12 font-regular text-ink-soft">
                    {i18n.t('{attempted} to attempt', { attempted: formatNumber(attempted) })}
                  </span>
                )}
              </td>
              <td />
            </tr>
          </tfoot>
        </table>
      </section>
      {isNewNeetPattern && <p className="mt-16 px-20 py-16 rounded-card bg-warning-soft text-ink">{i18n.t(newNeetRule)}</p>}
    </>
  );
}

function Marks({ section: { correct, incorrect, unattempted, partial } }: { section: PaperSection }) {
  return (
    <>
      <span className="whitespace-nowrap">
        {formatMarks(correct)} / {formatMarks(incorrect)} <span className="max-36:unseen">/ {formatMarks(unattempted)}</span>
      </span>
      {partial && <span className="block text-12 font-regular text-ink-soft">{partialMarksInWords(partial)}</span>}
    </>
  );
}
