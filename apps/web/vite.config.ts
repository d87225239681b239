import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { codeSplitting } from './chunks.ts';
import { startEarly } from './early-start.ts';
import { buildServiceWorker } from './service-worker-build.ts';

/**
 * Schemas of the contract are for the server and for types. A call needs only its method and path, so whatever a schema is made of
 * becomes the same nothing here, and 18 kB of schema builder stay behind.
 */
const leaveSchemas: Plugin = {
  name: 'leave-schemas',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) => (id === 'typebox' ? '\0no-schemas' : null),
  load: (id) =>
    id === '\0no-schemas'
      ? 'export const Type = new Proxy(() => Type, { get: () => Type, ownKeys: () => [], getOwnPropertyDescriptor: () => undefined });'
      : null,
};

/** Asks for the Latin letters of Inter together with the page, not after its style sheet. */
const preloadFont: Plugin = {
  name: 'preload-font',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => /inter-latin-wght-normal[^/]*\.woff2$/.test(file))
        .map((file) => ({
          tag: 'link',
          injectTo: 'head',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
        })),
  },
};

/** Whose functions nearly all run on the way to a first question. */
const compiledAhead = new Set(['index', 'test', 'session']);

/**
 * Asks Chromium to compile every function of these files in the background while they arrive. Else the page's thread compiles them one by one
 * as they are first called, at each visit until the service worker has them compiled.
 */
const compileAhead: Plugin = {
  name: 'compile-ahead',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && compiledAhead.has(file.name)) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
    },
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), leaveSchemas, preloadFont, startEarly(), compileAhead, buildServiceWorker()],
  // The Host stays the browser's own, because the server compares it with the Origin.
  server: { port: 5173, proxy: { '/api': { target: 'http://localhost:3000', changeOrigin: false, ws: true } } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // One style sheet: of several, each is asked for, waited for, and has the page styled again.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    target: 'es2022',
    // A data: URL would need a wider content security policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 500,
    rolldownOptions: { output: { codeSplitting } },
  },
});
