import { i18n } from '../platform/language.ts';
import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { OFFLINE_WORDS } from '../platform/call.ts';
import { toast } from './toasts.ts';

const FAILED_WORDS = /*i18n*/ 'This part of the page could not be loaded. Try again after some time.';

interface OnDemand<Props> {
  (props: Props): ReactNode;
  /** Fetches the code before it is needed. Never rejects: a failed fetch is repeated when the part is shown. */
  preload: () => Promise<void>;
}

interface Otherwise<Props> {
  /** Closes a part that a press has opened. */
  close?: (props: Props) => void;
  /** Shown until the code is loaded. */
  fallback?: ReactNode;
}

/**
 * A part of a screen whose code is fetched when it is first shown. A failed fetch never replaces the screen: a part with `close` is closed
 * with a message, any other part is fetched again when the network is back.
 */
export function onDemand<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { close, fallback = null }: Otherwise<Props> = {},
): OnDemand<Props> {
  let loaded: ComponentType<Props> | null = null;
  const fetchPart = () =>
    load().then((module) => {
      loaded = module.default;
    });
  function Part(props: Props) {
    const [isLoaded, setLoaded] = useState(loaded !== null);
    const closeFailed = useEffectEvent(() => {
      toast.error(i18n.t(navigator.onLine ? FAILED_WORDS : OFFLINE_WORDS));
      close?.(props);
    });
    useEffect(() => {
      if (loaded) return;
      let isGone = false;
      const attempt = () =>
        void fetchPart().then(
          () => isGone || setLoaded(true),
          () => {
            if (isGone) return;
            if (close) closeFailed();
            else addEventListener('online', attempt, { once: true });
          },
        );
      attempt();
      return () => {
        isGone = true;
        removeEventListener('online', attempt);
      };
    }, []);
    const Loaded = loaded;
    return isLoaded && Loaded ? <Loaded {...props} /> : fallback;
  }
  return Object.assign(Part, { preload: () => fetchPart().catch(() => undefined) });
}
