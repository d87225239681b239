import type { PassageContent } from '@abhyas/contract/bank/bank-content';
import { createBankPassage, getBankPassages, saveBankPassage } from '@abhyas/contract/bank/bank-questions';
import type { Answer } from '@abhyas/contract/endpoint';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { queryClient, useCall, useSend } from '../../../platform/queries.ts';
import { AlertLine } from '../../../ui/AlertLine.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import forms from '../../../ui/forms.module.css';
import classes from './Bank.module.css';
import { PictureField } from './PictureField.tsx';
import { SourceField } from './SourceField.tsx';

type Passage = Answer<typeof getBankPassages>['passages'][number];
const nothing: PassageContent = { text: '', figure: null };
const beginning = ({ content: { text } }: Passage) => (text.length > 70 ? `${text.slice(0, 69)}…` : text);

/** Chooses the passage of a question, or writes one. */
export function PassageField({ passage_id, onChoose }: { passage_id: number | null; onChoose: (id: number | null) => void }) {
  const list = useCall(getBankPassages, {}, { staleTime: 0 });
  const [written, setWritten] = useState<Passage | 'new' | null>(null);
  const passages = list.data?.passages ?? [];
  const chosen = passages.find(({ id }) => id === passage_id);
  return (
    <div className="grid gap-8">
      <label className="grid gap-4 text-14 font-medium">
        Passage
        <select
          className={forms.select}
          value={passage_id ?? ''}
          onChange={(event) => onChoose(event.currentTarget.value === '' ? null : Number(event.currentTarget.value))}
        >
          <option value="">Choose a passage</option>
          {passage_id !== null && !chosen && <option value={passage_id}>Passage {passage_id}</option>}
          {passages.map((passage) => (
            <option key={passage.id} value={passage.id}>
              {beginning(passage)}
            </option>
          ))}
        </select>
      </label>
      {list.error && <AlertLine>The passages cannot be shown: {messageOf(list.error)}</AlertLine>}
      <div className="flex flex-wrap gap-8">
        <Button variant="default" onClick={() => setWritten('new')}>
          Write a passage
        </Button>
        {chosen && !chosen.is_published && (
          <Button variant="default" onClick={() => setWritten(chosen)}>
            Change the passage
          </Button>
        )}
      </div>
      {written && (
        <PassageDialog
          passage={written === 'new' ? null : written}
          onClose={() => setWritten(null)}
          onWritten={(id) => {
            setWritten(null);
            void queryClient.invalidateQueries({ queryKey: [getBankPassages.route] });
            onChoose(id);
          }}
        />
      )}
    </div>
  );
}

function PassageDialog({ passage, onClose, onWritten }: { passage: Passage | null; onClose: () => void; onWritten: (id: number) => void }) {
  const [content, setContent] = useState(passage?.content ?? nothing);
  const create = useSend(createBankPassage, { ownFailures: true });
  const save = useSend(saveBankPassage, { ownFailures: true });
  const error = create.error ?? save.error;
  const hasHindi = (content.translations?.hi?.text ?? '') !== '';
  useEffect(() => {
    if (hasHindi) void import('../../../question/devanagari.ts');
  }, [hasHindi]);
  const write = async () => {
    if (!passage) return onWritten((await create.mutateAsync({ content })).id);
    await save.mutateAsync({ id: passage.id, version: passage.version, content });
    onWritten(passage.id);
  };
  return (
    <FormDialog
      title={passage ? 'Change the passage' : 'New passage'}
      size={640}
      onClose={onClose}
      isBusy={create.isPending || save.isPending}
      failure={error && messageOf(error)}
      actions={
        <Button loading={create.isPending || save.isPending} onClick={() => void write().catch(() => undefined)}>
          Save the passage
        </Button>
      }
    >
      <div className="grid gap-16">
        <SourceField
          label="Text"
          value={content.text}
          maxLength={6000}
          rows={8}
          faults={[]}
          onChange={(text) => setContent({ ...content, text })}
        />
        <div className={classes.hindi}>
          <SourceField
            label="Text in Hindi (optional)"
            value={content.translations?.hi?.text ?? ''}
            maxLength={6000}
            rows={8}
            faults={[]}
            onChange={(text) => setContent({ ...content, translations: { hi: { ...content.translations?.hi, text } } })}
          />
        </div>
        <PictureField
          label="Picture of the passage"
          figure={content.figure}
          faults={[]}
          onChange={(figure) => setContent({ ...content, figure })}
        />
      </div>
    </FormDialog>
  );
}
