/** Changes of papers being composed that the server has not confirmed; the device keeps them until then, one entry a paper and person. */
const KEY = 'composed-paper';
const keyOf = (person_id: number, draft_id: number) => `${KEY}/${person_id}/${draft_id}`;

export function keptPaper<T>(person_id: number, draft_id: number): T | null {
  try {
    return JSON.parse(localStorage.getItem(keyOf(person_id, draft_id)) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

/** Keeps a paper; null forgets it. Where the browser keeps nothing, the page alone holds the changes. */
export function keepPaper(person_id: number, draft_id: number, paper: object | null): void {
  try {
    if (paper) localStorage.setItem(keyOf(person_id, draft_id), JSON.stringify(paper));
    else localStorage.removeItem(keyOf(person_id, draft_id));
  } catch {
    // The page holds them.
  }
}

/** Forgets the papers of every person, on logout. */
export function forgetKeptPapers(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(`${KEY}/`)) localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
