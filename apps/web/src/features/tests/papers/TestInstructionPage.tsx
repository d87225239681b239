import { objectTypes, testModes } from '@abhyas/contract/bank/catalogue';
import { Problem } from '@abhyas/contract/problem';
import { Skeleton } from '@mantine/core';
import { useParams, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { whenIdle } from '../../../platform/idle.ts';
import { i18n, named } from '../../../platform/language.ts';
import { preloadMaths } from '../../../question/maths.ts';
import { listOf } from '../../../session/screen/session-list.ts';
import card from '../../../ui/card.module.css';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Figures } from '../../../ui/Figures.tsx';
import { formatLongDuration, formatNumber } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { BeginPart, preloadTour } from './BeginPart.tsx';
import { GeneralInstructions } from '../../../session/screen/GeneralInstructions.tsx';
import { LanguageChoice } from './LanguageChoice.tsx';
import { type Info, type PaperSection, useInstructions } from './papers.queries.ts';
import { SectionTable } from '../../../session/screen/SectionTable.tsx';

function modeOf(info: Info): string {
  if (info.test_mode_type === testModes.mock) return i18n.t('Mock test');
  if (info.test_mode_type === testModes.previous_paper) return i18n.t('Previous paper');
  return info.object_type === objectTypes.assignment ? 'Assignment' : i18n.t('Institute test');
}

/** The instructions of a test, before it begins. Meanwhile everything that the first question needs is loaded. */
export default function TestInstructionPage() {
  const { id } = useParams({ from: '/test_instruction/$id' });
  const router = useRouter();
  const instructions = useInstructions(Number(id));
  const info = instructions.data?.test_info;
  const isShown = info !== undefined;
  const [isExamExact, setExamExact] = useState(false);

  useEffect(() => void preloadTour(), []);
  useEffect(() => {
    void router.preloadRoute({ to: '/test/$id', params: { id } });
    if (!isShown) return;
    return whenIdle(() => void preloadMaths());
  }, [router, id, isShown]);

  return (
    <>
      <PageTitle back={listOf(info)}>{info ? named(info.name) : i18n.t('Instructions')}</PageTitle>
      <Loaded
        query={instructions}
        skeleton={<InstructionSkeleton />}
        failure={(error) =>
          error instanceof Problem && error.status === 404 ? (
            <EmptyState role="alert" title={error.message}>
              {i18n.t('It may have been withdrawn.')}
            </EmptyState>
          ) : null
        }
      >
        {({ test_info, sections, languages, extension_seconds, can_review }) => (
          <>
            <section
              className={`${card.card} flex flex-wrap items-center justify-between gap-x-40 gap-y-24 mb-40`}
              aria-label={i18n.t('The test')}
            >
              <Figures
                size="large"
                figures={[
                  [i18n.t('Questions'), formatNumber(test_info.question_count)],
                  [i18n.t('Duration'), formatLongDuration(test_info.test_duration)],
                  [i18n.t('Maximum marks'), formatNumber(maxScoreOf(sections))],
                  [i18n.t('Mode'), modeOf(test_info)],
                ]}
              />
              <BeginPart
                id={Number(id)}
                info={test_info}
                sections={sections}
                canReview={can_review}
                extensionSeconds={extension_seconds}
                isExamExact={isExamExact}
                onExamExact={setExamExact}
                onOutdated={() => void instructions.refetch()}
              />
            </section>
            {languages.length > 1 && (
              <div className="mb-40">
                <LanguageChoice />
              </div>
            )}
            <section className="mb-40" aria-labelledby="sections">
              <h2 id="sections" className="mb-16">
                {i18n.t('Sections and marks')}
              </h2>
              <SectionTable sections={sections} isNewNeetPattern={test_info.is_new_neet_pattern} />
            </section>
            <GeneralInstructions timeKind={test_info.time_kind} isExamExact={test_info.is_exam_exact || isExamExact} />
          </>
        )}
      </Loaded>
    </>
  );
}

const maxScoreOf = (sections: readonly PaperSection[]) =>
  sections.reduce((sum, { attempt_limit, question_count, correct }) => sum + (attempt_limit ?? question_count) * correct, 0);

function InstructionSkeleton() {
  return (
    <>
      <Skeleton height={124} radius="lg" mb={32} />
      <Skeleton height={28} width={200} mb="md" />
      <Skeleton height={220} radius="lg" />
    </>
  );
}
