import { allResponses, closeVisit, type SessionState } from '@abhyas/exam/tests/session';
import { uploadBody } from './upload-parts.ts';

const IV_BYTES = 12;

const base64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

/** Whether this page can encrypt an answer file: browsers offer the cryptography only over https and on localhost. */
export const canSeal = (): boolean => globalThis.crypto?.subtle !== undefined;

/**
 * The session's answers as a file that the server accepts as an upload with the finish flag: JSON, encrypted with AES-256-GCM under the
 * session's key (base64). The encryption hides the answers from other people and reveals damage.
 */
export async function sealAnswers(state: SessionState, key: string): Promise<string> {
  const closed = closeVisit(state, state.session_time_spent);
  const body = uploadBody(closed, { writer: closed.writer, responses: allResponses(closed), visits: closed.visits, isFinish: true });
  const bytes = Uint8Array.from(atob(key), (character) => character.charCodeAt(0));
  const aes = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt']);
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, aes, new TextEncoder().encode(JSON.stringify(body)));
  return JSON.stringify({
    format: 'abhyas-answers-1',
    session_id: state.session_id,
    iv: base64(iv),
    sealed: base64(new Uint8Array(sealed)),
  });
}

/** Saves the encrypted answers as a file through the browser. */
export async function downloadAnswers(state: SessionState, key: string): Promise<void> {
  const file = new Blob([await sealAnswers(state, key)], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `answers-${state.session_id}.json`;
  link.click();
  // The browser reads the address only after this turn of the event loop.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
