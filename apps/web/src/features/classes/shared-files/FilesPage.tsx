import type { Value } from '@abhyas/contract/endpoint';
import {
  COMMON_SUBJECT,
  FILES_PER_PAGE,
  getFilesSharedWithStudent,
  PAGES_NAMED,
  type SharedFile,
} from '@abhyas/contract/classes/shared-files';
import { Skeleton } from '@mantine/core';
import { IconFolder, IconInfoCircle } from '@tabler/icons-react';
import { type LinkProps, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { i18n } from '../../../platform/language.ts';
import { useCall } from '../../../platform/queries.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { FileIcon } from '../../../ui/FileIcon.tsx';
import { Folders } from '../../../ui/Folders.tsx';
import { formatBytes, formatDate } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { NotFound, NothingHere } from '../../../ui/NotFound.tsx';
import { type BackTarget, PageTitle } from '../../../ui/PageTitle.tsx';
import { Pages } from '../../../ui/Pages.tsx';
import card from '../../../ui/card.module.css';
import rows from '../../../ui/rows.module.css';
import table from '../../../ui/table.module.css';
import classes from './FilesPage.module.css';

type File = Value<typeof SharedFile>;

/** The content of an address: all folders, one folder, or the files of a class. */
type Place = { kind: 'folders' } | { kind: 'subject'; id: number } | { kind: 'class'; id: number };

function placeOf(type: string, id: string | undefined): Place | undefined {
  if (type === 'all' || (type === 'subject' && id === undefined)) return { kind: 'folders' };
  if (type === 'common') return { kind: 'subject', id: COMMON_SUBJECT };
  if (type === 'subject' && id !== undefined) return { kind: 'subject', id: Number(id) };
  if (type === 'virtual_meeting' && id !== undefined) return { kind: 'class', id: Number(id) };
  return undefined;
}

/** /institute_files/{type} and /institute_files/{type}/{id}: the files that teachers share, in folders. */
export default function FilesPage() {
  const { type = 'all', id } = useParams({ strict: false });
  const place = placeOf(type, id);
  const shared = useCall(getFilesSharedWithStudent, {}, { enabled: place !== undefined });
  if (!place) return <NotFound />;
  if (place.kind === 'folders')
    return (
      <>
        <PageTitle>{i18n.t('Files')}</PageTitle>
        <Loaded query={shared} skeleton={<FolderSkeletons />}>
          {({ subjects, subject_files_mapping }) => {
            const countOf = (subject_id: number) =>
              subject_files_mapping.find((folder) => folder.subject_id === subject_id)?.files.length ?? 0;
            if (subjects.every((subject) => countOf(subject.id) === 0)) return <NothingShared />;
            return (
              <div className="grid gap-24">
                <NewestFiles folders={subject_files_mapping} nameOf={(folder) => subjects.find(({ id }) => id === folder)?.name ?? ''} />
                <Folders
                  label={i18n.t('Folders')}
                  items={subjects.map(({ id: subject_id, name, code }) => ({
                    key: subject_id,
                    name: subject_id === COMMON_SUBJECT ? i18n.t('Common') : i18n.t(name),
                    code,
                    count: i18n.t('{count, plural, one {# File} other {# Files}}', { count: countOf(subject_id) }),
                    link: countOf(subject_id) > 0 ? linkOfSubject(subject_id) : null,
                  }))}
                />
              </div>
            );
          }}
        </Loaded>
      </>
    );
  return (
    <Loaded query={shared} skeleton={<TableSkeleton />}>
      {({ subjects, subject_files_mapping, virtual_meeting_files_mapping }) => {
        const folder =
          place.kind === 'subject'
            ? {
                name: subjects.find((subject) => subject.id === place.id)?.name,
                files: subject_files_mapping.find(({ subject_id }) => subject_id === place.id)?.files,
              }
            : virtual_meeting_files_mapping
                .filter(({ virtual_meeting_id }) => virtual_meeting_id === place.id)
                .map(({ title, files }) => ({ name: title, files }))[0];
        const isClass = place.kind === 'class';
        const back: BackTarget = isClass
          ? { link: { to: '/virtual_meeting' }, label: i18n.t('Back to Live Classes') }
          : { link: { to: '/institute_files/$type', params: { type: 'all' } }, label: i18n.t('Back to Files') };
        if (!isClass && folder?.name === undefined)
          return (
            <>
              <PageTitle back={back}>{i18n.t('Files')}</PageTitle>
              <NothingHere />
            </>
          );
        return (
          <>
            <PageTitle back={back}>{folder?.name ? i18n.t(folder.name) : i18n.t('Files')}</PageTitle>
            <FileTable files={folder?.files ?? []} linkOf={(page) => ({ ...addressOf(place), search: page === 1 ? {} : { page } })} />
          </>
        );
      }}
    </Loaded>
  );
}

const NEWEST = 3;

interface NewestProps {
  folders: readonly { subject_id: number; files: readonly File[] }[];
  nameOf: (subject_id: number) => string;
}

/** The latest files of all folders, so that a new file can be opened with one press. */
function NewestFiles({ folders, nameOf }: NewestProps) {
  const newest = folders
    .flatMap(({ subject_id, files }) => files.map((file) => ({ file, subject: nameOf(subject_id) })))
    .toSorted((one, other) => other.file.shared_date.localeCompare(one.file.shared_date))
    .slice(0, NEWEST);
  return (
    <section className="grid gap-8" aria-labelledby="newest">
      <h2 id="newest" className="text-16 leading-text">
        {i18n.t('Newest')}
      </h2>
      <ul className={rows.list}>
        {newest.map(({ file, subject }) => (
          <li key={file.id}>
            <a href={file.file_url} className={rows.row} download>
              <FileIcon extension={file.extension} size={28} />
              <span className={rows.main}>
                {file.title}
                <span className="block text-14 font-regular text-ink-soft">
                  {[i18n.t(subject), formatDate(file.shared_date), formatBytes(file.bytes)].join(' · ')}
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

const linkOfSubject = (id: number): Pick<LinkProps, 'to' | 'params'> =>
  id === COMMON_SUBJECT
    ? { to: '/institute_files/$type', params: { type: 'common' } }
    : { to: '/institute_files/$type/$id', params: { type: 'subject', id: String(id) } };

const addressOf = (place: Exclude<Place, { kind: 'folders' }>): Pick<LinkProps, 'to' | 'params'> =>
  place.kind === 'class'
    ? { to: '/institute_files/$type/$id', params: { type: 'virtual_meeting', id: String(place.id) } }
    : linkOfSubject(place.id);

const NothingShared = () => (
  <EmptyState icon={<IconFolder size={26} />} title={i18n.t('No Files Are Uploaded')}>
    {i18n.t('Files that your teachers share with your classroom appear here, by subject.')}
  </EmptyState>
);

interface TableProps {
  files: readonly File[];
  linkOf: (page: number) => Pick<LinkProps, 'to' | 'params' | 'search'>;
}

function FileTable({ files, linkOf }: TableProps) {
  const { page: asked = 1 } = useSearch({ strict: false }) as { page?: number };
  const pageCount = Math.ceil(files.length / FILES_PER_PAGE);
  const page = Math.min(Math.max(1, asked), Math.max(1, pageCount));
  if (files.length === 0)
    return (
      <EmptyState icon={<IconFolder size={26} />} title={i18n.t('No files to show')}>
        {i18n.t('Files that your teachers share appear here.')}
      </EmptyState>
    );
  return (
    <>
      <div className={card.card}>
        <table className={`${table.table} ${classes.files}`}>
          <thead>
            <tr>
              <th scope="col">{i18n.t('NAME')}</th>
              <th scope="col" className={table.word}>
                {i18n.t('SHARED BY')}
              </th>
            </tr>
          </thead>
          <tbody>
            {files.slice((page - 1) * FILES_PER_PAGE, page * FILES_PER_PAGE).map((file) => (
              <FileRow key={file.id} file={file} />
            ))}
          </tbody>
        </table>
      </div>
      <Pages page={page} pageCount={pageCount} range={PAGES_NAMED} linkOf={linkOf} />
    </>
  );
}

function FileRow({ file }: { file: File }) {
  const [isDescribed, setDescribed] = useState(false);
  const place = [file.module, file.lecture].filter((part) => part !== null).join(' · ');
  return (
    <tr>
      <th scope="row">
        <span className={`flex items-center gap-12 ${classes.name}`}>
          <FileIcon extension={file.extension} size={28} />
          <span className="grid min-w-0 wrap-anywhere">
            <a
              href={file.file_url}
              className="inline-flex items-center min-h-32 text-16 font-semibold text-accent no-underline hover:underline"
              download
            >
              {file.title}
            </a>
            {place && <span className="block text-14 text-ink-soft">{place}</span>}
            <span className="block text-14 text-ink-soft">{formatBytes(file.bytes)}</span>
            {isDescribed && <span className="block text-14 text-ink-soft">{file.description}</span>}
          </span>
          {file.description && (
            <button
              type="button"
              className="grid flex-none place-items-center size-44 ml-auto rounded-[50%] text-ink-soft"
              title={file.description}
              aria-label={i18n.t('About {title}', { title: file.title })}
              aria-expanded={isDescribed}
              onClick={() => setDescribed(!isDescribed)}
            >
              <IconInfoCircle size={20} aria-hidden />
            </button>
          )}
        </span>
      </th>
      <td className={table.word}>
        {formatDate(file.shared_date)}
        {file.teacher_name && <span className="block text-14 text-ink-soft">{file.teacher_name}</span>}
      </td>
    </tr>
  );
}

function FolderSkeletons() {
  return (
    <div className="cards">
      {[1, 2, 3, 4].map((each) => (
        <Skeleton key={each} height={76} radius="lg" />
      ))}
    </div>
  );
}

const TableSkeleton = () => <Skeleton height={420} radius="lg" />;
