import { getRecordings } from '@abhyas/contract/classes/video-library';
import { Skeleton } from '@mantine/core';
import { IconMovie } from '@tabler/icons-react';
import { useCall } from '../../../platform/queries.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatDateTime, plural } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import rows from '../../../ui/rows.module.css';

/** /staff/recordings: recordings of classes, from which staff cut clips. */
export default function RecordingsPage() {
  const recordings = useCall(getRecordings, {});
  return (
    <>
      <PageTitle>Recordings</PageTitle>
      <Loaded query={recordings} skeleton={<Skeleton height={320} radius="lg" />}>
        {({ recordings: list }) => {
          if (list.length === 0)
            return (
              <EmptyState icon={<IconMovie size={26} />} title="No Files To Display">
                Recorded classes are listed here, to be cut into clips by topic.
              </EmptyState>
            );
          const next = list.find(({ clip_count }) => clip_count === 0);
          return (
            <ul className={rows.list}>
              {list.map((recording) => (
                <li key={recording.id} className={rows.row}>
                  <span className={rows.main}>
                    {recording.title}
                    <span className="block text-14 font-regular text-ink-soft">{`${recording.subject_name} · ${formatDateTime(recording.start_time)} · ${plural(recording.clip_count, 'clip')}`}</span>
                  </span>
                  <ButtonLink
                    to="/staff/recordings/$id"
                    params={{ id: String(recording.id) }}
                    variant={recording === next ? 'filled' : 'default'}
                    aria-label={`Clips: ${recording.title}`}
                  >
                    Clips
                  </ButtonLink>
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </>
  );
}
