/** Changes to composed papers that the server has not confirmed yet. The device keeps one entry for each paper and person. */
const KEY = 'composed-paper';
const keyOf = (person_id: number, draft_id: number) => `${KEY}/${person_id}/${draft_id}`;

export function keptPaper<T>(person_id: number, draft_id: number): T | null {
  try {
    return JSON.parse(localStorage.getItem(keyOf(person_id, draft_id)) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

/** Stores a paper's changes; null removes them. If the browser stores nothing, only the page has the changes. */
export function keepPaper(person_id: number, draft_id: number, paper: object | null): void {
  try {
    if (paper) localStorage.setItem(keyOf(person_id, draft_id), JSON.stringify(paper));
    else localStorage.removeItem(keyOf(person_id, draft_id));
  } catch {
    // The page still has the changes.
  }
}

/** Removes the papers of every person, on logout. */
export function forgetKeptPapers(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(`${KEY}/`)) localStorage.removeItem(key);
  } catch {
    // The browser stores nothing.
  }
}
