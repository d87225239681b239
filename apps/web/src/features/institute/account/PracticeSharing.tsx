import { i18n } from '../../../platform/language.ts';
import { getPracticeSharing, sharePractice } from '@abhyas/contract/reports/students';
import { messageOf } from '../../../platform/failure.ts';
import { callKey, queryClient, useCall, useSend } from '../../../platform/queries.ts';
import { AlertLine } from '../../../ui/AlertLine.tsx';
import card from '../../../ui/card.module.css';
import forms from '../../../ui/forms.module.css';

/** Lets a student choose which of their institutes may see their practice; by default none may. */
export function PracticeSharing() {
  const list = useCall(getPracticeSharing, {}, { ownFailures: true });
  const send = useSend(sharePractice, { ownFailures: true });
  const institutes = list.data?.institutes ?? [];
  if (institutes.length === 0) return null;
  const share = (membership_id: number, is_shared: boolean) =>
    send.mutate(
      { membership_id, is_shared },
      { onSettled: () => void queryClient.invalidateQueries({ queryKey: callKey(getPracticeSharing, {}) }) },
    );
  return (
    <section className={card.card} aria-labelledby="sharing">
      <h2 id="sharing">{i18n.t('Your practice and your institute')}</h2>
      <p className="text-14 leading-reading text-ink-soft">
        {i18n.t(
          'Your institute sees its own tests. It sees your practice only if you allow that: how much, how often and how well since you joined, no individual answers.',
        )}
      </p>
      {institutes.map(({ membership_id, institute_name, is_shared }) => (
        <label key={membership_id} className={forms.tick}>
          <input
            type="checkbox"
            checked={is_shared}
            disabled={send.isPending}
            onChange={(event) => share(membership_id, event.currentTarget.checked)}
          />
          <span>{i18n.t('{institute_name} may see my practice', { institute_name })}</span>
        </label>
      ))}
      {send.error && <AlertLine>{i18n.t('Not changed: {error}', { error: messageOf(send.error) })}</AlertLine>}
    </section>
  );
}
