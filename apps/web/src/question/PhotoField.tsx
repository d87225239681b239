import { Button } from '@mantine/core';
import { IconCamera, IconPhoto, IconTrash } from '@tabler/icons-react';
import { type ChangeEvent, useId, useRef } from 'react';
import { i18n } from '../platform/language.ts';
import buttons from '../ui/buttons.module.css';
import { PhotoThumbnail } from '../ui/PhotoThumbnail.tsx';

interface Props {
  label: string;
  photo: Blob | null;
  onChange: (photo: Blob | null) => void;
}

/** A field for one photo, from the camera or from the device's files. */
export function PhotoField({ label, photo, onChange }: Props) {
  const id = useId();
  const file = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = target.files ?? [];
    if (chosen) onChange(chosen);
    // The same photo can be chosen again.
    target.value = '';
  };
  return (
    <div role="group" aria-labelledby={id} className="grid gap-4">
      <span id={id} className="text-14 font-medium">
        {label}
      </span>
      <input ref={file} type="file" accept="image/*" hidden onChange={take} />
      <input ref={camera} type="file" accept="image/*" capture="environment" hidden onChange={take} />
      <div className="flex flex-wrap items-center gap-x-12 gap-y-8">
        {photo && <PhotoThumbnail bytes={photo} />}
        <Button variant="default" leftSection={<IconPhoto size={18} aria-hidden />} onClick={() => file.current?.click()}>
          {photo ? i18n.t('Choose another') : i18n.t('Choose one')}
        </Button>
        <Button variant="default" leftSection={<IconCamera size={18} aria-hidden />} onClick={() => camera.current?.click()}>
          {i18n.t('Take one')}
        </Button>
        {photo && (
          <button type="button" className={buttons.icon} aria-label={i18n.t('Remove the photo')} onClick={() => onChange(null)}>
            <IconTrash size={20} aria-hidden />
          </button>
        )}
      </div>
    </div>
  );
}
