/** The text of the New NEET pattern, the same in the instructions and above the question. */
export const newNeetRule =
  /*i18n*/ 'Attempt all questions of Section A. Section B has 15 questions: you may attempt any 10 of them. If you attempt more, only the first 10 attempted, in question order, are marked.';
