import { IconMessageQuestion, IconNotes } from '@tabler/icons-react';
import { useState } from 'react';
import { i18n } from '../platform/language.ts';
import { useUser } from '../platform/user.ts';
import buttons from '../ui/buttons.module.css';
import { onDemand } from '../ui/on-demand.tsx';
import classes from './Doubts.module.css';

const DoubtModal = onDemand(() => import('./DoubtModal.tsx'), { close: ({ onClose }) => onClose() });

/** Opens the student's doubts about a question; of a student of no institute, the private notes. */
export function AskButton({ question_id }: { question_id: number }) {
  const [isOpen, setOpen] = useState(false);
  const user = useUser();
  if (user?.type !== 'Student' || user.consent === 'missing') return null;
  const hasTeachers = user.institute_id !== null;
  const Icon = hasTeachers ? IconMessageQuestion : IconNotes;
  return (
    <>
      <button
        type="button"
        className={`${buttons.fold} text-accent ${classes.ask}`}
        aria-haspopup="dialog"
        onPointerEnter={() => void DoubtModal.preload()}
        onClick={() => setOpen(true)}
      >
        <Icon size={20} aria-hidden="true" />
        {hasTeachers ? i18n.t('Ask') : i18n.t('Notes')}
      </button>
      {isOpen && <DoubtModal question_id={question_id} onClose={() => setOpen(false)} />}
    </>
  );
}
