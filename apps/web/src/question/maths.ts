import { inIdleTurns, whenIdle } from '../platform/idle.ts';
import { createListeners } from '../platform/listeners.ts';

/** The number of texts that stay typeset in memory: more than a paper of 90 questions has. */
const CACHE_SIZE = 800;
/** The fonts that nearly every formula needs. */
const FACES = ['1em KaTeX_Main', 'italic 1em KaTeX_Math'];
/**
 * The fonts of fractions, roots, brackets and sums. They are fetched after the first text is typeset, so that no later question is laid out
 * twice.
 */
const LATER_FACES = ['1em KaTeX_Size1', '1em KaTeX_Size2', '1em KaTeX_Size3', '1em KaTeX_Size4', '1em KaTeX_AMS', 'bold 1em KaTeX_Main'];
/** The most ms of typesetting in one idle moment, so that a press waits no longer than this. */
const TURN_MS = 8;
/** The pause after a failure before typesetting is loaded again. */
const RETRY_MS = 10_000;
/**
 * A text with the commands that nearly every question uses. It is typeset once when the code is loaded, so that the browser has compiled
 * the code before the first question.
 */
const SAMPLE = 'A body of \\(m = 2.0\\,\\mathrm{kg}\\): \\(v^2 = u_0^2 + \\frac{2a}{\\sqrt{s}} \\times 10^{-3}\\)';

let engine: ((source: string) => Generator<undefined, string>) | null = null;
let loading: Promise<void> | null = null;
let hasFailed = false;
let retryTimer: ReturnType<typeof setTimeout> | undefined;
const listeners = createListeners();
/** Calls back when typesetting has loaded, or has failed to load. */
export const subscribeMaths = listeners.subscribe;
const cache = new Map<string, string>();

async function loadFaces(faces: readonly string[]): Promise<void> {
  if (document.fonts) await Promise.allSettled(faces.map((face) => document.fonts.load(face)));
}

const retry = () => void preloadMaths();

/**
 * Loads typesetting (KaTeX, mhchem, DOMPurify and the fonts) before it is needed. Never rejects; tries again after a failure.
 */
export function preloadMaths(): Promise<void> {
  loading ??= import('./maths-engine.ts').then(
    async ({ renderAuthored }) => {
      // The fonts are loaded before the first formula is shown, so that nothing is drawn twice.
      await loadFaces(FACES);
      engine = renderAuthored;
      hasFailed = false;
      listeners.notify();
      if (cache.size === 0 && !navigator.serviceWorker?.controller) whenIdle(() => void [...renderAuthored(SAMPLE)]);
    },
    () => {
      loading = null;
      hasFailed = true;
      addEventListener('online', retry, { once: true });
      // A request may also fail while the browser is online, and one that was under way when it came back hears of that too late.
      clearTimeout(retryTimer);
      retryTimer = setTimeout(() => navigator.onLine && retry(), RETRY_MS);
      listeners.notify();
    },
  );
  return loading;
}

/** Whether a text can be shown without typesetting: plain words only. */
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

/** Typeset HTML of a text, taken from memory if it was typeset before; null until the engine is loaded. */
export function typeset(text: string): string | null {
  const known = cache.get(text);
  if (known !== undefined) return known;
  if (!engine) return null;
  const formulas = engine(text);
  let step = formulas.next();
  while (!step.done) step = formulas.next();
  return keep(text, step.value);
}

/**
 * Stores a text that the server has typeset, with formulas as MathML, if the browser can draw MathML. Nothing needs to be loaded to show
 * it.
 */
export function keepWritten(text: string, html: string): void {
  if ('MathMLElement' in globalThis && !cache.has(text)) cache.set(text, html);
}

/** The text to show when typesetting failed: without tags, formulas as their source. */
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
 * Typesets texts in idle moments, a few formulas at a time, so that the next question appears at once; then calls `done`. Waits until
 * typesetting is loaded; if loading fails, the texts stay as they are. Returns a function that stops it.
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
