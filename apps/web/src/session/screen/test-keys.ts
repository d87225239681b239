/** The keys of the test screen as its help lists them; `useTestKeys` handles them. */
export const testKeys: readonly { names: readonly string[]; meaning: string }[] = [
  { names: ['1–4', 'A–D'], meaning: 'Choose an option; press again to clear it' },
  { names: ['0–9', '.', '−'], meaning: 'Type a numerical answer' },
  { names: ['←', '→'], meaning: 'Previous, next question' },
  { names: ['M'], meaning: 'Mark for review, or remove the mark' },
  { names: ['C'], meaning: 'Clear the response (with none given: option C)' },
  { names: ['P'], meaning: 'Question palette' },
  { names: ['?'], meaning: 'List of the keys' },
];
