import { inIdleTurns, whenIdle } from '../platform/idle.ts';
import { createListeners } from '../platform/listeners.ts';

/** How many texts stay typeset: more than a paper of 90 questions has. */
const CACHE_SIZE = 800;
/** The faces that nearly every formula needs. */
const FACES = ['1em KaTeX_Main', 'italic 1em KaTeX_Math'];
/** Of fractions, roots, brackets and sums: fetched once a first text is typeset, none makes a later question be laid out twice. */
const LATER_FACES = ['1em KaTeX_Size1', '1em KaTeX_Size2', '1em KaTeX_Size3', '1em KaTeX_Size4', '1em KaTeX_AMS', 'bold 1em KaTeX_Main'];
/** How long formulas are typeset in one idle moment; no press is kept waiting for longer. */
const TURN_MS = 8;
/** What nearly every question needs. Set once, it finds the code compiled for the first question; a service worker has it compiled. */
const SAMPLE = 'A body of \\(m = 2.0\\,\\mathrm{kg}\\): \\(v^2 = u_0^2 + \\frac{2a}{\\sqrt{s}} \\times 10^{-3}\\)';

let engine: ((source: string) => Generator<undefined, string>) | null = null;
let loading: Promise<void> | null = null;
let hasFailed = false;
const listeners = createListeners();
/** Hears when typesetting was loaded, or could not be. */
export const subscribeMaths = listeners.subscribe;
const cache = new Map<string, string>();

async function loadFaces(faces: readonly string[]): Promise<void> {
  if (document.fonts) await Promise.allSettled(faces.map((face) => document.fonts.load(face)));
}

/** Loads typesetting (KaTeX, mhchem, DOMPurify, and the faces) ahead of its first use. Never rejects; a failed load can be tried again. */
export function preloadMaths(): Promise<void> {
  loading ??= import('./maths-engine.ts').then(
    async ({ renderAuthored }) => {
      // With the faces there before the first formula shows, nothing is drawn twice.
      await loadFaces(FACES);
      engine = renderAuthored;
      hasFailed = false;
      listeners.notify();
      if (cache.size === 0 && !navigator.serviceWorker?.controller) whenIdle(() => void [...renderAuthored(SAMPLE)]);
    },
    () => {
      loading = null;
      hasFailed = true;
      addEventListener('online', () => void preloadMaths(), { once: true });
      listeners.notify();
    },
  );
  return loading;
}

/** Whether a text needs typesetting at all: plain words show as they are. */
export const isPlain = (text: string): boolean => !/[\\<&\uE000-\uE003]|\n[ \t]*\n/.test(text);

export type MathsState = 'loading' | 'ready' | 'failed';

export function mathsState(): MathsState {
  if (engine) return 'ready';
  return hasFailed ? 'failed' : 'loading';
}

function keep(text: string, html: string): string {
  if (cache.size === 0) whenIdle(() => void loadFaces(LATER_FACES));
  const oldest = cache.keys().next();
  if (cache.size >= CACHE_SIZE && !oldest.done) cache.delete(oldest.value);
  cache.set(text, html);
  return html;
}

/** Typeset HTML of a text, from memory where it was asked for before; null while the engine is not there. */
export function typeset(text: string): string | null {
  const known = cache.get(text);
  if (known !== undefined) return known;
  if (!engine) return null;
  const formulas = engine(text);
  let step = formulas.next();
  while (!step.done) step = formulas.next();
  return keep(text, step.value);
}

/** Takes a text that the server has written already, formulas as MathML, where the browser shows that: nothing needs to be loaded for it. */
export function keepWritten(text: string, html: string): void {
  if ('MathMLElement' in globalThis && !cache.has(text)) cache.set(text, html);
}

/** What a text says when it cannot be typeset: without tags, formulas as their source. */
export const sourceOf = (text: string): string =>
  text
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/[\uE000-\uE003]/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

function* typesetEach(texts: readonly string[]): Generator<undefined, void> {
  for (const text of texts) if (engine && !cache.has(text)) keep(text, yield* engine(text));
}

/**
 * Typesets texts in idle moments, some formulas a turn, so that the next question costs nothing when it is stepped to; then calls `done`.
 * Waits for typesetting to be loaded, and where that fails leaves the texts as they are. Ends when told to.
 */
export function typesetAhead(texts: readonly (string | null)[], done?: () => void): () => void {
  const waiting = texts.filter((text): text is string => text !== null && !isPlain(text) && !cache.has(text));
  const formulas = typesetEach(waiting);
  const takeTurn = () => {
    const end = performance.now() + TURN_MS;
    let isDone: boolean | undefined;
    do isDone = formulas.next().done;
    while (!isDone && performance.now() < end);
    if (isDone) done?.();
    return isDone === true;
  };
  return inIdleTurns(takeTurn, waiting.length > 0 ? preloadMaths() : undefined);
}
