import { sendMeetingFeedback } from '@abhyas/contract/classes/live-classes';
import { Problem } from '@abhyas/contract/problem';
import { Button, Textarea } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { i18n } from '../../../platform/language.ts';
import { useSend } from '../../../platform/queries.ts';
import cards from '../../../ui/card.module.css';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { RatingChoice } from '../../../ui/RatingChoice.tsx';
import { toast } from '../../../ui/toasts.ts';
import styles from './ClassRoom.module.css';

const LONGEST = 2000;

/** /virtual_meeting/{id}/feedback: the page after leaving a class. */
export default function ClassFeedbackPage() {
  const { id } = useParams({ from: '/virtual_meeting/$id/feedback' });
  const { title } = useSearch({ from: '/virtual_meeting/$id/feedback' });
  const navigate = useNavigate();
  const [rating, setRating] = useState<number | null>(null);
  const [message, setMessage] = useState('');
  const [isMissing, setMissing] = useState(false);
  const send = useSend(sendMeetingFeedback, { ownFailures: true });

  function submit() {
    setMissing(rating === null);
    if (rating === null) return;
    const feedback_message = message.trim();
    send.mutate(
      { meeting_id: Number(id), rating, ...(feedback_message === '' ? {} : { feedback_message }) },
      {
        onSuccess: (answer) => {
          toast.success(answer.message);
          void navigate({ to: '/virtual_meeting' });
        },
        onError: (failure) =>
          toast.error(failure instanceof Problem ? messageOf(failure) : i18n.t('Feeback not sent. Network error, try again.')),
      },
    );
  }

  return (
    <>
      <PageTitle back={{ link: { to: '/virtual_meeting' }, label: i18n.t('Back to Live Classes') }}>
        {i18n.t('Live class feedback')}
      </PageTitle>
      <form
        className={`${cards.card} ${styles.feedback} grid justify-items-start gap-20 max-w-560`}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <RatingChoice
          legend={title ? i18n.t('How was {title}?', { title }) : i18n.t('How was the class?')}
          value={rating}
          onChange={(value) => {
            setRating(value);
            setMissing(false);
          }}
          error={isMissing ? i18n.t('Please select a Rating.') : undefined}
        />
        <Textarea
          aria-label={i18n.t('Feedback')}
          placeholder={i18n.t('Enter your feedback')}
          value={message}
          maxLength={LONGEST}
          rows={4}
          onChange={(event) => setMessage(event.currentTarget.value)}
        />
        <Button type="submit" size="md" loading={send.isPending}>
          {i18n.t('Send')}
        </Button>
        <p className="text-14 text-ink-soft">{i18n.t('Your teacher reads it without your name.')}</p>
      </form>
    </>
  );
}
