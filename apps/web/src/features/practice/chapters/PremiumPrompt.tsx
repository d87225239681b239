import { Button } from '@mantine/core';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';

interface Props {
  /** The name of the locked content: 'Cheat Sheet', or a topic's name. */
  thing: string | null;
  onClose: () => void;
  /** Shows a sample question; only topics have one. */
  onTry?: (() => void) | undefined;
}

/** Offers Premium for locked content; 'Later' closes the dialog. */
export function PremiumPrompt({ thing, onClose, onTry }: Props) {
  return (
    <FormDialog
      isOpen={thing !== null}
      onClose={onClose}
      title={`${thing ?? 'This'} is part of Premium`}
      back="Later"
      actions={
        <>
          {onTry && (
            <Button variant="default" onClick={onTry}>
              Try one question
            </Button>
          )}
          <ButtonLink to="/payment">Get Premium</ButtonLink>
        </>
      }
    >
      <p>The first topic of each chapter is free. Premium opens all topics, with personalised assignments, cheat sheets and videos.</p>
    </FormDialog>
  );
}
