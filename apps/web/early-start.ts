import type { Plugin, Rolldown } from 'vite';
import { loader, withImports } from './classic-scripts.ts';

/** Addresses at which visits begin, with the screens' modules, what they need a little later, and the calls they make first. */
const starts = [
  {
    address: '^/test_instruction/(\\d+)$',
    modules: ['/features/papers/TestInstructionPage.tsx', '/features/sessions/TestPage.tsx'],
    later: ['/question/maths-engine.ts'],
    calls: ['/users/me', '/student_app/$1/get_test_instructions'],
  },
  {
    address: '^/(?:test|assignment)/',
    modules: ['/features/sessions/TestPage.tsx'],
    later: ['/question/maths-engine.ts'],
    calls: ['/users/me'],
  },
  { address: '^/home$', modules: ['/features/home/HomePage.tsx'], later: [], calls: ['/users/me'] },
];

/** The faces that nearly every formula needs: typesetting waits for them (`FACES` of src/question/maths.ts). */
const mathsFaces = /KaTeX_(Main-Regular|Math-Italic)-[^/]*\.woff2$/;

/** Files of the module and of what it imports, but for those that the page itself names. */
function filesOf(module: string, bundle: Rolldown.OutputBundle): string[] {
  const own = Object.values(bundle).find((file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(module)));
  if (own?.type !== 'chunk') throw new Error(`No file of the site holds ${module}`);
  return withImports(own, bundle);
}

/**
 * Runs in the page's head after the loader, before any style sheet, which it would have to wait for. `src/platform/early-answers.ts` hands
 * its answers to the calls that ask for them.
 */
const script = (table: unknown, version: string) => `
for (const [address, files, later, calls] of ${JSON.stringify(table)}) {
  const parts = new RegExp(address).exec(location.pathname);
  if (!parts) continue;
  window.earlyAnswers = new Map(calls.map((call) => {
    const url = '/api' + call.replace('$1', parts[1]) + '?app_version=${encodeURIComponent(version)}';
    const sentAt = performance.now();
    const coming = fetch(url, { headers: { accept: 'application/json' } }).then(async (response) => {
      const receivedAt = performance.now();
      return { response, text: await response.text(), sentAt, receivedAt };
    });
    const early = { coming };
    coming.then((heard) => Object.assign(early, { heard }), () => {});
    return [url, early];
  }));
  files.forEach(loadFile);
  const askForFont = (file) => {
    const link = document.createElement('link');
    document.head.append(Object.assign(link, { rel: 'preload', as: 'font', crossOrigin: '', href: '/' + file }));
  };
  // When the site's own code has come and runs. A service worker has them at hand.
  if (!navigator.serviceWorker?.controller)
    document.addEventListener('DOMContentLoaded', () => later.forEach((file) => (file.endsWith('.woff2') ? askForFont : loadFile)(file)));
  break;
}`;

/**
 * Has the page ask for the first screen's code and answers at once, together with the site's own code: on a phone's network that spares a
 * second of waiting for one to name the other.
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
          calls,
        ]);
        const scripts = [loader(bundle), script(table, version)].map((text) => `<script>${text}</script>`).join('\n    ');
        return html.replace('</title>', (end) => `${end}\n    ${scripts}`);
      },
    },
  };
}
