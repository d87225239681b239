import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import classes from './Bank.module.css';

interface FrameProps {
  title: string;
  width: number;
  scheme: 'light' | 'dark';
  children: ReactNode;
}

/** Copies the style sheets of the page, and those that are loaded later, into a document. Returns the function that ends it. */
function followStyles(into: Document): () => void {
  const copied = new Set<Node>();
  const copy = () => {
    for (const node of document.head.querySelectorAll('style, link[rel="stylesheet"]')) {
      if (copied.has(node)) continue;
      copied.add(node);
      into.head.append(into.importNode(node, true));
    }
  };
  copy();
  const observer = new MutationObserver(copy);
  observer.observe(document.head, { childList: true });
  return () => observer.disconnect();
}

/** Shows its content in a document of its own, so that it has the width and the colours of another screen. */
export function Frame({ title, width, scheme, children }: FrameProps) {
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null);
  const [height, setHeight] = useState(320);
  const page = frame?.contentDocument ?? null;
  useEffect(() => {
    if (!page) return undefined;
    page.documentElement.lang = document.documentElement.lang;
    page.title = title;
    const end = followStyles(page);
    const observer = new ResizeObserver(() => setHeight(page.body.scrollHeight));
    observer.observe(page.body);
    return () => {
      end();
      observer.disconnect();
    };
  }, [page, title]);
  useEffect(() => page?.documentElement.setAttribute('data-mantine-color-scheme', scheme), [page, scheme]);
  return (
    <div className={classes.frame}>
      <iframe ref={setFrame} title={title} style={{ inlineSize: width, blockSize: height }} data-narrow={width < 400 || undefined} />
      {page && createPortal(<div className="p-16">{children}</div>, page.body)}
    </div>
  );
}
