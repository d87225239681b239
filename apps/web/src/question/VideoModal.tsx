import { Modal } from '@mantine/core';
import { VideoPlayer } from '../ui/VideoPlayer.tsx';

interface Props {
  address: string;
  onClose: () => void;
}

/** The video solution of a question in a dialog. */
export default function VideoModal({ address, onClose }: Props) {
  return (
    <Modal opened onClose={onClose} title="Video Solution" size={748} closeButtonProps={{ 'aria-label': 'Hide Video Solution' }}>
      <VideoPlayer address={address} title="Video solution" />
    </Modal>
  );
}
