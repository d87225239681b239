import { useLocation } from '@tanstack/react-router';
import { i18n } from '../../../platform/language.ts';
import { LinkTabs } from '../../../ui/LinkTabs.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { useTests } from './papers.queries.ts';
import { TestLists, TestListsSkeleton } from './TestLists.tsx';

const lists = {
  mock: { title: /*i18n*/ 'Test Series', empty: /*i18n*/ 'No mock tests yet' },
  previous_paper: { title: /*i18n*/ 'Previous Papers', empty: /*i18n*/ 'No previous papers yet' },
} as const;

/** /mock and /previous_paper: tests to take, and tests taken. */
export default function TestListPage() {
  const type = useLocation({ select: ({ pathname }) => (pathname === '/mock' ? 'mock' : 'previous_paper') });
  const tests = useTests(type);
  const { title, empty } = lists[type];
  return (
    <>
      <PageTitle key={type}>{i18n.t(title)}</PageTitle>
      <LinkTabs
        label={i18n.t('Tests')}
        phoneOnly
        tabs={[
          { label: i18n.t('Test Series'), link: { to: '/mock' }, isCurrent: type === 'mock' },
          { label: i18n.t('Previous Papers'), link: { to: '/previous_paper' }, isCurrent: type === 'previous_paper' },
        ]}
      />
      <Loaded query={tests} skeleton={<TestListsSkeleton />}>
        {({ test_list = [], completed_test_list = [], is_mock_test_locked = false }) => (
          <TestLists
            open={test_list}
            completed={completed_test_list}
            areLocked={type === 'mock' && is_mock_test_locked}
            emptyTitle={i18n.t(empty)}
          />
        )}
      </Loaded>
    </>
  );
}
