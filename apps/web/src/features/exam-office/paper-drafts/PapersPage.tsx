import type { Answer } from '@abhyas/contract/endpoint';
import { deletePaperDraft, DRAFTS_PER_PAGE, getPaperDrafts } from '@abhyas/contract/exam-office/paper-drafts';
import { Button, Skeleton } from '@mantine/core';
import { IconFilePencil, IconFileUpload, IconPlus, IconTrash } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { queryClient, useCall, useSend } from '../../../platform/queries.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import buttons from '../../../ui/buttons.module.css';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatDate, formatTime, plural } from '../../../ui/format.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import rows from '../../../ui/rows.module.css';
import { NewPaper } from './NewPaper.tsx';

type Row = Answer<typeof getPaperDrafts>['drafts'][number];

/** /staff/papers: the papers that the institute is composing, and those that became tests. */
export default function PapersPage() {
  const { page = 0, is_new: isNew = false } = useSearch({ from: '/staff/papers' });
  const navigate = useNavigate();
  const list = useCall(getPaperDrafts, { page: Math.max(0, page) }, { staleTime: 0 });
  const [deleted, setDeleted] = useState<Row | null>(null);
  const begin = (is_new: boolean) => void navigate({ to: '/staff/papers', search: is_new ? { is_new } : {}, replace: true });
  const make = (
    <span className="flex flex-wrap gap-12">
      <ButtonLink to="/staff/papers/printed" variant="default" leftSection={<IconFileUpload size={20} />}>
        From a PDF
      </ButtonLink>
      <Button leftSection={<IconPlus size={20} />} onClick={() => begin(true)}>
        New paper
      </Button>
    </span>
  );
  return (
    <>
      <PageTitle>Papers</PageTitle>
      <Loaded query={list} skeleton={[1, 2, 3].map((row) => <Skeleton key={row} height={76} mb={2} />)}>
        {({ drafts, total }) =>
          drafts.length === 0 ? (
            <EmptyState icon={<IconFilePencil size={26} />} title="No papers yet" action={make}>
              Compose a test of your own from the question bank: choose chapters and difficulty, fill the paper, and swap questions that you
              do not like. A question paper that you have as a PDF becomes a test too.
            </EmptyState>
          ) : (
            <>
              <div className={rows.bar}>
                <span className="text-14 text-ink-soft">{plural(total, 'paper')}</span>
                {make}
              </div>
              <ul className={rows.list}>
                {drafts.map((draft) => (
                  <PaperRow key={draft.id} draft={draft} onDelete={() => setDeleted(draft)} />
                ))}
              </ul>
              {total > DRAFTS_PER_PAGE && (
                <nav className={rows.pages} aria-label="Pages">
                  {page > 0 && (
                    <ButtonLink to="/staff/papers" search={{ page: page - 1 }} variant="default">
                      Newer
                    </ButtonLink>
                  )}
                  {(page + 1) * DRAFTS_PER_PAGE < total && (
                    <ButtonLink to="/staff/papers" search={{ page: page + 1 }} variant="default">
                      Older
                    </ButtonLink>
                  )}
                </nav>
              )}
            </>
          )
        }
      </Loaded>
      {isNew && <NewPaper onClose={() => begin(false)} />}
      {deleted && <DeletePaper draft={deleted} onClose={() => setDeleted(null)} />}
    </>
  );
}

function PaperRow({ draft, onDelete }: { draft: Row; onDelete: () => void }) {
  const { id, name, exam, question_count, planned_count, changed_at, paper_id } = draft;
  const isFull = question_count === planned_count;
  const badge = paper_id !== null ? 'Test made' : isFull ? 'Filled' : 'Draft';
  return (
    <li className={rows.row} data-stacks>
      <span className={rows.main} data-bar="test">
        {name}
        <span className="block text-14 font-regular text-ink-soft tabular">
          {exam} · {isFull ? plural(planned_count, 'question') : `${question_count} of ${plural(planned_count, 'question')}`} · changed{' '}
          {formatDate(changed_at)}, {formatTime(changed_at)}
        </span>
      </span>
      <span className={rows.actions}>
        <span className={rows.badge} data-tone={paper_id !== null ? 'good' : 'warning'}>
          {badge}
        </span>
        {paper_id === null ? (
          <>
            <button type="button" className={buttons.icon} onClick={onDelete} aria-label={`Delete ${name}`}>
              <IconTrash size={20} aria-hidden />
            </button>
            <ButtonLink to="/staff/papers/$id" params={{ id: String(id) }} variant="default" aria-label={`Go on: ${name}`}>
              Go on
            </ButtonLink>
          </>
        ) : (
          <>
            <ButtonLink to="/staff/papers/$id" params={{ id: String(id) }} variant="subtle" aria-label={`Read: ${name}`}>
              Read
            </ButtonLink>
            <ButtonLink to="/staff/tests/$id" params={{ id: String(paper_id) }} variant="default" aria-label={`Open the test: ${name}`}>
              Open
            </ButtonLink>
          </>
        )}
      </span>
    </li>
  );
}

function DeletePaper({ draft: { id, name }, onClose }: { draft: Row; onClose: () => void }) {
  const send = useSend(deletePaperDraft, { ownFailures: true });
  const remove = () =>
    send.mutate(
      { id },
      {
        onSuccess: () => {
          void queryClient.invalidateQueries({ queryKey: [getPaperDrafts.route] });
          onClose();
        },
      },
    );
  return (
    <FormDialog
      onClose={onClose}
      title="Delete this paper?"
      focusesBack
      failure={send.error && `Not deleted: ${messageOf(send.error)}`}
      actions={
        <Button color="red" loading={send.isPending} onClick={remove}>
          Delete
        </Button>
      }
    >
      <p className="text-14 leading-reading text-ink-soft">
        {name} is not a test yet. Its plan and its choice of questions are lost; the questions stay in the bank.
      </p>
    </FormDialog>
  );
}
