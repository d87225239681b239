import { useSearch } from '@tanstack/react-router';
import { i18n } from '../../../platform/language.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { useInstituteTests } from './papers.queries.ts';
import { TestLists, TestListsSkeleton } from './TestLists.tsx';

const lists = {
  test: { title: /*i18n*/ 'Institute tests', empty: /*i18n*/ 'No tests from your institute yet' },
  assignment: { title: /*i18n*/ 'Assignments', empty: /*i18n*/ 'No assignments from your institute yet' },
} as const;

/** /institute?type=test and /institute?type=assignment. */
export default function InstituteTestsPage() {
  const { type } = useSearch({ from: '/institute' });
  const tests = useInstituteTests(type);
  const { title, empty } = lists[type];
  return (
    <>
      <PageTitle key={type}>{i18n.t(title)}</PageTitle>
      <Loaded query={tests} skeleton={<TestListsSkeleton />}>
        {({ test_list = [], completed_test_list = [] }) => (
          <TestLists open={test_list} completed={completed_test_list} areLocked={false} emptyTitle={i18n.t(empty)} noun={type} />
        )}
      </Loaded>
    </>
  );
}
