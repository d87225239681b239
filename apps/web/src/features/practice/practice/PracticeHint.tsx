import { showHint } from '@abhyas/contract/practice/practice';
import { IconBulb } from '@tabler/icons-react';
import { useContext, useState } from 'react';
import { OFFLINE_WORDS } from '../../../platform/call.ts';
import { messageOf } from '../../../platform/failure.ts';
import { i18n } from '../../../platform/language.ts';
import { useSend } from '../../../platform/queries.ts';
import { LanguagesContext } from '../../../question/languages.ts';
import { Maths } from '../../../question/Maths.tsx';
import buttons from '../../../ui/buttons.module.css';

/** Asks the server for the hint of a question, which remembers it, so that the answer moves no rating. */
export function PracticeHint({ session_id, question_id }: { session_id: number; question_id: number }) {
  const [failure, setFailure] = useState<string | null>(null);
  const send = useSend(showHint, { ownFailures: true });
  const languages = useContext(LanguagesContext);
  const hindi = languages?.languageOf(question_id) === 'hi' ? send.data?.translated?.hi : undefined;
  const ask = () => {
    setFailure(null);
    if (!navigator.onLine) setFailure(`${i18n.t('The hint is not on this device.')} ${i18n.t(OFFLINE_WORDS)}`);
    else
      send.mutate(
        { id: session_id, question_id },
        { onError: (problem) => setFailure(i18n.t('The hint was not loaded. {problem}', { problem: messageOf(problem) })) },
      );
  };
  return (
    <section className="grid gap-8" aria-label={i18n.t('Hint')}>
      {send.data ? (
        <div className="grid gap-4 px-16 py-12 rounded-card bg-accent-soft" role="status">
          <p className="flex items-center gap-8 text-14 font-semibold">
            <IconBulb size={18} aria-hidden="true" />
            {i18n.t('Hint')}
          </p>
          <Maths text={hindi ?? send.data.hint} lang={hindi === undefined ? undefined : 'hi'} />
        </div>
      ) : (
        <>
          <button type="button" className={`${buttons.fold} text-accent`} disabled={send.isPending} onClick={ask}>
            <IconBulb size={20} aria-hidden="true" />
            {i18n.t('Show a hint')}
          </button>
          <p className="text-14 leading-text text-ink-soft">{i18n.t('An answer after the hint counts, but does not change your level.')}</p>
        </>
      )}
      {failure !== null && (
        <p role="alert" className="text-14 text-incorrect">
          {failure}
        </p>
      )}
    </section>
  );
}
