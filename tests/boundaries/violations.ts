import type { rules } from './rules.ts';

/**
 * For each rule, code that breaks it, with the path of the file in which it would be. The code is text, so that no tool takes it for code
 * of the repository.
 */
export const violations: Record<keyof typeof rules, { path: string; text: string }[]> = {
  'the exam package imports nothing of the repository': [
    { path: 'packages/exam/src/tests/marks.ts', text: `import { readFileSync } from 'node:fs';` },
    { path: 'packages/exam/src/tests/marks.ts', text: `import type { Question } from '@abhyas/contract/tests/attempts';` },
    { path: 'packages/exam/src/tests/marks.test.ts', text: `import { render } from 'react-dom';` },
  ],
  'the contract imports the exam package only': [
    { path: 'packages/contract/src/site/home.ts', text: `import type { FastifyRequest } from 'fastify';` },
    { path: 'packages/contract/src/site/home.ts', text: `type Row = import('kysely').Selectable<never>;` },
  ],
  'only the check of authored texts typesets in the contract': [
    { path: 'packages/contract/src/bank/questions.ts', text: `import katex from 'katex';` },
    { path: 'packages/contract/src/bank/bank-questions.ts', text: `import { faultsOfText } from './authored-text.ts';` },
  ],
  'the exchange imports the rules and the contract only': [
    { path: 'packages/exchange/src/aiken.ts', text: `import { readFile } from 'node:fs/promises';` },
    { path: 'packages/exchange/src/qti/qti.ts', text: `import { findPicture } from '@abhyas/server/features/bank/pictures/pictures';` },
  ],
  'the ledger of the fault run imports nothing': [
    { path: 'faults/ledger/marks.ts', text: `import { markPaper } from '@abhyas/exam/tests/paper-marks';` },
    { path: 'faults/ledger/ledger.ts', text: `import { Page } from '../students/page.ts';` },
  ],
  'web and server share the contract only': [
    { path: 'apps/web/src/platform/call.ts', text: `import { readSettings } from '@abhyas/server/settings';` },
    { path: 'apps/server/src/http/site.ts', text: `const page = await import('@abhyas/web/app/Site');` },
  ],
  'workspaces are reached by name': [
    { path: 'apps/web/src/session/engine/session-engine.ts', text: `import { mark } from '../../../../packages/exam/src/tests/marks.ts';` },
    { path: 'tests/stories/practice.test.ts', text: `import { buildApp } from '../../apps/server/src/app.ts';` },
  ],
  'no product code imports the tests': [
    { path: 'apps/server/src/demo/demo.ts', text: `import { fixtureContent } from '../testing/fixture-content.ts';` },
    { path: 'apps/web/src/main.tsx', text: `import { vi } from 'vitest';` },
    { path: 'apps/web/src/session/engine/session-engine.ts', text: `import { chanceOf } from '@abhyas/faults/plan/chance';` },
  ],
  'a domain imports from lower domains only': [
    { path: 'apps/server/src/features/bank/search/search.ts', text: `import { markSession } from '../../tests/marking/marking.ts';` },
    { path: 'packages/exam/src/tests/marks.ts', text: `import { rankOf } from '../reports/rank.ts';` },
    { path: 'packages/contract/src/institute/people.ts', text: `import { Report } from '../reports/test-reports.ts';` },
  ],
  'routes, jobs and channels are listed by their domain': [
    {
      path: 'apps/server/src/features/site/home/home.ts',
      text: `import { sessionRoutes } from '../../tests/sessions/sessions.routes.ts';`,
    },
    { path: 'apps/server/src/main.ts', text: `import { sessionJobs } from './features/tests/sessions/sessions.jobs.ts';` },
    { path: 'apps/server/src/live/hub.ts', text: `import { quizChannel } from '../features/classes/live-quiz/live-quiz.channel.ts';` },
  ],
  'a feature is reached through its own file': [
    { path: 'apps/server/src/features/site/home/home.ts', text: `import { readPapers } from '../../tests/papers/papers.store.ts';` },
    { path: 'apps/server/src/http/serve.ts', text: `import { findSignIn } from '../features/institute/identity/identity.store.ts';` },
  ],
  'features import nothing above them': [
    { path: 'apps/server/src/features/site/home/home.ts', text: `import { readSettings } from '../../../settings.ts';` },
    { path: 'apps/server/src/features/site/home/home.routes.ts', text: `import { buildApp } from '../../../app.ts';` },
  ],
  'http imports no feature': [
    { path: 'apps/server/src/http/api.ts', text: `import { authenticate } from '../features/institute/identity/identity.ts';` },
  ],
  'a store makes no decision': [
    { path: 'apps/server/src/features/site/home/home.store.ts', text: `import { homeOf } from './home.ts';` },
    { path: 'apps/server/src/features/site/home/home.store.ts', text: `import { serve, type Route } from '../../../http/serve.ts';` },
  ],
  'the database imports no feature': [
    { path: 'apps/server/src/database/open.ts', text: `import { importContent } from '../features/bank/content/content.ts';` },
  ],
  'input is checked in one place': [{ path: 'apps/server/src/features/bank/x/x.ts', text: "import { Compile } from 'typebox/compile';" }],
  'only stores ask the database': [
    { path: 'apps/server/src/features/site/home/home.ts', text: `const rows = db.selectFrom('chapters').selectAll().execute();` },
    { path: 'apps/server/src/features/site/home/home.routes.ts', text: `import { sql } from 'kysely';` },
    { path: 'apps/server/src/http/serve.ts', text: `import type { Tables } from '../database/tables.ts';` },
  ],
  'the web is built in layers': [
    { path: 'apps/web/src/question/Question.tsx', text: `import { useSession } from '../session/useSession.ts';` },
    { path: 'apps/web/src/ui/Logo.tsx', text: `const Question = lazy(() => import('../question/Question.tsx'));` },
    { path: 'apps/web/src/platform/call.ts', text: `import { showToast } from '../ui/toasts.ts';` },
    { path: 'apps/web/src/features/site/home/HomePage.tsx', text: `import { screens } from '../../../app/screens.tsx';` },
  ],
  'features of the site do not import each other': [
    { path: 'apps/web/src/features/site/home/HomePage.tsx', text: `import { TestRow } from '../../tests/papers/TestRow.tsx';` },
  ],
  'rendering changes no state': [
    {
      path: 'apps/web/src/ui/Bar.tsx',
      text: `export function Bar({ part }: { part: number }) { const [shown, setShown] = useState(part); if (shown !== part) setShown(part); return shown; }`,
    },
    {
      path: 'apps/web/src/ui/Bar.tsx',
      text: `export const Bar = memo(() => { const [, set] = useState(0); useMemo(() => set(1), []); return null; });`,
    },
    { path: 'apps/web/src/platform/queries.ts', text: `export function useCall(key: string[]) { queryClient.setQueryData(key, 1); }` },
  ],
  'a thing is imported from where it is': [
    { path: 'packages/exam/src/tests/marks.ts', text: `export { roundUp } from '../institute/percent.ts';` },
    { path: 'apps/web/src/ui/theme.ts', text: `export * from './format.ts';` },
    { path: 'apps/server/src/features/site/home/home.ts', text: `export { readPaper } from '../../tests/papers/papers.ts';` },
  ],
  'a file name tells its content': [
    { path: 'apps/web/src/ui/utils.ts', text: `export const one = 1;` },
    { path: 'apps/server/src/helpers/dates.ts', text: `export const one = 1;` },
    { path: 'packages/exam/src/index.ts', text: `export const one = 1;` },
  ],
  'a suppressed check has a reason': [
    { path: 'apps/web/src/ui/theme.ts', text: `// oxlint-disable-next-line no-console\nexport const one = 1;` },
    { path: 'apps/web/src/ui/theme.ts', text: `// @ts-expect-error\nexport const one = 1;` },
  ],
};
