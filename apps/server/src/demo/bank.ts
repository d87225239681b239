import { type BankContent, emptyContent } from '@abhyas/contract/bank/bank-content';
import type { BankAct } from '@abhyas/exam/bank/bank-states';
import type { Context, StaffContext } from '../context.ts';
import {
  actOnQuestion,
  createPassage,
  createQuestion,
  followQuestion,
  openQuestion,
  saveQuestion,
} from '../features/bank/bank-questions/bank-questions.ts';

const hourMs = 3_600_000;

const formula: Partial<BankContent> = {
  text: String.raw`A lens of focal length \(20\ \mathrm{cm}\) stands \(30\ \mathrm{cm}\) from a candle. How far behind the lens is the image?`,
  options: ['12 cm', '40 cm', '60 cm', '80 cm'],
  keys: [3],
  solution: String.raw`\(\frac{1}{v} = \frac{1}{f} - \frac{1}{u} = \frac{1}{20} - \frac{1}{30} = \frac{1}{60}\), so \(v = 60\ \mathrm{cm}\).`,
};
const range: Partial<BankContent> = {
  type: 'numerical',
  difficulty: 4,
  text: String.raw`Light passes from water of refractive index \(1.33\) into air. Find the critical angle, in degrees, to one decimal.`,
  keys: [{ from: '48.6', to: '48.9' }],
  notes: 'from 48.6 to 48.9',
  solution: String.raw`\(\sin \theta = \frac{1}{1.33} = 0.752\), so \(\theta = 48.8^{\circ}\).`,
};
const several: Partial<BankContent> = {
  type: 'multiple_option',
  text: 'A plane mirror shows a face. What is true of the image?',
  options: ['It is upright', 'It can be caught on a screen', 'It is as large as the face', 'It is nearer than the face'],
  keys: [[1, 3]],
  solution: 'The image of a plane mirror is virtual, upright, of equal size and as far behind the mirror as the face is in front.',
};
const early: Partial<BankContent> = {
  for: 'practice',
  difficulty: 2,
  text: 'A pencil in a glass of water looks bent. Which property of light explains it?',
  options: ['Reflection', 'Refraction', 'Dispersion', 'Diffraction'],
  keys: [2],
  solution: 'Light that leaves the water changes its direction at the surface: it is refracted.',
};
const passageText =
  'A street lamp hangs 6 m above the road. A girl 1.5 m tall walks away from it at a steady speed, and her shadow grows longer on the road.';
const aboutPassage: Partial<BankContent> = {
  type: 'comprehension',
  difficulty: 4,
  text: 'How long is her shadow when she is 9 m from the foot of the lamp?',
  options: ['1.5 m', '2.25 m', '3 m', '4.5 m'],
  keys: [3],
  solution: 'By similar triangles, shadow to 1.5 m is as shadow plus 9 m to 6 m: the shadow is 3 m long.',
};

/** The first topic of ray optics, under which the institute writes; undefined if the chapter is not loaded. */
export const findDemoTopic = ({ db }: Context) =>
  db
    .selectFrom('topics')
    .innerJoin('chapters', 'chapters.id', 'topics.chapter_id')
    .where('chapters.code', '=', 'phy-ray-optics')
    .select('topics.id')
    .orderBy('topics.position')
    .executeTakeFirst();

/** Adds questions in each state, written and reviewed by two people of the institute. Adds none if the chapter is not loaded. */
export async function addDemoQuestions(context: Context, institute_id: number): Promise<void> {
  const { db } = context;
  const topic = await findDemoTopic(context);
  const staff = await db
    .selectFrom('users')
    .where('phone', 'in', ['9000000011', '9000000012'])
    .select(['id', 'phone'])
    .orderBy('phone')
    .execute();
  const [owner, teacher] = staff;
  if (!topic || !owner || !teacher) return;
  const as = (user_id: number, role: 'owner' | 'teacher', hoursAgo: number): StaffContext => ({
    ...context,
    now: new Date(context.now.getTime() - hoursAgo * hourMs),
    actor: { user_id, role, institute_id, reason: null },
  });
  const byTeacher = (hoursAgo: number) => as(teacher.id, 'teacher', hoursAgo);
  const byOwner = (hoursAgo: number) => as(owner.id, 'owner', hoursAgo);
  const contentOf = (content: Partial<BankContent>): BankContent => ({ ...emptyContent, topic_id: topic.id, ...content });
  const write = async (by: StaffContext, content: Partial<BankContent>) => (await createQuestion(by, contentOf(content))).id;
  const act = async (by: StaffContext, id: number, name: BankAct, word?: string) => {
    const { version } = await openQuestion(by, id);
    await actOnQuestion(by, id, version, name, word);
  };
  const approved = async (content: Partial<BankContent>, hoursAgo: number) => {
    const id = await write(byTeacher(hoursAgo), content);
    await act(byTeacher(hoursAgo - 1), id, 'submit');
    await act(byOwner(hoursAgo - 2), id, 'approve');
    return id;
  };
  await approved(formula, 70);
  await approved(range, 66);
  const { id: passage_id } = await createPassage(byTeacher(64), { text: passageText, figure: null });
  await approved({ ...aboutPassage, passage_id }, 63);
  const old = await approved(early, 60);
  const next = await followQuestion(byTeacher(40), old);
  const { version, content } = await openQuestion(byTeacher(40), next.id);
  const better = {
    ...content,
    text: 'A straight pencil in a glass of water looks bent at the surface. Which property of light explains it?',
  };
  await saveQuestion(byTeacher(39), next.id, version, better);
  const gone = await approved(
    { ...early, for: 'paper', text: 'Which mirror does a dentist hold?', options: ['Plane', 'Concave', 'Convex', 'Half-silvered'] },
    50,
  );
  await act(byOwner(30), gone, 'retire');
  const reviewed = await write(byTeacher(20), several);
  await act(byTeacher(19), reviewed, 'submit');
  const ofOwner = await write(byOwner(18), {
    ...range,
    text: 'A diver looks up from deep water. Find the angle, in degrees, at which the sky ends for her.',
  });
  await act(byOwner(17), ofOwner, 'submit');
  const returned = await write(byTeacher(12), { ...formula, text: 'Where is the image of the candle?' });
  await act(byTeacher(11), returned, 'submit');
  await act(byOwner(10), returned, 'send_back', 'Say how far the candle stands from the lens.');
  await write(byTeacher(3), {
    text: String.raw`A prism of angle \(A\) has the refractive index \(\sqrt{2\). Find the least deviation.`,
    keys: [],
  });
}
