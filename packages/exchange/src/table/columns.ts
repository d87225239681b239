/** The columns of a table of questions, by their names in our own files; `help` is the second row of the template. */
export const columns = [
  { name: 'topic', help: 'Topic or chapter' },
  { name: 'type', help: 'single, multiple, numerical or comprehension; may be empty' },
  { name: 'difficulty', help: '1 (recall) to 5 (hardest)' },
  { name: 'question', help: 'The text; formulas between \\( and \\) or dollars' },
  { name: 'figure', help: 'The name of a picture in the same zip' },
  { name: 'option_1', help: 'The first option; leave all four empty for a number as the answer' },
  { name: 'option_2', help: 'The second option' },
  { name: 'option_3', help: 'The third option' },
  { name: 'option_4', help: 'The fourth option' },
  { name: 'option_1_figure', help: 'The name of a picture' },
  { name: 'option_2_figure', help: 'The name of a picture' },
  { name: 'option_3_figure', help: 'The name of a picture' },
  { name: 'option_4_figure', help: 'The name of a picture' },
  { name: 'answer', help: 'B, or A; C for several, or a number, or 2.4 to 2.6' },
  { name: 'also_accepted', help: 'Further answers, with | between them' },
  { name: 'precision', help: 'Decimals of a number that are compared, 0 to 6' },
  { name: 'notes', help: 'A note below a numerical question' },
  { name: 'solution', help: 'The solution' },
  { name: 'solution_figure', help: 'The name of a picture' },
  { name: 'video', help: 'The address of a video solution' },
  { name: 'for', help: 'paper or practice' },
  { name: 'options_layout', help: '0 row, 1 column, 2 two by two' },
  { name: 'passage', help: 'The passage of a comprehension question; repeat it for each of its questions' },
  { name: 'passage_figure', help: 'The name of a picture' },
] as const;
export type Column = (typeof columns)[number]['name'] | 'subject' | 'chapter' | 'option_5' | 'marks' | 'number';

/** Names that people give to the columns, with letters and digits only. */
const names: Readonly<Partial<Record<Column, RegExp>>> = {
  subject: /^(?:subject|subjectname)$/,
  chapter: /^(?:chapter|chaptername|unit|unitname|lesson|category)$/,
  topic: /^(?:topic|topicname|subtopic|tags?|concept)$/,
  type: /^(?:type|questiontype|qtype|kind)$/,
  difficulty: /^(?:difficulty|difficultylevel|level|complexity)$/,
  question: /^(?:questions?|questiontext|questionstem|questiondescription|text|stem|problem|que|ques|q)$/,
  figure: /^(?:figure|image|picture|questionimage|questionfigure|questionpicture|diagram)$/,
  answer: /^(?:answers?|ans|correct|correctanswers?|correctoptions?|correctchoice|rightanswer|answerkey|key|correctans|anskey)$/,
  also_accepted: /^(?:alsoaccepted|otheranswers)$/,
  precision: /^(?:precision|decimals)$/,
  notes: /^(?:notes?|remark)$/,
  solution: /^(?:solutions?|explanation|rationale|sol|answerexplanation|detailedsolution)$/,
  solution_figure: /^(?:solutionfigure|solutionimage|solutionpicture)$/,
  video: /^(?:video|videosolution|videolink|videourl)$/,
  for: /^(?:for|use)$/,
  options_layout: /^(?:optionslayout|layout)$/,
  passage: /^(?:passage|paragraph|comprehension|stimulus)$/,
  passage_figure: /^(?:passagefigure|passageimage)$/,
  marks: /^(?:marks?|points?|score|weight|negativemarks?|positivemarks?|negative|penalty)$/,
  number: /^(?:no|sno|srno|slno|serial|serialno|serialnumber|number|id|qno|qid|questionno|questionnumber|questionid|code|)$/,
};
const option = /^(?:options?|opt|choice|answer|alternative|)([a-e1-5])(figure|image|picture|)$/;

/** The column that a heading means; null for a heading that we do not know. */
export function columnOf(heading: string): Column | null {
  const name = heading.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  for (const [column, pattern] of Object.entries(names)) if (pattern.test(name)) return column as Column;
  const [, letter, figure] = option.exec(name) ?? [];
  if (letter === undefined) return null;
  const number = /\d/.test(letter) ? Number(letter) : letter.charCodeAt(0) - 96;
  if (number === 5) return 'option_5';
  return `option_${number}${figure ? '_figure' : ''}` as Column;
}
