import { Button } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconClock, IconLayoutGrid, IconList } from '@tabler/icons-react';
import { objectTypes } from '@abhyas/contract/bank/catalogue';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useRef, useState } from 'react';
import { i18n, named } from '../../../../platform/language.ts';
import { BookmarkButton } from '../../../../question/BookmarkButton.tsx';
import { BookmarkTypeModal } from '../../../../question/BookmarkTypeModal.tsx';
import { Outcome } from '../../../../question/Outcome.tsx';
import { Question } from '../../../../question/Question.tsx';
import { LanguagesContext } from '../../../../question/languages.ts';
import { useQuestionLanguages } from '../../../../question/useQuestionLanguages.ts';
import { isWithheld, noAnswer, type ServerResponse } from '../../../../question/question-content.ts';
import { ReportButton } from '../../../../question/ReportButton.tsx';
import { AnsweredSolution } from '../../../../question/AnsweredSolution.tsx';
import { type Bookmarks, useBookmarks } from '../../../../question/useBookmarks.ts';
import { Withheld } from '../../../../question/Withheld.tsx';
import { countStatuses, type QuestionStatus, reviewStatuses } from '../../../../session/screen/question-status.ts';
import { Palette } from '../../../../session/screen/Palette.tsx';
import { SessionFrame } from '../../../../session/screen/SessionFrame.tsx';
import { formatTimeSpent } from '../../../../ui/format.ts';
import { type BackTarget, PageTitle } from '../../../../ui/PageTitle.tsx';
import { type PaperPlace, paletteGroups, placesOf, subjectsOf } from '../paper-places.ts';
import buttons from '../../../../ui/buttons.module.css';
import styles from './ReviewTest.module.css';
import { useStepAhead } from '../QuestionSlots.tsx';
import type { TestPayload } from '../test-payload.ts';
import { ReviewChips } from './ReviewChips.tsx';
import { filterLabels, reviewFilters, useReviewFilters } from './review-filter.ts';
import { SubjectTabs } from '../SubjectTabs.tsx';
import { usePaletteSheet } from '../usePaletteSheet.ts';
import { useTestKeys } from '../useTestKeys.ts';
import { WholePaper } from '../WholePaper.tsx';

const statuses = { '-1': 'incorrect', '0': 'unattempted', '1': 'correct', '2': 'not_counted' } as const satisfies Record<
  string,
  QuestionStatus
>;
const nothing = () => undefined;

/** A finished test, question by question: answers, results, solutions, time. Read-only. */
export function ReviewTest({ payload, back }: { payload: TestPayload; back: BackTarget }) {
  const [chosenIndex, setIndex] = useState(0);
  const [isSolutionShown, setSolutionShown] = useState(true);
  const [isPaperOpen, setPaperOpen] = useState(false);
  const { isWide, isSheetOpen, setSheetOpen, openPalette } = usePaletteSheet();
  const scroll = useRef<HTMLElement>(null);

  const languages = useQuestionLanguages(payload.test_info.session_id, payload.questions, true);
  const places = useMemo(() => placesOf(payload), [payload]);
  const subjects = useMemo(() => subjectsOf(places), [places]);
  const responseById = useMemo(() => new Map(payload.question_responses.map((response) => [response.question_id, response])), [payload]);
  const statusOf = useCallback(
    ({ question }: PaperPlace): QuestionStatus =>
      isWithheld(question) ? 'withheld' : statuses[`${responseById.get(question.id)?.result ?? 0}`],
    [responseById],
  );
  const legend = useMemo(() => {
    const counts = countStatuses(places.map(statusOf));
    return reviewStatuses.filter((status) => status !== 'withheld' || counts.has(status));
  }, [places, statusOf]);
  const tabs = useMemo(
    () =>
      subjects.map(({ name, places: own }) => {
        const counts = countStatuses(own.map(statusOf));
        const shown = legend.filter((status) => status !== 'not_counted' || counts.has(status));
        return {
          name,
          firstIndex: own[0]?.index ?? 0,
          brief: `${counts.get('correct') ?? 0} / ${own.length}`,
          counts: shown.map((status) => ({ status, count: counts.get(status) ?? 0 })),
        };
      }),
    [subjects, statusOf, legend],
  );
  const bookmarks = useBookmarks(payload.bookmarked_question_ids);
  const bookmarkedIds = bookmarks?.ids;
  const { only } = useSearch({ strict: false });
  const filter = reviewFilters.find((each) => each === only) ?? null;
  const filters = useReviewFilters(payload, places);
  const shownIds = filter === null ? null : filters[filter];
  const shown = shownIds === null ? places : places.filter(({ question }) => shownIds.has(question.id));
  // A filtered review stays at the same question, or goes to the next one that passes the filter.
  const at = Math.max(
    0,
    shown.findIndex(({ index }) => index >= chosenIndex),
  );
  const place = shown[at];
  const currentIndex = place?.index ?? 0;
  const groups =
    filter === null
      ? paletteGroups(subjects.find(({ name }) => name === place?.subject)?.places ?? [], statusOf, bookmarkedIds)
      : subjectsOf(shown).flatMap(({ name, places: own }) =>
          paletteGroups(
            own.map((each) => ({ ...each, sectionTitle: null })),
            statusOf,
            bookmarkedIds,
          ).map((group) => ({ ...group, title: name })),
        );
  const goTo = useCallback(
    (index: number) => {
      setSheetOpen(false);
      setPaperOpen(false);
      setIndex(index);
    },
    [setSheetOpen],
  );
  const step = (by: number) => setIndex(shown[Math.min(shown.length - 1, Math.max(0, at + by))]?.index ?? 0);

  const navigate = useNavigate();
  /** Choosing a subject removes the filter. */
  const goFree = (index: number) => {
    if (filter !== null) void navigate({ to: '.', search: { review: true }, replace: true });
    goTo(index);
  };

  useStepAhead(places, currentIndex, scroll);
  useTestKeys({
    isNumerical: false,
    hasAnswer: true,
    select: nothing,
    pressKeypad: nothing,
    prev: () => step(-1),
    next: () => step(1),
    mark: nothing,
    clear: nothing,
    openPalette,
    openHelp: nothing,
  });

  return (
    <LanguagesContext value={languages}>
      <SessionFrame
        header={
          <>
            <div className={`flex-1 min-w-0 ${styles.title}`}>
              <PageTitle back={back}>{named(payload.test_info.name)}</PageTitle>
            </div>
            <Button
              variant="subtle"
              size="sm"
              className="max-36:hidden"
              leftSection={<IconList size={18} aria-hidden="true" />}
              onClick={() => setPaperOpen(true)}
            >
              {i18n.t('Whole paper')}
            </Button>
          </>
        }
        tabs={
          <>
            {subjects.length > 1 && <SubjectTabs tabs={tabs} current={place?.subject ?? ''} onGo={goFree} />}
            <ReviewChips
              paperId={payload.test_info.id}
              isAssignment={payload.test_info.object_type === objectTypes.assignment}
              filters={filters}
              current={filter}
            />
          </>
        }
        scrollRef={scroll}
        sideTitle={i18n.t('Questions')}
        isSheetOpen={isSheetOpen}
        onSheetClose={() => setSheetOpen(false)}
        side={<Palette groups={groups} currentIndex={currentIndex} onGo={goTo} statuses={legend} />}
        bottom={
          <div className={`${styles.bottom} flex justify-between gap-12`}>
            <Button
              variant="default"
              disabled={at === 0}
              leftSection={<IconArrowLeft size={20} aria-hidden="true" />}
              onClick={() => step(-1)}
            >
              {i18n.t('Prev')}
            </Button>
            <Button
              disabled={at >= shown.length - 1}
              rightSection={<IconArrowRight size={20} aria-hidden="true" />}
              onClick={() => step(1)}
            >
              {i18n.t('Next')}
            </Button>
          </div>
        }
      >
        {place ? (
          <ReviewedQuestion
            place={place}
            response={responseById.get(place.question.id) ?? null}
            isSolutionShown={isSolutionShown}
            onToggleSolution={() => setSolutionShown(!isSolutionShown)}
            bookmarks={bookmarks}
            onPalette={isWide ? null : openPalette}
          />
        ) : (
          <p>
            {filter === null
              ? i18n.t('No questions')
              : i18n.t('No questions under {filterLabels}.', { filterLabels: i18n.t(filterLabels[filter]) })}
          </p>
        )}
      </SessionFrame>
      <BookmarkTypeModal bookmarks={bookmarks} />
      {isPaperOpen && <WholePaper subjects={subjects} onGo={goFree} onClose={() => setPaperOpen(false)} />}
    </LanguagesContext>
  );
}

interface ReviewedQuestionProps {
  place: PaperPlace;
  response: ServerResponse | null;
  isSolutionShown: boolean;
  onToggleSolution: () => void;
  bookmarks: Bookmarks | null;
  onPalette: (() => void) | null;
}

function ReviewedQuestion({ place, response, isSolutionShown, onToggleSolution, bookmarks, onPalette }: ReviewedQuestionProps) {
  const { question, passage, number, sectionTitle, section } = place;
  return (
    <Question
      question={question}
      passage={passage}
      heading={i18n.t('Question {number}', { number })}
      place={sectionTitle ?? undefined}
      marks={section ?? undefined}
      answer={response ?? noAnswer}
      isReadOnly
      isRevealed
      onSelect={nothing}
      onEnter={nothing}
      actions={
        <>
          <span className="inline-flex items-center gap-4 text-14 text-ink-soft tabular" title={i18n.t('Time spent on this question')}>
            <IconClock size={16} aria-hidden="true" />
            {formatTimeSpent(response?.question_time_spent ?? 0)}
          </span>
          <ReportButton question_id={question.id} number={number} />
          <BookmarkButton bookmarks={bookmarks} question={question} number={number} />
          {onPalette && (
            <button type="button" className={`${buttons.icon} -mr-8`} aria-label={i18n.t('Questions')} onClick={onPalette}>
              <IconLayoutGrid size={22} aria-hidden="true" />
            </button>
          )}
        </>
      }
    >
      {isWithheld(question) ? (
        <Withheld what={i18n.t('The result and the solution')} />
      ) : (
        <Outcome question={question} result={response?.result ?? 0} isVisited={response?.is_visited ?? false} isKeyUsed={false} />
      )}
      <AnsweredSolution question={question} isShown={isSolutionShown} onToggle={onToggleSolution} />
    </Question>
  );
}
