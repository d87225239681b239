import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { codeSplitting } from './chunks.ts';
import { startEarly } from './early-start.ts';
import { leaveSchemas } from './leave-schemas.ts';
import { compileSentences } from './compile-sentences.ts';
import { shortClass } from './short-class.ts';
import { twoStyleSheets } from './style-sheets.ts';
import { buildServiceWorker } from './service-worker-build.ts';

/** Loads the Latin letters of Inter together with the page, not after its style sheet. */
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

/** Files in which nearly every function runs on the way to the first question. */
const compiledAhead = new Set(['index', 'test', 'session']);

/**
 * Makes Chromium compile every function of these files in the background while they load. Otherwise the main thread compiles each function
 * at its first call, at every visit until the service worker has the files compiled.
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

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwind(),
    leaveSchemas,
    compileSentences,
    twoStyleSheets,
    preloadFont,
    startEarly(),
    compileAhead,
    buildServiceWorker(),
  ],
  // The Host header stays the browser's own, because the server compares it with the Origin.
  server: { port: 5173, proxy: { '/api': { target: 'http://localhost:3000', changeOrigin: false, ws: true } } },
  ...(command === 'build' && { css: { modules: { generateScopedName: shortClass } } }),
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    target: 'es2022',
    // A data: URL would need a wider content security policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 500,
    rolldownOptions: { output: { codeSplitting } },
  },
}));
