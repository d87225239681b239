import type { OwnDoubt } from '@abhyas/contract/practice/doubts';
import type { Value } from '@abhyas/contract/endpoint';
import { i18n } from '../platform/language.ts';
import { formatDate } from '../ui/format.ts';
import { Maths } from './Maths.tsx';
import { Picture } from './Picture.tsx';

type Answer = NonNullable<Value<typeof OwnDoubt>['answer']>;

/** The answer of a teacher to a doubt: text, photo and voice note. */
export function DoubtAnswer({ answer }: { answer: Answer }) {
  const { text: words, photo_url, voice_url, teacher_name, answered_at } = answer;
  return (
    <div className="grid gap-8 min-w-0 pl-12 border-l-3 border-accent wrap-anywhere">
      {words !== null && <Maths text={words} />}
      {photo_url !== null && <DoubtPhoto url={photo_url} alt={i18n.t('Photo of the answer')} />}
      {voice_url !== null && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- A recording of the moment has no captions; the teacher may add text.
        <audio
          className="w-[min(100%,360px)] h-44"
          controls
          preload="none"
          src={voice_url}
          aria-label={i18n.t('Voice note of the answer')}
        />
      )}
      <p className="text-14 text-ink-soft">
        {teacher_name ?? i18n.t('A teacher')}, {formatDate(answered_at)}
      </p>
    </div>
  );
}

export const DoubtPhoto = ({ url, alt }: { url: string; alt: string }) => (
  <Picture picture={{ url, alt }} size={0} place="question" isPhoto />
);
