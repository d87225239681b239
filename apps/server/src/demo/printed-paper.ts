import type { Context, StaffActor } from '../context.ts';
import { addPicture } from '../features/bank/bank-questions/bank-questions.ts';
import { addPictures, createDraft, makeTest } from '../features/exam-office/paper-drafts/paper-drafts.ts';
import { findDemoTopic } from './bank.ts';
import { holdDemoTest } from './papers.ts';

const hourMs = 3_600_000;
const heldHoursAgo = 130;

/** Questions as an institute's printed paper has them: the lines of the question, its options, and the right one. */
const printed: readonly { lines: string[]; options: [string, string, string, string]; key: number }[] = [
  {
    lines: ['A lens of power +4 D forms a real image as large as the', 'object. How far from the lens is the object?'],
    options: ['12.5 cm', '25 cm', '50 cm', '100 cm'],
    key: 3,
  },
  {
    lines: ['Light goes from air into glass of refractive index 1.5.', 'Which of its properties stays the same?'],
    options: ['speed', 'wavelength', 'frequency', 'direction'],
    key: 3,
  },
  {
    lines: ['A plane mirror turns by 15°. By which angle does the', 'reflected ray turn?'],
    options: ['7.5°', '15°', '22.5°', '30°'],
    key: 4,
  },
  {
    lines: ['A pond looks 3 m deep from straight above. With a', 'refractive index of 4/3, how deep is it?'],
    options: ['2.25 m', '3 m', '4 m', '5 m'],
    key: 3,
  },
  {
    lines: ['Two thin lenses of powers +6 D and −2 D touch.', 'What is the focal length of the pair?'],
    options: ['12.5 cm', '16.7 cm', '25 cm', '50 cm'],
    key: 3,
  },
  {
    lines: ['An object stands 30 cm before a concave mirror of focal', 'length 20 cm. Where is its image?'],
    options: ['12 cm before it', '30 cm before it', '60 cm before it', '60 cm behind it'],
    key: 3,
  },
  {
    lines: ['Which colour of white light does a prism of glass', 'deviate the most?'],
    options: ['red', 'yellow', 'green', 'violet'],
    key: 4,
  },
  {
    lines: ['A ray meets a glass surface at 60° and is bent to 35°.', 'How large is its deviation?'],
    options: ['25°', '35°', '60°', '95°'],
    key: 1,
  },
];

const names = ['A', 'B', 'C', 'D'];

/** The question as it looks on paper. */
function drawingOf({ lines, options }: (typeof printed)[number], number: number): string {
  const text = [
    ...lines.map((line, at) => (at === 0 ? `${number}. ${line}` : line)),
    ...[0, 2].map((at) => [at, at + 1].map((option) => `(${names[option]}) ${options[option]}`.padEnd(28, '\u00A0')).join('')),
  ];
  const rows = text.map((line, at) => `<text x="${at === 0 ? 16 : 44}" y="${36 + at * 30}">${line}</text>`).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 560 ${text.length * 30 + 24}"><rect width="560" height="${text.length * 30 + 24}" fill="#fff"/><g font-family="Georgia, serif" font-size="20" fill="#111">${rows}</g></svg>`;
}

/** Adds a test whose questions are pictures of a printed paper, and that students have taken. Adds none if the chapter is not loaded. */
export async function addDemoPrintedPaper(context: Context, institute_id: number): Promise<void> {
  const ended = new Date(context.now.getTime() - heldHoursAgo * hourMs);
  const actor: StaffActor = { user_id: null, role: 'operator', institute_id, reason: 'The demo.' };
  const within = { ...context, now: new Date(ended.getTime() - 24 * hourMs), actor };
  const topic = await findDemoTopic(context);
  if (!topic) return;
  const name = 'Printed test: Lenses and mirrors';
  const section = { subject_id: 2, question_type: 0 as const, question_count: printed.length, integer: false, correct: 4, incorrect: -1 };
  const { id } = await createDraft(within, name, {
    exam: 'NEET',
    preset: null,
    test_duration: printed.length * 120,
    shares: [10, 25, 40, 20, 5],
    sections: [{ ...section, name: 'A', attempt_limit: null, limit_kind: null, partial: null, chapters: [] }],
  });
  const questions = [];
  for (const [at, question] of printed.entries()) {
    const { hash } = await addPicture(within, 'svg', Buffer.from(drawingOf(question, at + 1)).toString('base64'));
    const alt = [...question.lines, ...question.options.map((option, place) => `(${names[place]}) ${option}`)].join(' ');
    questions.push({ number: at + 1, hash, alt, topic_id: topic.id, keys: [question.key] });
  }
  const { version } = await addPictures(within, id, { version: 1, section: 0, option_names: 'letters', questions });
  const { paper_id } = await makeTest(within, id, version);
  await holdDemoTest(context, institute_id, paper_id, ended);
}
