import { useEffect, useRef, useState } from 'react';

/** Whether an element is near the visible area, so that its content is worth drawing. */
export function useNear<E extends HTMLElement>() {
  const element = useRef<E>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), { rootMargin: '800px 0px' });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return { element, isNear };
}
