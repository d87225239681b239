import { Button, Modal } from '@mantine/core';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import classes from './ChapterPage.module.css';

interface Props {
  /** What is locked: 'Cheat Sheet', 'This topic'. */
  thing: string | null;
  onClose: () => void;
}

/** Offers Premium where something is locked; nothing happens on 'Later'. */
export function PremiumPrompt({ thing, onClose }: Props) {
  return (
    <Modal opened={thing !== null} onClose={onClose} title={`${thing ?? 'This'} is part of Premium`} size={440}>
      <p>The first topic of each chapter is free. Premium opens all topics, with personalised assignments, cheat sheets and videos.</p>
      <div className={classes.promptActions}>
        <Button variant="default" onClick={onClose}>
          Later
        </Button>
        <ButtonLink to="/payment">Get Premium</ButtonLink>
      </div>
    </Modal>
  );
}
