import { Button } from '@mantine/core';
import { i18n } from '../../../platform/language.ts';
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
      title={thing === null ? i18n.t('Part of Premium') : i18n.t('{thing} is part of Premium', { thing })}
      back={i18n.t('Later')}
      actions={
        <>
          {onTry && (
            <Button variant="default" onClick={onTry}>
              {i18n.t('Try one question')}
            </Button>
          )}
          <ButtonLink to="/payment">{i18n.t('Get Premium')}</ButtonLink>
        </>
      }
    >
      <p>
        {i18n.t(
          'The first topic of each chapter is free. Premium opens all topics, with personalised assignments, cheat sheets and videos.',
        )}
      </p>
    </FormDialog>
  );
}
