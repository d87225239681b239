/** States of a question that an institute writes. Only approved questions reach practice, search and papers. */
export const bankStates = ['draft', 'in_review', 'approved', 'retired'] as const;
export type BankState = (typeof bankStates)[number];

export const bankActs = ['submit', 'withdraw', 'send_back', 'approve', 'reopen', 'retire', 'restore'] as const;
export type BankAct = (typeof bankActs)[number];

/** The states between which each act leads. A text can be changed in a draft only. */
export const bankTransitions: Readonly<Record<BankAct, { from: BankState; to: BankState }>> = {
  submit: { from: 'draft', to: 'in_review' },
  withdraw: { from: 'in_review', to: 'draft' },
  send_back: { from: 'in_review', to: 'draft' },
  approve: { from: 'in_review', to: 'approved' },
  reopen: { from: 'approved', to: 'draft' },
  retire: { from: 'approved', to: 'retired' },
  restore: { from: 'retired', to: 'approved' },
};

/** The facts about a question and the person that decide which acts are possible. */
export interface BankFacts {
  state: BankState;
  /** Number of faults in the text. */
  fault_count: number;
  /** Whether practice could serve the question, or a paper or quiz contains it: students may have seen it. */
  is_asked: boolean;
  /** Whether an approved question has replaced it. */
  is_replaced: boolean;
  /** Whether the person has written the text since its last approval, or submitted it. */
  is_writer: boolean;
  /** Members of the institute who may approve. */
  approver_count: number;
  /** The reason that the person gives; empty without one. */
  word: string;
}

/** Whether the person may approve the question: yes, only with a reason because nobody else could, or no. */
export function mayApprove({ is_writer, approver_count }: Pick<BankFacts, 'is_writer' | 'approver_count'>): 'yes' | 'with_word' | 'no' {
  if (!is_writer) return 'yes';
  return approver_count <= 1 ? 'with_word' : 'no';
}

/** The refusals of acts on a question in another state, in words that fit one question and several. */
const refusalsByState: Record<BankAct, string> = {
  submit: 'Only a draft can be submitted for review.',
  withdraw: 'Only a question in review can be taken out of review.',
  send_back: 'Only a question in review can be sent back.',
  approve: 'Only a question in review can be approved.',
  reopen: 'Only an approved question can be edited again.',
  retire: 'Only an approved question can be retired.',
  restore: 'Only a retired question can be restored.',
};

/** Why an act is not possible, as a sentence for the person; null if it is possible. */
export function refusalOfAct(act: BankAct, facts: BankFacts): string | null {
  if (facts.state !== bankTransitions[act].from) return refusalsByState[act];
  const hasWord = facts.word.trim() !== '';
  const needsWord = mayApprove(facts);
  if ((act === 'submit' || act === 'approve') && facts.fault_count > 0) return 'Correct the faults first.';
  if (act === 'send_back' && !hasWord) return 'Write what should be changed.';
  if (act === 'approve' && needsWord === 'no') return 'Somebody else must approve a question that you have written.';
  if (act === 'approve' && needsWord === 'with_word' && !hasWord) return 'Give a reason for approving your own question.';
  if (act === 'reopen' && facts.is_asked) return 'Students may have seen this question. Write a replacement instead.';
  if (act === 'restore' && facts.is_replaced) return 'An approved replacement already exists.';
  return null;
}
