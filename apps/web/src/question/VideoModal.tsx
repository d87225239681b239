import { i18n } from '../platform/language.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { VideoPlayer } from '../ui/VideoPlayer.tsx';

interface Props {
  address: string;
  onClose: () => void;
}

/** The video solution of a question in a dialog. */
export default function VideoModal({ address, onClose }: Props) {
  return (
    <Dialog
      opened
      onClose={onClose}
      title={i18n.t('Video Solution')}
      size={748}
      closeButtonProps={{ 'aria-label': i18n.t('Hide Video Solution') }}
    >
      <VideoPlayer address={address} title={i18n.t('Video solution')} />
    </Dialog>
  );
}
