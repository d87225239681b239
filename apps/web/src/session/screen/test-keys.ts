/** The keys of the test screen as its help lists them; `useTestKeys` handles them. */
export const testKeys: readonly { names: readonly string[]; meaning: string }[] = [
  { names: ['1–4', 'A–D'], meaning: /*i18n*/ 'Choose an option; press again to clear it' },
  { names: ['0–9', '.', '−'], meaning: /*i18n*/ 'Type a numerical answer' },
  { names: ['←', '→'], meaning: /*i18n*/ 'Previous, next question' },
  { names: ['M'], meaning: /*i18n*/ 'Mark for review, or remove the mark' },
  { names: ['C'], meaning: /*i18n*/ 'Clear the response (with none given: option C)' },
  { names: ['P'], meaning: /*i18n*/ 'Question palette' },
  { names: ['?'], meaning: /*i18n*/ 'List of the keys' },
];
