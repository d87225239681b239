import type { Answer } from '@abhyas/contract/endpoint';
import { getPaperDraft } from '@abhyas/contract/exam-office/paper-drafts';
import { Button, Skeleton } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useCall } from '../../../platform/queries.ts';
import { preloadMaths } from '../../../question/maths.ts';
import { AlertLine } from '../../../ui/AlertLine.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import card from '../../../ui/card.module.css';
import { plural } from '../../../ui/format.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import forms from '../../../ui/forms.module.css';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { SaveLine } from '../../../ui/SaveLine.tsx';
import { Checks } from './Checks.tsx';
import classes from './Composer.module.css';
import type { DraftKeeper, DraftState } from './draft-keeper.ts';
import { DraftQuestions } from './DraftQuestions.tsx';
import { plannedCount } from './patterns.ts';
import { PlanForm } from './PlanForm.tsx';
import { useDraft } from './useDraft.ts';

type Draft = Answer<typeof getPaperDraft>;

/** /staff/papers/{id}: composing a paper, from its plan to a test. */
export default function ComposerPage() {
  const { id } = useParams({ from: '/staff/papers/$id' });
  const [round, setRound] = useState(0);
  const draft = useCall(getPaperDraft, { id: Number(id) }, { staleTime: Number.POSITIVE_INFINITY });
  useEffect(() => void preloadMaths(), []);
  const reload = async () => {
    await draft.refetch();
    setRound(round + 1);
  };
  return (
    <Loaded query={draft} skeleton={<Skeleton height={420} radius="lg" />}>
      {(data) =>
        data.paper_id === null ? (
          <Composer key={`${id} ${round}`} draft={data} onReload={() => void reload()} />
        ) : (
          <MadePaper draft={data} />
        )
      }
    </Loaded>
  );
}

const back = { link: { to: '/staff/papers' }, label: 'Back to the papers' } as const;

/** A paper that was made into a test, which can only be read. */
function MadePaper({ draft }: { draft: Draft }) {
  return (
    <>
      <PageTitle back={back}>{draft.name}</PageTitle>
      <section className={`${card.card} flex flex-wrap items-center justify-between gap-12 mb-24`}>
        <p className="text-14 leading-reading text-ink-soft">
          This paper was made into a test and can no longer be changed. Until a student has the test, you can delete it and continue here.
        </p>
        <div className="flex flex-wrap gap-12">
          <ButtonLink to="/staff/papers/$id/print" params={{ id: String(draft.id) }} variant="default">
            Print
          </ButtonLink>
          <ButtonLink to="/staff/tests/$id" params={{ id: String(draft.paper_id) }}>
            Open the test
          </ButtonLink>
        </div>
      </section>
      <DraftQuestions
        draft={{
          ...draft,
          questions: new Map(draft.questions.map((question) => [question.id, question])),
          passages: new Map(draft.comprehension_questions.map((passage) => [passage.id, passage])),
        }}
      />
    </>
  );
}

function Composer({ draft, onReload }: { draft: Draft; onReload: () => void }) {
  const { keeper, state } = useDraft(draft);
  const [isAsking, setAsking] = useState(false);
  const planned = plannedCount(state.plan);
  const locked = state.items.filter(({ is_locked }) => is_locked).length;
  const fill = () => {
    setAsking(false);
    void keeper.fill();
  };
  const isEmpty = state.items.length === 0;
  return (
    <>
      <PageTitle back={back}>{state.name || 'Paper'}</PageTitle>
      <div className="flex flex-wrap items-center justify-between gap-12 mb-16">
        <SaveLine save={state.save} isKept={state.isKept} />
        <div className="flex flex-wrap gap-12">
          {!isEmpty && (
            <ButtonLink to="/staff/papers/$id/print" params={{ id: String(draft.id) }} variant="default">
              Print
            </ButtonLink>
          )}
          <Button
            variant={state.items.length < planned ? 'filled' : 'default'}
            loading={state.busy === 'fill'}
            disabled={state.busy !== null || state.save === 'stale'}
            onClick={isEmpty ? fill : () => setAsking(true)}
          >
            {isEmpty ? `Fill ${plural(planned, 'question')}` : 'Fill again'}
          </Button>
        </div>
      </div>
      <Trouble keeper={keeper} state={state} onReload={onReload} />
      <div className={classes.parts}>
        <PlanForm state={state} onEdit={(change) => keeper.edit(change)} />
        <Checks id={draft.id} keeper={keeper} state={state} planned={planned} />
        <DraftQuestions draft={state} keeper={keeper} />
      </div>
      {isAsking && (
        <FormDialog
          onClose={() => setAsking(false)}
          title="Fill again?"
          actions={<Button onClick={fill}>{`Choose ${plural(Math.max(0, planned - locked), 'question')} again`}</Button>}
        >
          <p className="text-14 leading-reading text-ink-soft">
            {locked === 0
              ? 'No question is locked, so all questions are chosen again.'
              : `${plural(locked, 'locked question stays', 'locked questions stay')}; the others are chosen again.`}
          </p>
        </FormDialog>
      )}
    </>
  );
}

/** The reason why the paper cannot be saved or filled, and what the person can do about it. */
function Trouble({ keeper, state, onReload }: { keeper: DraftKeeper; state: DraftState; onReload: () => void }) {
  if (state.conflict)
    return (
      <section className={`${card.card} mb-16`} aria-labelledby="conflict">
        <h2 id="conflict">This device has changes that were not saved</h2>
        <p className="text-14 leading-reading text-ink-soft">
          The paper has since been changed elsewhere. Choose the version to continue with.
        </p>
        <div className={forms.actions}>
          <Button variant="default" onClick={() => keeper.dropKept()}>
            Use the saved paper
          </Button>
          <Button onClick={() => keeper.useKept()}>Use this device’s changes</Button>
        </div>
      </section>
    );
  if (state.message === null) return null;
  return (
    <div className="mb-16">
      <AlertLine>{state.message}</AlertLine>
      {state.save === 'stale' && (
        <Button variant="default" mt={8} onClick={onReload}>
          Load it again
        </Button>
      )}
      {state.save === 'offline' && (
        <Button variant="default" mt={8} onClick={() => void keeper.flush()}>
          Try now
        </Button>
      )}
    </div>
  );
}
