/** The New NEET pattern's text (spec 1, section 2.8): the instructions and the question itself say it in the same words. */
export const newNeetRule =
  'Attempt all questions of Section A. Section B has 15 questions: you may attempt any 10 of them. If you attempt more, only the first 10 attempted, in question order, are marked.';
