import type { Content, DraftQuestion, Item } from './draft-keeper.ts';

type Questions = ReadonlyMap<number, DraftQuestion>;

const passageOf = (questions: Questions, item: Item | undefined) =>
  item === undefined ? null : (questions.get(item.question_id)?.comprehension_question_id ?? null);

/** The questions that are moved and locked together: a single question, or the neighbouring questions on one passage. */
function unitAt(items: readonly Item[], at: number, questions: Questions): { from: number; to: number } {
  const passage = passageOf(questions, items[at]);
  const isSame = (place: number) =>
    passage !== null && items[place]?.section === items[at]?.section && passageOf(questions, items[place]) === passage;
  let [from, to] = [at, at + 1];
  while (isSame(from - 1)) from -= 1;
  while (isSame(to)) to += 1;
  return { from, to };
}

/** Moves one question, or its whole passage, up or down by one position, and returns the new items; null at the edge of its section. */
export function moved(items: readonly Item[], question_id: number, by: -1 | 1, questions: Questions): Item[] | null {
  const at = items.findIndex((item) => item.question_id === question_id);
  const { from, to } = unitAt(items, at, questions);
  const neighbour = by === -1 ? from - 1 : to;
  if (at < 0 || items[neighbour]?.section !== items[at]?.section) return null;
  const other = unitAt(items, neighbour, questions);
  const [first, second] = by === -1 ? [other, { from, to }] : [{ from, to }, other];
  return [
    ...items.slice(0, first.from),
    ...items.slice(second.from, second.to),
    ...items.slice(first.from, first.to),
    ...items.slice(second.to),
  ];
}

/** Locks or unlocks one question, or its whole passage, and returns the new items. */
export function withLock(items: readonly Item[], question_id: number, is_locked: boolean, questions: Questions): Item[] {
  const { from, to } = unitAt(
    items,
    items.findIndex((item) => item.question_id === question_id),
    questions,
  );
  return items.map((item, at) => (at >= from && at < to ? { ...item, is_locked } : item));
}

/** The items without one question, or without its whole passage. */
export function without(items: readonly Item[], question_id: number, questions: Questions): Item[] {
  const { from, to } = unitAt(
    items,
    items.findIndex((item) => item.question_id === question_id),
    questions,
  );
  return items.filter((_item, at) => at < from || at >= to);
}

/** The plan without one section, and the items of the sections that stay. */
export function withoutSection({ plan, items }: Pick<Content, 'plan' | 'items'>, at: number): Pick<Content, 'plan' | 'items'> {
  return {
    plan: { ...plan, sections: plan.sections.toSpliced(at, 1) },
    items: items.flatMap((item) =>
      item.section === at ? [] : [{ ...item, section: item.section > at ? item.section - 1 : item.section }],
    ),
  };
}
