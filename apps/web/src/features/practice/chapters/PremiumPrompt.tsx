import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';

interface Props {
  /** The name of the locked content: 'Cheat Sheet', 'This topic'. */
  thing: string | null;
  onClose: () => void;
}

/** Offers Premium for locked content; 'Later' closes the dialog. */
export function PremiumPrompt({ thing, onClose }: Props) {
  return (
    <FormDialog
      isOpen={thing !== null}
      onClose={onClose}
      title={`${thing ?? 'This'} is part of Premium`}
      back="Later"
      actions={<ButtonLink to="/payment">Get Premium</ButtonLink>}
    >
      <p>The first topic of each chapter is free. Premium opens all topics, with personalised assignments, cheat sheets and videos.</p>
    </FormDialog>
  );
}
