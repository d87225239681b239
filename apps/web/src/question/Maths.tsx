import { memo, useEffect, useRef, useSyncExternalStore } from 'react';
import styles from './Maths.module.css';
import { isPlain, mathsState, preloadMaths, sourceOf, subscribeMaths, typeset } from './maths.ts';

const CHARACTERS_A_LINE = 58;

/** Space for a text that is not typeset yet, with about as many lines as it will have. */
function Placeholder({ text }: { text: string }) {
  const lines = Math.min(6, Math.max(1, Math.ceil(sourceOf(text).length / CHARACTERS_A_LINE)));
  return (
    <span className="flex flex-col gap-[0.6em] py-[0.3em]" aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles.line} style={{ inlineSize: line === lines - 1 ? '60%' : '100%' }} />
      ))}
    </span>
  );
}

/** Marks inline formulas that are wider than their line: each scrolls by itself. */
function markWide(root: HTMLElement): void {
  const parts = [...root.querySelectorAll<HTMLElement>('.katex-html .katex-base')];
  const areWide = parts.map((part) => {
    const line = part.closest<HTMLElement>('li, td, th, .katex-display') ?? root;
    const isOwn = line === root || line.tagName === 'LI';
    return isOwn && part.scrollWidth > line.clientWidth;
  });
  for (const [at, part] of parts.entries()) part.toggleAttribute('data-wide', areWide[at]);
}

interface MathsProps {
  /** Authored text: a few HTML tags, TeX between \( \) or \[ \], a blank line between paragraphs. */
  text: string;
  className?: string;
  /** The language of the text, if an element around it does not tell. */
  lang?: 'hi' | undefined;
}

/** Authored text, typeset. The source of a formula is never shown first. */
export const Maths = memo(function Maths({ text, className, lang }: MathsProps) {
  const state = useSyncExternalStore(subscribeMaths, mathsState);
  const isTypeset = !isPlain(text);
  const html = isTypeset ? typeset(text) : null;
  const isKnown = html !== null;
  useEffect(() => {
    if (isTypeset && !isKnown) void preloadMaths();
  }, [isTypeset, isKnown]);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const line = root.current;
    if (html === null || !line) return;
    // The observer calls back after the browser's own layout; measuring earlier would force a layout at once.
    const observer = new ResizeObserver(() => markWide(line));
    observer.observe(line);
    return () => observer.disconnect();
  }, [html]);
  const classes = className ? `${styles.maths} ${className}` : styles.maths;
  if (!isTypeset)
    return (
      <div className={classes} lang={lang}>
        {text}
      </div>
    );
  if (html === null && state === 'failed')
    return (
      <div className={classes} lang={lang}>
        {sourceOf(text)}
      </div>
    );
  if (html === null) {
    return (
      <div className={classes} aria-busy="true">
        <Placeholder text={text} />
      </div>
    );
  }
  // maths-engine.ts has sanitised the text before it put a formula in.
  return <div ref={root} className={classes} lang={lang} dangerouslySetInnerHTML={{ __html: html }} />;
});
