import type { Answer, Value } from '@abhyas/contract/endpoint';
import { getSharedFiles, removeSharedFile } from '@abhyas/contract/classes/shared-files';
import { Button, Skeleton } from '@mantine/core';
import { IconFolder, IconPlus, IconShare, IconShareOff } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { queryClient, useCall, useSend } from '../../../platform/queries.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { FileIcon } from '../../../ui/FileIcon.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { formatBytes, formatDate, namesInShort, plural } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import rows from '../../../ui/rows.module.css';
import { toast } from '../../../ui/toasts.ts';
import { ShareFileDialog } from './ShareFileDialog.tsx';

type Shared = Answer<typeof getSharedFiles>;
type SharedFile = Value<typeof getSharedFiles.response>['files'][number];

const refresh = () => queryClient.invalidateQueries({ queryKey: [getSharedFiles.route] });

/** /staff/files: the files that the institute shares with its classrooms. */
export default function StaffFilesPage() {
  const shared = useCall(getSharedFiles, {});
  return (
    <>
      <PageTitle>Files</PageTitle>
      <Loaded query={shared} skeleton={<RowSkeletons />}>
        {(data) => <SharedFiles data={data} />}
      </Loaded>
    </>
  );
}

function SharedFiles({ data }: { data: Shared }) {
  const [isSharing, setSharing] = useState(false);
  const [removing, setRemoving] = useState<SharedFile | null>(null);
  const share = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setSharing(true)}>
      Share a file
    </Button>
  );
  return (
    <>
      {data.classrooms.length === 0 ? (
        <EmptyState icon={<IconFolder size={26} />} title="No classrooms yet">
          Files are shared with classrooms. Make one first.
        </EmptyState>
      ) : data.files.length === 0 ? (
        <EmptyState icon={<IconShare size={26} />} title="No Files Are Uploaded" action={share}>
          Notes, question papers and slides that you share appear here and in the students’ folders.
        </EmptyState>
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-12 mb-16">
            <p className="text-14 text-ink-soft">{plural(data.files.length, 'file')}</p>
            {share}
          </div>
          <ul className={rows.list}>
            {data.files.map((file) => (
              <li key={file.id} className={rows.row}>
                <FileIcon extension={file.extension} size={28} />
                <span className={rows.main}>
                  <a href={file.file_url} className="font-bold text-accent no-underline wrap-anywhere hover:underline" download>
                    {file.title}
                  </a>
                  <span className="block text-14 font-regular text-ink-soft">
                    {`${file.subject_name} · ${namesInShort(
                      file.classrooms.map(({ name }) => name),
                      { count: data.classrooms.length, words: 'All classrooms' },
                    )}`}
                  </span>
                  <span className="block text-14 font-regular text-ink-soft">
                    {[formatDate(file.shared_date), file.teacher_name].filter(Boolean).join(' · ')}
                    <span className="max-36:hidden"> · {formatBytes(file.bytes)}</span>
                  </span>
                </span>
                <Button
                  variant="subtle"
                  className="flex-none w-44 p-0"
                  onClick={() => setRemoving(file)}
                  aria-label={`Stop sharing: ${file.title}`}
                  title="Stop sharing"
                >
                  <IconShareOff size={20} aria-hidden />
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      {isSharing && (
        <ShareFileDialog
          data={data}
          onClose={() => setSharing(false)}
          onShared={() => {
            setSharing(false);
            toast.success('Shared. The students of the classrooms are notified.');
            void refresh();
          }}
        />
      )}
      {removing && <StopSharingDialog file={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}

function StopSharingDialog({ file, onClose }: { file: SharedFile; onClose: () => void }) {
  const remove = useSend(removeSharedFile, { ownFailures: true });
  const stop = () =>
    remove.mutate(
      { id: file.id },
      {
        onSuccess: () => {
          onClose();
          void refresh();
        },
      },
    );
  return (
    <FormDialog
      title={`Stop sharing “${file.title}”?`}
      onClose={onClose}
      failure={remove.error && messageOf(remove.error)}
      back="Keep sharing"
      focusesBack
      actions={
        <Button color="red" loading={remove.isPending} onClick={stop}>
          Stop sharing
        </Button>
      }
    >
      <p>Students no longer see or download the file. Copies that they have downloaded stay with them.</p>
    </FormDialog>
  );
}

const RowSkeletons = () => [1, 2, 3, 4].map((row) => <Skeleton key={row} height={76} mb={2} radius="lg" />);
