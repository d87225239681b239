import { getLiveVideo } from '@abhyas/contract/classes/live-classes';
import { IconVideo } from '@tabler/icons-react';
import { useCall } from '../../../platform/queries.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { ClassRoom } from './ClassRoom.tsx';
import styles from './ClassRoom.module.css';

const ASK_EVERY = 30_000;

/** /live_classroom: the class that is live now. */
export default function LiveClassroomPage() {
  const live = useCall(getLiveVideo, {}, { staleTime: 0, refreshEvery: ASK_EVERY });
  return (
    <Loaded query={live} skeleton={null}>
      {({ data }) =>
        data.meeting_id !== null ? (
          <ClassRoom key={data.meeting_id} id={data.meeting_id} />
        ) : (
          <main className={styles.alone}>
            <PageTitle inPage>Live class</PageTitle>
            <EmptyState
              icon={<IconVideo size={26} />}
              title="No live classes are conducted at this moment! Come back later."
              action={<ButtonLink to="/">Go to HomeScreen</ButtonLink>}
            />
          </main>
        )
      }
    </Loaded>
  );
}
