import { getLiveVideo } from '@abhyas/contract/classes/live-classes';
import { IconVideo } from '@tabler/icons-react';
import { i18n } from '../../../platform/language.ts';
import { useCall } from '../../../platform/queries.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatTime } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import rows from '../../../ui/rows.module.css';
import { ClassRoom } from './ClassRoom.tsx';
import styles from './ClassRoom.module.css';

const ASK_EVERY = 30_000;

/** /live_classroom: the class that is live now; of several, the student chooses one. */
export default function LiveClassroomPage() {
  const live = useCall(getLiveVideo, {}, { staleTime: 0, refreshEvery: ASK_EVERY });
  return (
    <Loaded query={live} skeleton={null}>
      {({ data: { meetings } }) => {
        const [only] = meetings;
        if (only && meetings.length === 1) return <ClassRoom key={only.id} id={only.id} />;
        return (
          <main className={styles.alone}>
            <PageTitle inPage back={{ link: { to: '/virtual_meeting' }, label: i18n.t('Back to Live Classes') }}>
              {only ? i18n.t('{count} classes are live', { count: meetings.length }) : i18n.t('Live class')}
            </PageTitle>
            {only ? (
              <ul className={rows.list}>
                {meetings.map(({ id, title, lecture, subject_title, can_join_until }) => (
                  <li key={id} className={rows.row}>
                    <div className={rows.main}>
                      {title}
                      <span className="block text-14 font-regular text-ink-soft">
                        {[lecture, i18n.t(subject_title), i18n.t('until {time}', { time: formatTime(can_join_until) })]
                          .filter(Boolean)
                          .join(' · ')}
                      </span>
                    </div>
                    <ButtonLink to="/view_class/$id" params={{ id: String(id) }} aria-label={i18n.t('Join {title}', { title })}>
                      {i18n.t('JOIN')}
                    </ButtonLink>
                  </li>
                ))}
              </ul>
            ) : (
              <EmptyState
                icon={<IconVideo size={26} />}
                title={i18n.t('No live classes are conducted at this moment! Come back later.')}
                action={<ButtonLink to="/">{i18n.t('Go to HomeScreen')}</ButtonLink>}
              />
            )}
          </main>
        );
      }}
    </Loaded>
  );
}
