import type { Answer } from '@abhyas/contract/endpoint';
import type { beginGoogle } from '@abhyas/contract/institute/identity';

type Begun = Answer<typeof beginGoogle>;

/** The part of Google Identity Services that we use. */
interface GoogleIdentity {
  initialize(settings: { client_id: string; nonce: string; callback: (answer: { credential?: string }) => void; ux_mode: 'popup' }): void;
  renderButton(place: HTMLElement, look: { type: 'standard'; size: 'large'; width: number; text: 'continue_with' }): void;
}

declare global {
  interface Window {
    google?: { accounts?: { id?: GoogleIdentity } };
  }
}

const SCRIPT = 'https://accounts.google.com/gsi/client';

function load(): Promise<GoogleIdentity> {
  const loaded = window.google?.accounts?.id;
  if (loaded) return Promise.resolve(loaded);
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = SCRIPT;
    script.async = true;
    script.onload = () => {
      const identity = window.google?.accounts?.id;
      if (identity) resolve(identity);
      // not translated: for developers
      else reject(new Error('Google’s script loaded, but defines nothing'));
    };
    script.onerror = () => {
      script.remove();
      // not translated: for developers
      reject(new Error('Google’s script could not be loaded'));
    };
    document.head.append(script);
  });
}

/** Replaces our button by Google's; its script is loaded only now. `onToken` is called with the token that Google returns. */
export async function showGoogleButton(
  place: HTMLElement,
  { client_id, nonce }: Begun,
  onToken: (id_token: string) => void,
): Promise<void> {
  const identity = await load();
  identity.initialize({
    client_id,
    nonce,
    ux_mode: 'popup',
    callback: ({ credential }) => {
      if (credential) onToken(credential);
    },
  });
  identity.renderButton(place, { type: 'standard', size: 'large', width: Math.min(400, place.clientWidth), text: 'continue_with' });
}
