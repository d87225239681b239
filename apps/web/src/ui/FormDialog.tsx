import { i18n } from '../platform/language.ts';
import { Button } from '@mantine/core';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { AlertLine } from './AlertLine.tsx';
import { Dialog } from './Dialog.tsx';
import forms from './forms.module.css';

interface FormDialogProps {
  title: string;
  size?: number;
  /** False closes the dialog while it stays mounted. Leave it out if the dialog is mounted only while it is shown. */
  isOpen?: boolean;
  onClose: () => void;
  children?: ReactNode;
  /** The sentence that says why the action failed. */
  failure?: ReactNode;
  /** The label of the button that leaves without acting; null if `actions` contains all buttons. */
  back?: string | null;
  /** Goes one step back, in a dialog with several steps. Default: closes the dialog. */
  onBack?: () => void;
  /** Whether the button that leaves has the focus, as in a dialog that ends something. */
  focusesBack?: boolean;
  /** Makes the dialog a form, which the Enter key submits. */
  onSubmit?: (event: SyntheticEvent) => void;
  /** Whether the dialog is sending something, so that a press beside it does not close it. */
  isBusy?: boolean;
  /** The buttons for actions, shown after the button that leaves. */
  actions?: ReactNode;
}

/** A dialog that asks something, with its content, the sentence about a failure and its buttons. */
export function FormDialog(props: FormDialogProps) {
  const { title, size = 440, isOpen = true, onClose, onSubmit, isBusy } = props;
  return (
    <Dialog opened={isOpen} onClose={onClose} title={title} size={size} closeOnClickOutside={!isBusy}>
      {onSubmit ? (
        <form onSubmit={onSubmit}>
          <Body {...props} />
        </form>
      ) : (
        <Body {...props} />
      )}
    </Dialog>
  );
}

/** Mounted anew whenever the dialog opens. */
function Body({ children, failure, back = i18n.t('Back'), onBack, onClose, focusesBack, actions }: FormDialogProps) {
  // A failure that stands when the dialog opens belongs to an earlier opening; it is hidden until the next action.
  const [earlier, setEarlier] = useState(failure);
  return (
    <>
      {children}
      {failure && failure !== earlier && <AlertLine>{failure}</AlertLine>}
      <div className={forms.actions} onClickCapture={() => setEarlier(null)}>
        {back !== null && (
          <Button variant="default" onClick={onBack ?? onClose} data-autofocus={focusesBack || undefined}>
            {back}
          </Button>
        )}
        {actions}
      </div>
    </>
  );
}
