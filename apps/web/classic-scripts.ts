import type { Plugin, Rolldown } from 'vite';

const chunksOf = (bundle: Rolldown.OutputBundle) => Object.values(bundle).filter((file) => file.type === 'chunk');

/** The file and all that its code needs at once, but for the one that the page itself names. Throws where files need each other. */
export function withImports(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): string[] {
  const files = new Set<string>();
  const add = (file: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined, needing: readonly string[]) => {
    if (file?.type !== 'chunk' || file.isEntry) return;
    if (needing.includes(file.fileName)) throw new Error(`Files of the site need each other: ${[...needing, file.fileName].join(', ')}`);
    files.add(file.fileName);
    for (const name of file.imports) add(bundle[name], [...needing, file.fileName]);
  };
  add(chunk, []);
  return [...files];
}

/**
 * Script for the page's head. Defines `loadFile`, which fetches a file of the site, and `defineFile`, which each file calls with its code.
 * The code runs when the file is first required. Who requires a file that is not there yet gets a promise of it, so what was `import()` is
 * a `require` within a promise. What fails is asked for anew next time; its message is the one that the router knows of modules.
 */
export const loader = (bundle: Rolldown.OutputBundle): string => `{
const needs = ${JSON.stringify(Object.fromEntries(chunksOf(bundle).map((chunk) => [chunk.fileName, withImports(chunk, bundle)])))};
const files = new Map();
const run = (file) => {
  const known = files.get(file);
  if (!known.exports) {
    const exports = {};
    known.code(requireFile, exports);
    known.exports = exports;
  }
  return known.exports;
};
const requireFile = (name) => {
  const file = name.replace('.', 'assets');
  const isThere = needs[file].every((needed) => files.get(needed)?.code);
  return isThere ? run(file) : Promise.all(needs[file].map(loadFile)).then(() => run(file));
};
window.loadFile = (file) => {
  const known = files.get(file);
  if (known) return known.coming;
  const script = document.createElement('script');
  const coming = new Promise((resolve, reject) => {
    const fail = () => {
      files.delete(file);
      script.remove();
      reject(new TypeError('Failed to fetch dynamically imported module: ' + script.src));
    };
    script.onload = () => (files.get(file).code ? resolve() : fail());
    script.onerror = fail;
  });
  coming.catch(() => {});
  files.set(file, { coming });
  script.fetchPriority = 'high';
  script.src = '/' + file;
  document.head.append(script);
  return coming;
};
window.defineFile = (code) => {
  const { src, defer } = document.currentScript;
  const file = new URL(src).pathname.slice(1);
  if (!defer) files.get(file).code = code;
  else {
    files.set(file, { code, coming: Promise.resolve() });
    run(file);
  }
};
}`;

const preloadHelper = '\0vite/preload-helper.js';
const moduleTag = '<script type="module" crossorigin src=';

/**
 * Makes classic scripts of the site's files: Chromium keeps what it compiles of a module but never reads it again, and of a classic script
 * that a service worker stores it keeps every function compiled from then on (docs/decisions/025).
 */
export const classicScripts: Plugin = {
  name: 'classic-scripts',
  apply: 'build',
  enforce: 'pre',
  config: () => ({ build: { modulePreload: false, rolldownOptions: { output: { format: 'cjs' } } } }),
  // The loader fetches what a file needs.
  load: (id) => (id === preloadHelper ? 'export const __vitePreload = (load) => load();' : null),
  renderChunk: (code) => `defineFile(function (require, exports) { "use strict";\n${code}\n});`,
  transformIndexHtml: {
    order: 'post',
    handler: (html) => {
      if (!html.includes(moduleTag)) throw new Error('The page names its script in words that were not expected');
      // A script that waits for the page is otherwise fetched last, unlike a module.
      return html.replace(moduleTag, '<script defer fetchpriority="high" src=');
    },
  },
};
