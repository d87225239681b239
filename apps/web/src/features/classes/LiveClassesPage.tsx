import { IconVideo } from '@tabler/icons-react';
import { serverNow } from '../../platform/clock.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { formatDate } from '../../ui/format.ts';
import { PageTitle } from '../../ui/PageTitle.tsx';

/** Where students of higher education land. */
export default function LiveClassesPage() {
  return (
    <>
      <PageTitle>Live Classes</PageTitle>
      <EmptyState icon={<IconVideo size={26} />} title="No live classes have been assigned for this day!">
        Today is {formatDate(serverNow())}. A class that your institute schedules will be here, with its time and a way to join.
      </EmptyState>
    </>
  );
}
