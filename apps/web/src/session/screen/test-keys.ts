/** The keys of the test screen, for who reads about them; `useTestKeys` acts on them. */
export const testKeys: readonly { names: readonly string[]; meaning: string }[] = [
  { names: ['1–4', 'A–D'], meaning: 'Choose an option; again, take it back' },
  { names: ['0–9', '.', '−'], meaning: 'Type a numerical answer' },
  { names: ['←', '→'], meaning: 'Previous, next question' },
  { names: ['M'], meaning: 'Mark for review, or take the mark away' },
  { names: ['C'], meaning: 'Clear the response (with none given: option C)' },
  { names: ['P'], meaning: 'Question palette' },
  { names: ['?'], meaning: 'List of the keys' },
];
