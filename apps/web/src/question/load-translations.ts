import { getTranslatedQuestions } from '@abhyas/contract/tests/translated-questions';
import { call, NetworkFailure } from '../platform/call.ts';
import { currentUser } from '../platform/user.ts';
import { keepDevanagari } from './devanagari.ts';
import { type KeptTexts, orNothing } from './translation-store.ts';
import type { Translated } from './languages.ts';

/** The number of sessions whose texts stay on the device; the newest stay. */
const MOST_KEPT = 6;

async function keep(kept: KeptTexts): Promise<void> {
  // The texts may arrive after the logout that cleared the device.
  if (currentUser()?.id !== kept.student_id) return;
  await orNothing((open) => open.put('texts', kept));
  const all = (await orNothing((open) => open.getAll('texts'))) ?? [];
  const old = all.toSorted((one, other) => other.kept_at - one.kept_at).slice(MOST_KEPT);
  await Promise.all(old.map(({ student_id, session_id }) => orNothing((open) => open.delete('texts', [student_id, session_id]))));
}

/** The Hindi texts of a session: from the server, or without a network from the device. A review is not kept: it contains the solutions of a test. */
export async function loadTranslations(session_id: number, is_review: boolean, now: number): Promise<Translated> {
  const student_id = currentUser()?.id;
  keepDevanagari();
  try {
    const texts = await call(getTranslatedQuestions, { id: session_id, language: 'hi', ...(is_review ? { is_review } : {}) });
    if (student_id !== undefined && !is_review) void keep({ student_id, session_id, texts, kept_at: now });
    return texts;
  } catch (failure) {
    if (!(failure instanceof NetworkFailure) || student_id === undefined || is_review) throw failure;
    const kept = await orNothing((open) => open.get('texts', [student_id, session_id]));
    if (!kept) throw failure;
    return kept.texts;
  }
}
