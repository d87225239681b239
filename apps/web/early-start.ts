import { getMe } from '@abhyas/contract/institute/identity';
import { getTestInstructions } from '@abhyas/contract/tests/papers';
import { getSolution } from '@abhyas/contract/bank/search';
import type { Endpoint } from '@abhyas/contract/endpoint';
import type { Plugin, Rolldown } from 'vite';

interface Start {
  /** Pattern of the address; its first group is the `{id}` of the calls. */
  address: string;
  /** Modules of the screens. */
  modules: readonly string[];
  /** Modules that are needed a little later. */
  later: readonly string[];
  /** The first calls of the screen. */
  calls: readonly Endpoint[];
}

/** Addresses at which visits begin. */
const starts: readonly Start[] = [
  {
    address: '^/test_instruction/(\\d+)$',
    modules: ['/features/tests/papers/TestInstructionPage.tsx', '/features/tests/sessions/TestPage.tsx'],
    later: ['/question/maths-engine.ts'],
    calls: [getMe, getTestInstructions],
  },
  {
    address: '^/(?:test|assignment)/',
    modules: ['/features/tests/sessions/TestPage.tsx'],
    later: ['/question/maths-engine.ts'],
    calls: [getMe],
  },
  {
    address: '^/solutions/(\\d+)/',
    modules: ['/features/site/solutions/SolutionPage.tsx'],
    later: ['/question/maths-engine.ts'],
    calls: [getSolution],
  },
  { address: '^/home$', modules: ['/features/site/home/HomePage.tsx'], later: [], calls: [getMe] },
];

/** The fonts that nearly every formula needs: typesetting waits for them (`FACES` of src/question/maths.ts). */
const mathsFaces = /KaTeX_(Main-Regular|Math-Italic)-[^/]*\.woff2$/;

const pathOf = ({ path }: Endpoint) => `/api${path.replace('{id}', '$1')}`;

/** Files of the module and of its imports, and their style sheets, except those that the page's HTML names. */
function filesOf(module: string, bundle: Rolldown.OutputBundle): string[] {
  const own = Object.values(bundle).find((file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(module)));
  if (own?.type !== 'chunk') throw new Error(`No file of the site holds ${module}`);
  const files = new Set<string>();
  const named = new Set<string>();
  const add = (name: string) => {
    const file = bundle[name];
    if (file?.type !== 'chunk' || files.has(name)) return;
    (file.isEntry ? named : files).add(name);
    for (const sheet of file.viteMetadata?.importedCss ?? []) (file.isEntry ? named : files).add(sheet);
    file.imports.forEach(add);
  };
  add(own.fileName);
  return [...files].filter((file) => !named.has(file));
}

/**
 * Runs in the page's head, before any style sheet, because a script after one would wait for it. `src/platform/early-answers.ts` passes the
 * answers to the calls.
 */
const script = (table: unknown, version: string) => `
for (const [address, files, later, calls] of ${JSON.stringify(table)}) {
  const parts = new RegExp(address).exec(location.pathname);
  if (!parts) continue;
  window.earlyAnswers = new Map(calls.map((call) => {
    const url = call.replace('$1', parts[1]) + '?app_version=${encodeURIComponent(version)}';
    const sentAt = performance.now();
    const coming = fetch(url, { headers: { accept: 'application/json' } }).then(async (response) => {
      const receivedAt = performance.now();
      return { response, text: await response.text(), sentAt, receivedAt };
    });
    const early = { coming };
    coming.then((heard) => Object.assign(early, { heard }), () => {});
    return [url, early];
  }));
  const preload = (file) => {
    const as = { woff2: 'font', css: 'style' }[file.split('.').pop()];
    const kind = as ? { rel: 'preload', as } : { rel: 'modulepreload' };
    document.head.append(Object.assign(document.createElement('link'), kind, { crossOrigin: '', href: '/' + file }));
  };
  files.forEach(preload);
  // After the site's own code has loaded and started. A service worker already has these files.
  if (!navigator.serviceWorker?.controller) document.addEventListener('DOMContentLoaded', () => later.forEach(preload));
  break;
}`;

/**
 * Makes the page fetch the first screen's code and answers together with the site's own code. On a phone's network this saves the second in
 * which one file waits for another to name it.
 */
export function startEarly(): Plugin {
  let version = '';
  return {
    name: 'start-early',
    apply: 'build',
    configResolved: ({ env }) => {
      version = String(env['VITE_APP_VERSION'] ?? '1');
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const allFiles = (modules: readonly string[]) => [
          ...new Set(modules.flatMap((module) => filesOf(module, bundle as Rolldown.OutputBundle))),
        ];
        const faces = Object.keys(bundle).filter((file) => mathsFaces.test(file));
        const table = starts.map(({ address, modules, later, calls }) => [
          address,
          allFiles(modules),
          later.length > 0 ? [...allFiles(later), ...faces] : [],
          calls.map(pathOf),
        ]);
        return html.replace('</title>', (end) => `${end}\n    <script>${script(table, version)}</script>`);
      },
    },
  };
}
