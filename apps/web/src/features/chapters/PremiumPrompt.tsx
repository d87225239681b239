import { Button, Modal } from '@mantine/core';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import classes from './ChapterPage.module.css';

/** Offers Premium where something is locked; nothing happens on 'Later'. */
export function PremiumPrompt({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="This topic is part of Premium" size={440}>
      <p>The first topic of each chapter is free. Premium opens all of them.</p>
      <div className={classes.promptActions}>
        <Button variant="default" onClick={onClose}>
          Later
        </Button>
        <ButtonLink to="/payment">Get Premium</ButtonLink>
      </div>
    </Modal>
  );
}
