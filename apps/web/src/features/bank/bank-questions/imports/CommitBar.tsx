import {
  commitQuestionImport,
  excludeImportRows,
  type getQuestionImport,
  type MadeAs,
  undoQuestionImport,
} from '@abhyas/contract/bank/question-imports';
import type { Answer } from '@abhyas/contract/endpoint';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../../../platform/failure.ts';
import { useSend } from '../../../../platform/queries.ts';
import { AlertLine } from '../../../../ui/AlertLine.tsx';
import { ButtonLink } from '../../../../ui/ButtonLink.tsx';
import card from '../../../../ui/card.module.css';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import { plural } from '../../../../ui/format.ts';
import forms from '../../../../ui/forms.module.css';
import bank from '../Bank.module.css';

interface Props {
  of: Answer<typeof getQuestionImport>;
  onDone: () => void;
}

/** The next step of an import: adding the ready questions to the bank, or taking them out again. */
export function CommitBar({ of, onDone }: Props) {
  const { id, counts, may_approve } = of;
  const [made_as, setMadeAs] = useState<MadeAs>('draft');
  const [word, setWord] = useState('');
  const [isUndoing, setUndoing] = useState(false);
  const commit = useSend(commitQuestionImport, { ownFailures: true });
  const undo = useSend(undoQuestionImport, { ownFailures: true });
  const exclude = useSend(excludeImportRows, { ownFailures: true });
  const failure = commit.error ?? exclude.error;
  return (
    <section className={`${card.card} grid gap-12`} aria-labelledby="next">
      <h2 id="next">
        {counts.good > 0 ? `${plural(counts.good, 'question is', 'questions are')} ready for the bank` : 'Nothing is ready for the bank'}
      </h2>
      <p className="text-14 leading-reading text-ink-soft">
        {counts.made > 0 && `${plural(counts.made, 'question of this file is', 'questions of this file are')} in the bank. `}
        {counts.faulty > 0 && `${plural(counts.faulty, 'question needs', 'questions need')} a topic or a correction first. `}
        {counts.unreadable > 0 && `${plural(counts.unreadable, 'question')} cannot be held by the bank; the reason is shown beside each. `}
        {counts.faulty + counts.unreadable + counts.made === 0 && 'Questions can be corrected or left out below. '}
      </p>
      {counts.same > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-12 text-14 leading-reading text-ink-soft">
          <span>{plural(counts.same, 'question has', 'questions have')} a text that the bank or this file has already.</span>
          <Button
            variant="default"
            loading={exclude.isPending}
            onClick={() => exclude.mutate({ id, rows: 'same', is_excluded: true }, { onSuccess: onDone })}
          >
            Leave them out
          </Button>
        </div>
      )}
      {counts.good > 0 && (
        <form
          className="grid gap-12"
          onSubmit={(event) => {
            event.preventDefault();
            commit.mutate({ id, made_as, ...(made_as === 'approved' ? { word } : {}) }, { onSuccess: onDone });
          }}
        >
          <div className={`${forms.fields} grid grid-cols-[repeat(auto-fit,minmax(220px,1fr))] gap-16`}>
            <label className="grid gap-4 text-14 font-medium">
              Add them as
              <select className={forms.select} value={made_as} onChange={(event) => setMadeAs(event.currentTarget.value as MadeAs)}>
                <option value="draft">Drafts</option>
                <option value="in_review">Questions for a colleague to review</option>
                {may_approve && <option value="approved">Approved questions</option>}
              </select>
            </label>
            {made_as === 'approved' && (
              <label className="grid gap-4 text-14 font-medium">
                Why you approve your own questions
                <input
                  className={bank.input}
                  required
                  maxLength={500}
                  value={word}
                  placeholder="Checked against the printed book"
                  onChange={(event) => setWord(event.currentTarget.value)}
                />
              </label>
            )}
          </div>
          <div className="ends">
            <Button type="submit" loading={commit.isPending}>
              Add {plural(counts.good, 'question')} to the bank
            </Button>
          </div>
        </form>
      )}
      {failure && <AlertLine>{messageOf(failure)}</AlertLine>}
      {counts.made > 0 && (
        <div className="ends">
          <Button variant="default" onClick={() => setUndoing(true)}>
            Undo
          </Button>
          <ButtonLink to="/staff/bank" variant={counts.good > 0 ? 'default' : 'filled'}>
            Open the bank
          </ButtonLink>
        </div>
      )}
      {isUndoing && (
        <FormDialog
          title="Undo the import"
          onClose={() => setUndoing(false)}
          isBusy={undo.isPending}
          focusesBack
          failure={undo.error && messageOf(undo.error)}
          actions={
            <Button
              color="red"
              loading={undo.isPending}
              onClick={() =>
                undo.mutate(
                  { id },
                  {
                    onSuccess: () => {
                      setUndoing(false);
                      onDone();
                    },
                  },
                )
              }
            >
              Undo
            </Button>
          }
        >
          <p className="text-14 leading-reading text-ink-soft">
            {plural(counts.made, 'question')} of this file will be deleted from the bank. Questions that were changed since, or that a paper
            or a quiz contains, stay; approved ones are retired. You can add the questions again later.
          </p>
        </FormDialog>
      )}
    </section>
  );
}
