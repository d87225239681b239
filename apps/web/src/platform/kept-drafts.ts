/** Work that the server has not confirmed yet: drafts of staff, and what a student writes. One entry for each person and object. */
const kinds = {
  paper: 'composed-paper',
  printed: 'printed-paper',
  question: 'bank-question',
  doubt: 'doubt',
  challenge: 'key-challenge',
} as const;
type Kind = keyof typeof kinds;
const keyOf = (kind: Kind, person_id: number, draft_id: number | string) => `${kinds[kind]}/${person_id}/${draft_id}`;

export function keptDraft<T>(kind: Kind, person_id: number, draft_id: number | string): T | null {
  try {
    return JSON.parse(localStorage.getItem(keyOf(kind, person_id, draft_id)) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

/** Stores the changes of a draft; null removes them. Returns false if the browser stores nothing more: then only the page has them. */
export function keepDraft(kind: Kind, person_id: number, draft_id: number | string, draft: object | null): boolean {
  try {
    if (draft) localStorage.setItem(keyOf(kind, person_id, draft_id), JSON.stringify(draft));
    else localStorage.removeItem(keyOf(kind, person_id, draft_id));
    return true;
  } catch {
    return false;
  }
}

/** Removes the drafts of every person, on logout. */
export function forgetKeptDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) {
      const isDraft = Object.values(kinds).some((kind) => key.startsWith(`${kind}/`));
      if (isDraft) localStorage.removeItem(key);
    }
  } catch {
    // The browser stores nothing.
  }
}
