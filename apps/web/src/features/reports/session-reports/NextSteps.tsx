import { objectTypes, sessionTypes } from '@abhyas/contract/bank/catalogue';
import type { getAssignmentReport } from '@abhyas/contract/reports/session-reports';
import type { Input } from '@abhyas/contract/endpoint';
import { i18n } from '../../../platform/language.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import type { BackTarget } from '../../../ui/PageTitle.tsx';
import { NoReview } from './NoReview.tsx';
import type { SessionReport } from './SessionOutcome.tsx';
import classes from './SessionOutcome.module.css';

type Kinds = Pick<Input<typeof getAssignmentReport>, 'object_type' | 'session_type'>;
type Link = BackTarget['link'];

const USUAL_COUNT = 10;

/** The address where the session can be reviewed, if it can. */
function reviewOf({ object_type, session_type }: Kinds, id: string): Link | null {
  const search = { review: true } as const;
  if (object_type === objectTypes.assignment) return { to: '/assignment/$id', params: { id }, search };
  if (object_type === objectTypes.personalised_test) return { to: '/personalised_assignment/$id', params: { id }, search };
  if (session_type === sessionTypes.previous_paper) return { to: '/chapter_previous_paper/$id', params: { id }, search };
  if (object_type === objectTypes.checkpoint) return { to: '/train/$id', params: { id }, search };
  return null;
}

/** The address of more questions of the same kind. */
function moreOf({ object_type, session_type }: Kinds, id: string): Link | null {
  if (session_type === sessionTypes.revise) return null;
  if (session_type === sessionTypes.previous_paper) return { to: '/chapter_previous_paper/$id', params: { id } };
  return object_type === objectTypes.checkpoint ? { to: '/train/$id', params: { id } } : null;
}

/** Links to the wrong questions, to more questions, and back. One of them is a filled button. */
export function NextSteps({ id, kinds, report, back }: { id: number; kinds: Kinds; report: SessionReport; back: BackTarget }) {
  const { wrong_questions, test_info, can_review, report_data } = report;
  const { session_id, chapter_id } = test_info;
  const address = String(id);
  const wrong = wrong_questions.length;
  const redo: Link =
    chapter_id === null
      ? { to: '/mistakes/redo', search: { wrong_of: session_id ?? 0 } }
      : { to: '/chapter_revise/$id', params: { id: String(chapter_id) }, search: { wrong_of: session_id ?? 0 } };
  const more = moreOf(kinds, address);
  const review = can_review ? reviewOf(kinds, address) : null;
  const isUnanswered = report_data.correct + report_data.incorrect + report_data.key_used === 0;
  return (
    <div className={`flex flex-wrap gap-12 print:hidden! ${classes.actions}`}>
      {wrong > 0 && <ButtonLink {...redo}>{i18n.t('Redo {wrong} wrong', { wrong })}</ButtonLink>}
      {more && (
        <ButtonLink {...more} variant={wrong > 0 ? 'default' : 'filled'}>
          {isUnanswered ? i18n.t('Go on') : test_info.question_count < USUAL_COUNT ? i18n.t('Practise again') : i18n.t('Next 10 questions')}
        </ButtonLink>
      )}
      {review && (
        <ButtonLink {...review} variant={wrong > 0 || more ? 'default' : 'filled'}>
          {i18n.t('Review answers')}
        </ButtonLink>
      )}
      {kinds.object_type === objectTypes.assignment && !can_review && <NoReview info={test_info} />}
      <ButtonLink {...back.link} variant="subtle">
        {back.label}
      </ButtonLink>
    </div>
  );
}
