import { Button, Modal } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconCamera, IconFile, IconTrash } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { extensionOf, fileKindOf } from '@abhyas/exam/institute/file-kinds';
import { i18n } from '../../../platform/language.ts';
import { useOnline } from '../../../platform/online.ts';
import { useUser } from '../../../platform/user.ts';
import { Bar } from '../../../ui/Bar.tsx';
import { FileIcon } from '../../../ui/FileIcon.tsx';
import { formatBytes } from '../../../ui/format.ts';
import { PhotoThumbnail } from '../../../ui/PhotoThumbnail.tsx';
import { toast } from '../../../ui/toasts.ts';
import type { OfflineTest } from './offline-tests.queries.ts';
import classes from './OfflineTests.module.css';
import { type ChosenFile, useSheetUpload } from './useSheetUpload.ts';

const accepted = 'image/*,.pdf,.doc,.docx';

/** Chooses photos or a document, uploads the file and shows its state. */
export function UploadDialog({ test, onClose }: { test: OfflineTest; onClose: () => void }) {
  const user = useUser();
  const upload = useSheetUpload(user?.id ?? 0, test, () => {
    toast.success(i18n.t('Your answer sheet is submitted successfully!'));
    onClose();
  });
  const isBusy = upload.phase !== 'choosing';
  return (
    <Modal
      opened
      onClose={onClose}
      title={i18n.t('Upload answer sheet')}
      closeOnClickOutside={!isBusy}
      withCloseButton={!isBusy}
      closeOnEscape={!isBusy}
    >
      <p className={classes.soft}>{test.name}</p>
      {isBusy ? <Sending upload={upload} /> : <Choosing upload={upload} />}
    </Modal>
  );
}

type Upload = ReturnType<typeof useSheetUpload>;

function Choosing({ upload }: { upload: Upload }) {
  const { files, choose, fault, isResumed, submit } = upload;
  const field = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const faultId = useId();
  const arePhotos = files.length > 0 && files.every(({ name }) => fileKindOf(extensionOf(name)) === 'Image');
  const add = (chosen: FileList | null) => {
    const added = [...(chosen ?? [])].map((file) => ({ name: file.name, bytes: file }));
    if (added.length === 0) return;
    // A photo is added to the photos; any other file replaces the chosen ones.
    const isOneMore = arePhotos && added.every(({ name }) => fileKindOf(extensionOf(name)) === 'Image');
    choose(isOneMore ? [...files, ...added] : added);
  };
  return (
    <>
      <input ref={field} type="file" accept={accepted} multiple hidden onChange={({ target }) => taken(target, add)} />
      <input ref={camera} type="file" accept="image/*" capture="environment" hidden onChange={({ target }) => taken(target, add)} />
      <div className={`flex flex-wrap gap-8 ${classes.choices}`}>
        <Button variant="default" leftSection={<IconFile size={18} />} onClick={() => field.current?.click()} data-autofocus>
          {arePhotos ? i18n.t('Add photos') : i18n.t('Choose file or photos')}
        </Button>
        <Button variant="default" leftSection={<IconCamera size={18} />} onClick={() => camera.current?.click()}>
          {i18n.t('Take a photo')}
        </Button>
      </div>
      {isResumed && <p className={classes.soft}>{i18n.t('Chosen earlier, and kept on this device.')}</p>}
      {files.length > 0 && <Files files={files} choose={choose} arePhotos={arePhotos} />}
      {files.length === 0 && (
        <p className={classes.soft}>
          {i18n.t('Photos, .pdf, .doc or .docx, up to 100 MB. Several photos become one PDF in the order shown here.')}
        </p>
      )}
      {fault && (
        <p className="mb-16 font-medium text-incorrect" role="alert" id={faultId}>
          {fault}
        </p>
      )}
      <Button fullWidth onClick={submit} aria-describedby={fault ? faultId : undefined}>
        {i18n.t('Submit')}
      </Button>
    </>
  );
}

/** Passes on the chosen files and empties the field, so that the same file can be chosen again. */
function taken(field: HTMLInputElement, add: (files: FileList | null) => void): void {
  add(field.files);
  field.value = '';
}

interface FilesProps {
  files: ChosenFile[];
  choose: (files: ChosenFile[]) => void;
  arePhotos: boolean;
}

function Files({ files, choose, arePhotos }: FilesProps) {
  const moved = (from: number, to: number) => {
    const next = [...files];
    next.splice(to, 0, ...next.splice(from, 1));
    choose(next);
  };
  return (
    <ol
      className={`grid gap-8 max-h-[40vh] mb-16 overflow-y-auto ${classes.files}`}
      aria-label={arePhotos ? i18n.t('Pages') : i18n.t('File')}
    >
      {files.map((file, at) => (
        <li key={`${file.name} ${file.bytes.size} ${String(at)}`}>
          {arePhotos ? <PhotoThumbnail bytes={file.bytes} /> : <FileIcon extension={extensionOf(file.name)} size={28} />}
          <span className="grid flex-1 min-w-0 wrap-anywhere">
            {arePhotos ? i18n.t('Page {number}', { number: at + 1 }) : file.name}
            <span className={classes.soft}>{arePhotos ? file.name : formatBytes(file.bytes.size)}</span>
          </span>
          {arePhotos && files.length > 1 && (
            <>
              <IconButton label={i18n.t('Move page {number} up', { number: at + 1 })} isOff={at === 0} onClick={() => moved(at, at - 1)}>
                <IconArrowUp size={20} aria-hidden />
              </IconButton>
              <IconButton
                label={i18n.t('Move page {number} down', { number: at + 1 })}
                isOff={at === files.length - 1}
                onClick={() => moved(at, at + 1)}
              >
                <IconArrowDown size={20} aria-hidden />
              </IconButton>
            </>
          )}
          <IconButton
            label={arePhotos ? i18n.t('Remove page {number}', { number: at + 1 }) : i18n.t('Remove {name}', { name: file.name })}
            onClick={() => choose(files.filter((other) => other !== file))}
          >
            <IconTrash size={20} aria-hidden />
          </IconButton>
        </li>
      ))}
    </ol>
  );
}

const IconButton = (props: { label: string; isOff?: boolean; onClick: () => void; children: React.ReactNode }) => (
  <button
    type="button"
    className={`grid flex-none place-items-center size-44 rounded-control text-ink disabled:text-line-strong ${classes.iconButton}`}
    aria-label={props.label}
    disabled={props.isOff}
    onClick={props.onClick}
  >
    {props.children}
  </button>
);

const phaseInWords = {
  making: /*i18n*/ 'Making one PDF …',
  sending: /*i18n*/ 'Sending …',
  recording: /*i18n*/ 'Checking the file …',
} as const;

function Sending({ upload }: { upload: Upload }) {
  const { phase, sent, all, files, cancel } = upload;
  const isOnline = useOnline();
  const percent = all > 0 ? Math.floor((sent * 100) / all) : 0;
  return (
    <div className="grid gap-12 mt-16">
      <p className="font-bold" aria-live="polite">
        {phase !== 'choosing' && i18n.t(phaseInWords[phase])}
      </p>
      <Bar value={phase === 'recording' ? 100 : percent} color="var(--accent-fill)" label={i18n.t('Sent')} />
      <p className={`${classes.soft} tabular`}>
        {phase === 'making'
          ? i18n.t('{count, plural, one {# page} other {# pages}}', { count: files.length })
          : i18n.t('{sent} of {all} · {percent}%', { sent: formatBytes(sent), all: formatBytes(all), percent })}
      </p>
      <p className={classes.soft}>
        {isOnline
          ? i18n.t('You may reload the page or lose the network: the upload continues from here.')
          : i18n.t('No connection. The upload continues when the network is back.')}
      </p>
      {phase !== 'recording' && (
        <Button variant="default" onClick={cancel}>
          {i18n.t('Cancel')}
        </Button>
      )}
    </div>
  );
}
