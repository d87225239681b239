import { i18n, translated } from '../../../platform/language.ts';
import type { Answer } from '@abhyas/contract/endpoint';
import { getLetters } from '@abhyas/contract/site/letters';
import { Button, Skeleton } from '@mantine/core';
import { IconMail, IconPrinter } from '@tabler/icons-react';
import { useCall } from '../../../platform/queries.ts';
import card from '../../../ui/card.module.css';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatDate } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import classes from './LetterPage.module.css';
import { LetterWays } from './LetterWays.tsx';

type Letters = Answer<typeof getLetters>;
type Letter = Letters['letters'][number];

/** /letter: last week on one page: what went well, what fell, who was absent, what is next, and one thing to do. */
export default function LetterPage() {
  const letters = useCall(getLetters, {}, { staleTime: 0 });
  return (
    <div className={`grid gap-16 ${classes.page}`}>
      <PageTitle>{i18n.t('Monday Letter')}</PageTitle>
      <Loaded query={letters} skeleton={<Skeleton height={360} radius="lg" />} notKept={i18n.t('This letter')}>
        {(data) =>
          data.letters.length === 0 ? (
            <EmptyState icon={<IconMail size={26} />} title={i18n.t('No letter for you')}>
              {i18n.t('Students, guardians, teachers and owners get one page about each week.')}
            </EmptyState>
          ) : (
            <>
              <p className="text-14 text-ink-soft">
                {i18n.t('Monday, {from}, to Sunday, {to}', { from: formatDate(data.from), to: formatDate(data.to) })}
              </p>
              {data.letters.map((letter, at) => (
                <OneLetter key={at} letter={letter} />
              ))}
              <LetterWays {...data} />
              <p className="print:hidden!">
                <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => print()}>
                  {i18n.t('Print')}
                </Button>
              </p>
            </>
          )
        }
      </Loaded>
    </div>
  );
}

function OneLetter({ letter: { about, is_paused, rose, held, fell, absent, next, one_thing, said } }: { letter: Letter }) {
  const parts = [
    [i18n.t('Rose'), rose],
    [i18n.t('Results'), held],
    [i18n.t('Fell'), fell],
    [i18n.t('Absent'), absent],
    [i18n.t('Next'), next],
  ] as const;
  const isEmpty = parts.every(([, lines]) => lines.length === 0);
  return (
    <article className={card.card}>
      {about !== null && <h2 className="mb-12">{about}</h2>}
      {is_paused ? (
        <p className="leading-reading text-ink-soft">
          {i18n.t('{about} is 18 now and decides who sees the results. Nothing is shown until they agree again.', { about })}
        </p>
      ) : (
        <div className="grid gap-16">
          {isEmpty && (
            <p className="leading-reading text-ink-soft">
              {i18n.t('A quiet week: no results, no missed class or test, and nothing dated ahead.')}
            </p>
          )}
          {parts.map(
            ([name, lines]) =>
              lines.length > 0 && (
                <section key={name}>
                  <h3 className="text-14 font-semibold">{name}</h3>
                  <ul className="grid gap-4">
                    {lines.map((line) => (
                      <li key={line}>{translated(line, said)}</li>
                    ))}
                  </ul>
                </section>
              ),
          )}
          {one_thing && (
            <section className="px-16 py-12 rounded-control bg-accent-soft">
              <h3 className="text-14 font-semibold">{i18n.t('One thing to do')}</h3>
              <p>
                {translated(one_thing.text, said)}{' '}
                {one_thing.url !== null && (
                  <a href={one_thing.url} className="font-semibold text-accent no-underline print:hidden!">
                    {i18n.t('Do it now')}
                  </a>
                )}
              </p>
            </section>
          )}
        </div>
      )}
    </article>
  );
}
