import { getKeyChallenge, MOST_CHALLENGES } from '@abhyas/contract/exam-office/key-challenges';
import { Problem } from '@abhyas/contract/problem';
import { isAnswered } from '@abhyas/exam/bank/question';
import { resultOf } from '@abhyas/exam/bank/result';
import { Trans } from '@lingui/react';
import { Button, Skeleton } from '@mantine/core';
import { IconChevronDown, IconGavel, IconPrinter } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { i18n, named } from '../../../platform/language.ts';
import { useCall } from '../../../platform/queries.ts';
import { useServerNow } from '../../../platform/useServerNow.ts';
import { askedLanguage } from '../../../question/chosen-language.ts';
import { LanguagesContext } from '../../../question/languages.ts';
import { preloadMaths } from '../../../question/maths.ts';
import { Question } from '../../../question/Question.tsx';
import { keyOf, type PassageContent } from '../../../question/question-content.ts';
import { useListLanguages } from '../../../question/useQuestionLanguages.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';

import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import rows from '../../../ui/rows.module.css';
import { keyInWords } from '../../../question/keys.ts';
import { ChallengeForm } from './ChallengeForm.tsx';
import { claimInWords, responseInWords, type Sheet, type SheetQuestion, keyStateInWords } from './claims.ts';
import classes from './KeyChallenges.module.css';

const filters = [
  ['all', /*i18n*/ 'All'],
  ['other', /*i18n*/ 'Not the key'],
  ['challenged', /*i18n*/ 'Challenged'],
] as const;
type Filter = (typeof filters)[number][0];

/** /key_challenges/{id}: the student's answers in a test beside its keys, which can be challenged for a time. */
export default function ResponseSheetPage() {
  const { id } = useParams({ from: '/key_challenges/$id' });
  const [asked, setAsked] = useState(askedLanguage);
  const sheet = useCall(getKeyChallenge, { id: Number(id), ...asked }, { staleTime: 0, keepPrevious: true });
  const languages = useListLanguages(sheet.data?.translated, sheet.isSuccess && !sheet.isPlaceholderData, () =>
    setAsked({ language: 'hi' }),
  );
  const back = { link: { to: '/test_report/$id', params: { id } } as const, label: i18n.t('Back to the report') };
  useEffect(() => void preloadMaths(), []);
  return (
    <>
      <PageTitle
        back={back}
        windowTitle={sheet.data ? i18n.t('Response sheet: {name}', { name: named(sheet.data.name) }) : i18n.t('Response sheet')}
      >
        {i18n.t('Response sheet')}
      </PageTitle>
      <Loaded
        query={sheet}
        skeleton={<Skeleton height={420} radius="lg" />}
        failure={(error) =>
          error instanceof Problem && error.code === 'not_possible' ? (
            <EmptyState
              icon={<IconGavel size={26} />}
              title={error.message}
              action={<ButtonLink {...back.link}>{back.label}</ButtonLink>}
            />
          ) : null
        }
      >
        {(data) => (
          <LanguagesContext value={languages}>
            <ResponseSheet id={Number(id)} sheet={data} />
          </LanguagesContext>
        )}
      </Loaded>
    </>
  );
}

/** Whether the student's answer counts by the present key; null without an answer or a key. */
function isRight({ question, accepted_answers, precision, correction, responses, rich_response }: SheetQuestion): boolean | null {
  const key = keyOf({ ...question, ...(accepted_answers ? { accepted_answers, precision } : {}) });
  const answer = { responses, rich_response };
  if (key === null || correction === 'dropped' || !isAnswered(question.question_type, answer)) return null;
  return correction === 'bonus' || resultOf(key, answer) === 1;
}

function ResponseSheet({ id, sheet }: { id: number; sheet: Sheet }) {
  const { name, window, is_open, questions, comprehension_questions } = sheet;
  const [filter, setFilter] = useState<Filter>('all');
  const [openId, setOpenId] = useState<number | null>(null);
  const now = useServerNow(30_000);
  const challenged = questions.filter(({ challenge }) => challenge !== null).length;
  const withheld = questions.filter(({ accepted_answers }) => accepted_answers === null).length;
  const shown = questions.filter(
    (each) =>
      filter === 'all' || (filter === 'challenged' ? each.challenge !== null : isRight(each) !== true && each.accepted_answers !== null),
  );
  const passages = new Map(comprehension_questions.map((passage) => [passage.id, passage]));
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-12 mb-16">
        <div>
          <h2>{named(name)}</h2>
          <p className="text-14 text-ink-soft" role="status">
            {i18n.t('{sentence}.', { sentence: keyStateInWords(window, now) })}{' '}
            {is_open &&
              `${i18n.t('Press a question to read it and to challenge its key.')} ${i18n.t('You challenged {challenged} of at most {most} keys.', { challenged, most: MOST_CHALLENGES })}`}
          </p>
        </div>
        <Button className="print:hidden!" variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => print()}>
          {i18n.t('Print')}
        </Button>
      </div>
      {withheld > 0 && (
        <p className="mb-16 leading-reading text-ink-soft" role="note">
          {i18n.t(
            'The key of {withheld, plural, one {# question is not shown until another test with it} other {# questions is not shown until another test with them}} is over.',
            { withheld },
          )}
        </p>
      )}
      <fieldset className={`flex flex-wrap gap-8 mb-16 print:hidden! ${classes.filters}`}>
        <legend>{i18n.t('Show')}</legend>
        {filters.map(([value, label]) => (
          <label key={value}>
            <input type="radio" name="filter" checked={filter === value} onChange={() => setFilter(value)} />
            <span>{i18n.t(label)}</span>
          </label>
        ))}
      </fieldset>
      {shown.length === 0 ? (
        <EmptyState
          title={filter === 'challenged' ? i18n.t('You challenged no key.') : i18n.t('No answer of yours differs from the keys.')}
        />
      ) : (
        <ul className={rows.list}>
          {shown.map((each) => (
            <SheetRow
              key={each.question.id}
              id={id}
              each={each}
              passage={passages.get(each.question.comprehension_question_id ?? 0) ?? null}
              isOpen={is_open}
              isUnfolded={openId === each.question.id}
              onToggle={() => setOpenId(openId === each.question.id ? null : each.question.id)}
            />
          ))}
        </ul>
      )}
    </>
  );
}

interface RowProps {
  id: number;
  each: SheetQuestion;
  passage: PassageContent | null;
  isOpen: boolean;
  isUnfolded: boolean;
  onToggle: () => void;
}

const nothing = () => undefined;

/** The badge of a row: the decision, the student's challenge, or nothing. */
function badgeOf({ challenge, decision }: SheetQuestion): { tone: 'good' | 'warning' | undefined; words: string } | null {
  if (decision)
    return decision.is_changed ? { tone: 'good', words: i18n.t('Key changed') } : { tone: undefined, words: i18n.t('Key kept') };
  return challenge ? { tone: 'warning', words: i18n.t('Challenged') } : null;
}

function SheetRow({ id, each, passage, isOpen, isUnfolded, onToggle }: RowProps) {
  const { question, responses, rich_response, accepted_answers, correction, challenge, decision } = each;
  const number = question.position + 1;
  const result = isRight(each);
  const badge = badgeOf(each);
  return (
    <li>
      <button type="button" className={`${rows.row} ${classes.row}`} aria-expanded={isUnfolded} onClick={onToggle}>
        <strong className="flex-none w-56 tabular">{i18n.t('Q {number}', { number })}</strong>
        <span className={`${classes.answers} flex flex-[1_1_160px] flex-wrap gap-x-24 gap-y-2 min-w-0 font-semibold wrap-anywhere`}>
          <span>
            <span className="text-14 text-ink-soft">{i18n.t('Yours')}</span> {responseInWords(each)}
            {result !== null && (
              <span className="ml-8 text-13 text-incorrect data-[right=true]:text-correct" data-right={result}>
                {result ? i18n.t('right') : i18n.t('wrong')}
              </span>
            )}
          </span>
          <span>
            <span className="text-14 text-ink-soft">{i18n.t('Key')}</span>{' '}
            {accepted_answers === null
              ? i18n.t('not shown yet')
              : correction === 'dropped'
                ? i18n.t('dropped')
                : correction === 'bonus'
                  ? i18n.t('every answer gets the marks')
                  : keyInWords(accepted_answers)}
          </span>
        </span>
        {badge && (
          <span className={rows.badge} data-tone={badge.tone}>
            {badge.words}
          </span>
        )}
        <IconChevronDown size={18} aria-hidden className={`${classes.chevron} flex-none text-ink-soft print:hidden`} />
      </button>
      {isUnfolded && (
        <div className="px-20 pt-4 pb-20 max-40:px-16">
          <Question
            question={{ ...question, ...(accepted_answers ? { accepted_answers } : {}) }}
            passage={passage}
            heading={i18n.t('Question {number}', { number })}
            place={named(question.chapter_name)}
            answer={{ responses, rich_response }}
            isReadOnly
            isRevealed={accepted_answers !== null}
            onSelect={nothing}
            onEnter={nothing}
          />
          {decision && (
            <p className="max-w-[68ch] mt-12 wrap-anywhere" role="note">
              <strong>{decision.is_changed ? i18n.t('The key was changed.') : i18n.t('The key was kept.')}</strong> {decision.reason}
            </p>
          )}
          {isOpen && accepted_answers !== null ? (
            <ChallengeForm paperId={id} each={each} />
          ) : (
            challenge && (
              <p className="max-w-[68ch] mt-12 wrap-anywhere">
                <Trans
                  id="You wrote: <0>{claim}.</0> {reason}"
                  components={{ 0: <strong /> }}
                  values={{ claim: claimInWords(challenge.claim, challenge.answer), reason: challenge.reason }}
                />
              </p>
            )
          )}
        </div>
      )}
    </li>
  );
}
