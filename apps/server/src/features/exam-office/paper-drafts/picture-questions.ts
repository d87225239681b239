import { type BankContent, emptyContent } from '@abhyas/contract/bank/bank-content';
import type { Input } from '@abhyas/contract/endpoint';
import { type addPictureQuestions, MOST_QUESTIONS, optionNames } from '@abhyas/contract/exam-office/paper-drafts';
import { Problem } from '@abhyas/contract/problem';
import { isInteger } from '@abhyas/contract/bank/authored-keys';
import type { StaffContext } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { areKnownToBank, faultsOfQuestion, makePictureQuestions } from '../../bank/bank-questions/bank-questions.ts';
import { writeAudit } from '../../institute/audit/audit.ts';
import { lockDraft } from './draft-lock.ts';
import * as store from './paper-drafts.store.ts';
import type { Plan } from './question-pool.ts';

type Added = Omit<Input<typeof addPictureQuestions>, 'id' | 'may_use'>;

const typeOf = { 0: 'four_options', 1: 'numerical', 2: 'multiple_option' } as const;

/** The question as the bank stores it. Its options are the names that the picture shows, so they are never printed in another order. */
function contentOf(
  { number, hash, alt, topic_id, keys }: Added['questions'][number],
  type: (typeof typeOf)[keyof typeof typeOf],
  names: Added['option_names'],
): BankContent {
  return {
    ...emptyContent,
    topic_id,
    type,
    text: `Question ${number}`,
    options: type === 'numerical' ? ['', '', '', ''] : [...optionNames[names]],
    options_layout: 0,
    figure: { hash, alt, size: 3 },
    keys: [...keys],
  };
}

/** The contents for a section of the plan. Throws `not_possible` with the first fault, and `not_found` for a section outside the plan. */
async function contentsFor(plan: Plan, { section, questions, option_names }: Added): Promise<BankContent[]> {
  const planned = plan.sections[section];
  if (!planned) throw new Problem('not_found');
  const { question_type, integer } = planned;
  if (question_type === 3) throw new Problem('not_possible', 'Questions on a passage cannot be added as pictures. Choose another form.');
  const contents = questions.map((question) => contentOf(question, typeOf[question_type], option_names));
  for (const [at, content] of contents.entries()) {
    const [fault] = await faultsOfQuestion(content);
    const which = `Question ${questions[at]?.number ?? 0}`;
    if (fault) throw new Problem('not_possible', `${which}: ${fault.what}.`);
    if (integer && !isInteger(content.keys)) throw new Problem('not_possible', `${which}: the section asks for a whole number.`);
  }
  return contents;
}

/** Throws `not_found` for a picture that the institute does not have, or a topic of another subject. */
async function checkNames(context: StaffContext, plan: Plan, { section, questions }: Added): Promise<void> {
  const hashes = questions.map(({ hash }) => hash);
  if (!(await areKnownToBank(context, { topic_id: null, passage_id: null, hashes }))) throw new Problem('not_found');
  const topics = [...new Set(questions.map(({ topic_id }) => topic_id))];
  const subject_id = plan.sections[section]?.subject_id ?? 0;
  if ((await store.countTopics(context, topics, subject_id)) < topics.length)
    throw new Problem('not_found', 'The topic of a question does not exist in the subject of its section.');
}

/**
 * Adds questions of a printed paper as pictures to the end of a section, locked, so that filling keeps them. They are approved by the
 * person who loads them, and only this paper asks them.
 */
export async function addPictures(context: StaffContext, id: number, added: Added) {
  return inTransaction(context, async (within) => {
    const draft = await lockDraft(within, id, added.version);
    const { name, plan, items, passed } = draft;
    const { section } = added;
    const contents = await contentsFor(plan, added);
    const held = items.filter((item) => item.section === section).length;
    const room = (plan.sections[section]?.question_count ?? 0) - held;
    if (contents.length > room || items.length + contents.length > MOST_QUESTIONS)
      throw new Problem('not_possible', 'This section of the paper has no room for so many questions.');
    await checkNames(within, plan, added);
    const ids = await makePictureQuestions(within, contents);
    const all = [...items, ...ids.map((question_id) => ({ section, question_id, is_locked: true }))];
    const version = await store.updateDraft(within, id, { name, plan, items: all.toSorted((a, b) => a.section - b.section), passed });
    await writeAudit(within, {
      what: 'paper_draft.pictures',
      object_type: 'paper_draft',
      object_id: id,
      after: { count: ids.length, may_use: true },
    });
    return { success: true as const, version, question_count: all.length };
  });
}
