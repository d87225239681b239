import { objectTypes, testModes } from '@abhyas/contract/bank/catalogue';
import type { Value } from '@abhyas/contract/endpoint';
import type { SessionInfo } from '@abhyas/contract/tests/papers';
import { i18n } from '../../platform/language.ts';
import type { BackTarget } from '../../ui/PageTitle.tsx';

type Info = Value<typeof SessionInfo>;

const listByMode: Record<NonNullable<Info['test_mode_type']>, BackTarget> = {
  [testModes.institute]: { link: { to: '/institute', search: { type: 'test' } }, label: /*i18n*/ 'Back to the tests' },
  [testModes.mock]: { link: { to: '/mock' }, label: /*i18n*/ 'Back to Test Series' },
  [testModes.previous_paper]: { link: { to: '/previous_paper' }, label: /*i18n*/ 'Back to Previous Papers' },
};

/** The list from which a session was opened; the home page until the session is loaded. */
export function listOf(info: (Pick<Info, 'object_type'> & Partial<Info>) | undefined): BackTarget {
  const { object_type, test_mode_type = null, chapter_id = null } = info ?? {};
  if (object_type === objectTypes.assignment)
    return { link: { to: '/institute', search: { type: 'assignment' } }, label: i18n.t('Back to the assignments') };
  if (object_type === objectTypes.skill) return { link: { to: '/mistakes' }, label: i18n.t('Back to the Mistake Book') };
  if (test_mode_type !== null) {
    const { link, label } = listByMode[test_mode_type];
    return { link, label: i18n.t(label) };
  }
  if (chapter_id !== null)
    return { link: { to: '/chapter/$id', params: { id: String(chapter_id) } }, label: i18n.t('Back to the chapter') };
  return { link: { to: '/' }, label: i18n.t('Back to the start') };
}
