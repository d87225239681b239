import { i18n } from '../../platform/language.ts';
import { MOST_FEEDBACK, sendFeedback } from '@abhyas/contract/institute/feedback';
import { Button, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useSend } from '../../platform/queries.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { RatingChoice } from '../../ui/RatingChoice.tsx';
import { toast } from '../../ui/toasts.ts';

/** Five faces and a message. The texts are fixed, with their odd spelling (docs/product.md). */
export default function FeedbackDialog({ onClose }: { onClose: () => void }) {
  const [rating, setRating] = useState<number | null>(null);
  const [message, setMessage] = useState('');
  const [isUnrated, setUnrated] = useState(false);
  const send = useSend(sendFeedback, { ownFailures: true });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (send.isPending) return;
    if (rating === null) {
      setUnrated(true);
      return;
    }
    send.mutate(
      { rating, ...(message.trim() === '' ? {} : { feedbackMessage: message.trim() }) },
      {
        onSuccess: () => {
          onClose();
          toast.success(i18n.t('Thank you for your feeback.'));
        },
        onError: () => toast.error(i18n.t('Feeback not sent. Network error, try again after sometime.')),
      },
    );
  }

  return (
    <FormDialog
      onClose={onClose}
      title={i18n.t('Feedback')}
      size={480}
      onSubmit={submit}
      back={i18n.t('Cancel')}
      actions={
        <Button type="submit" loading={send.isPending}>
          {i18n.t('Send')}
        </Button>
      }
    >
      <RatingChoice
        legend={i18n.t('How is your experience with the product?')}
        value={rating}
        onChange={(chosen) => {
          setRating(chosen);
          setUnrated(false);
        }}
        error={isUnrated ? i18n.t('Please select a Rating.') : undefined}
      />
      <Textarea
        mt="lg"
        label={i18n.t('Message')}
        placeholder={i18n.t('What works well, and what does not?')}
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
        maxLength={MOST_FEEDBACK}
        rows={4}
      />
    </FormDialog>
  );
}
