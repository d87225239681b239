import type { AcceptedAnswer } from '@abhyas/exam/bank/question';
import { type PartOfItem, type SourceAnswer, textOnly } from '../draft.ts';
import type { Rendering } from '../markup/render.ts';
import { readText } from '../markup/source-text.ts';
import { allNamed, childNamed, childrenNamed, type Element, elementsOf, firstNamed, textOf } from '../markup/tree.ts';
import { decimalOf, keyBetween, keyWithin, precisionOf } from '../numerical.ts';
import { takeSolution } from '../solution.ts';
import { notTaken } from './qti-names.ts';
import type { ItemRead } from './qti-item.ts';

/** The fields that programs add to an item: its type, its passage. */
export function metadataOf(item: Element): Map<string, string> {
  const fields = [...allNamed(item, 'qtimetadatafield')];
  const valueOf = (field: Element, name: string) => textOf(childNamed(field, name) ?? '').trim();
  return new Map(fields.map((field) => [valueOf(field, 'fieldlabel').toLowerCase(), valueOf(field, 'fieldentry')]));
}

/** The texts and pictures of an element, without those within its responses. */
export function materialOf(element: Element | undefined, to: Rendering): PartOfItem {
  const parts: PartOfItem[] = [];
  const walk = (one: Element) => {
    for (const child of elementsOf(one)) {
      if (child.name === 'mattext' || child.name === 'matemtext') {
        const isHtml = child.attributes['texttype'] === 'text/html' || elementsOf(child).length > 0;
        parts.push(readText(textOf(child), isHtml ? 'html' : 'mixed', to));
      } else if (child.name === 'matimage') {
        const index = to.picture(child.attributes['uri'] ?? '', child.attributes['label'] ?? '');
        if (index !== null) parts.push({ text: '', figures: [index] });
      } else if (child.name === 'mataudio' || child.name === 'matvideo' || child.name === 'matapplet')
        to.notices.loss('media', `A part that plays or draws (${child.name.slice(3)}) was left out.`);
      else if (!/^(?:response_|render_)/.test(child.name)) walk(child);
    }
  };
  if (element) walk(element);
  return {
    text: parts
      .map(({ text }) => text)
      .filter((text) => text !== '')
      .join('\n\n'),
    figures: [...new Set(parts.flatMap(({ figures }) => figures))],
  };
}

interface Condition {
  score: number;
  equal: string[];
  element: Element;
}

/** The conditions of the marking, each with its score and the answers that it asks for; answers that it excludes are left out. */
function conditionsOf(item: Element): Condition[] {
  return [...allNamed(item, 'respcondition')].map((element) => {
    const asked: string[] = [];
    const walk = (one: Element) => {
      for (const child of elementsOf(one)) {
        if (child.name === 'varequal') asked.push(textOf(child).trim());
        else if (child.name !== 'not') walk(child);
      }
    };
    walk(childNamed(element, 'conditionvar') ?? { name: '', attributes: {}, children: [] });
    const scores = childrenNamed(element, 'setvar').map((set) => Number(textOf(set).trim() || '0'));
    return { score: scores.find((score) => score !== 0) ?? 0, equal: asked, element };
  });
}

function answerOfChoice(response: Element, conditions: readonly Condition[], to: Rendering): SourceAnswer {
  const labels = [...allNamed(response, 'response_label')];
  const several = /^multiple$/i.test(response.attributes['rcardinality'] ?? '');
  const positive = conditions.filter(({ score, equal }) => score > 0 && equal.length > 0);
  const best = Math.max(0, ...positive.map(({ score }) => score));
  const correct = new Set(positive.filter(({ score }) => several || score === best).flatMap(({ equal }) => equal));
  const scores = conditions.filter(({ equal }) => equal.length === 1).map(({ score }) => score);
  if (scores.some((score) => score < 0) || new Set(scores.filter((score) => score > 0)).size > 1)
    to.notices.loss('weights', 'The marks of single options were left out: the marking scheme of a test gives them.');
  const places = labels.flatMap(({ attributes }, at) => (correct.has(attributes['ident'] ?? '') ? [at] : []));
  return { kind: 'choice', options: labels.map((label) => materialOf(label, to)), correct: places, several };
}

/** The numbers that are accepted, by ranges, margins or values; null if the answers are words. */
function keysOfEntry(conditions: readonly Condition[]): AcceptedAnswer[] | null {
  const keys: AcceptedAnswer[] = [];
  for (const { score, element, equal } of conditions) {
    if (score <= 0) continue;
    const bound = (names: readonly string[]) => names.map((name) => firstNamed(element, name)).find((found) => found !== undefined);
    const [from, to] = [bound(['vargte', 'vargt']), bound(['varlte', 'varlt'])];
    const range = from && to ? keyBetween(textOf(from), textOf(to)) : null;
    if (range !== null) {
      keys.push(range);
      continue;
    }
    for (const value of equal) {
      const key = decimalOf(value) === null ? null : keyWithin(value, '0');
      if (key === null) return null;
      keys.push(key);
    }
  }
  return keys.length > 0 ? keys : null;
}

function solutionOf(item: Element, conditions: readonly Condition[], to: Rendering): PartOfItem {
  const feedback = childrenNamed(item, 'itemfeedback').map((element) => ({
    name: element.attributes['ident'] ?? '',
    isSolution: firstNamed(element, 'solution') !== undefined || /^general_fb$|solution/i.test(element.attributes['ident'] ?? ''),
    text: materialOf(element, to),
  }));
  const linked = new Set(
    conditions
      .filter(({ score }) => score > 0)
      .flatMap(({ element }) => childrenNamed(element, 'displayfeedback').map(({ attributes }) => attributes['linkrefid'] ?? '')),
  );
  const general = feedback.find(({ isSolution }) => isSolution);
  const replies = feedback
    .filter((one) => one !== general)
    .map(({ name, text }) => ({ isCorrect: linked.has(name) || /^correct/i.test(name), text }));
  return takeSolution(general?.text ?? textOnly(''), replies, to.notices);
}

const typeNames: Readonly<Record<string, string>> = {
  essay_question: 'extendedTextInteraction',
  file_upload_question: 'uploadInteraction',
  matching_question: 'matchInteraction',
  fill_in_multiple_blanks_question: 'gapMatchInteraction',
  multiple_dropdowns_question: 'inlineChoiceInteraction',
};

/** Reads an item of QTI 1.2. */
export function readItemOfOne(item: Element, to: Rendering): ItemRead {
  const presentation = childNamed(item, 'presentation');
  const responses = presentation
    ? ['response_lid', 'response_str', 'response_num', 'response_xy', 'response_grp'].flatMap((name) => [...allNamed(presentation, name)])
    : [];
  const [response, second] = responses;
  const type = metadataOf(item).get('question_type') ?? '';
  const typeName = typeNames[type];
  if (typeName) return { code: 'type_not_taken', sentence: notTaken(typeName) };
  if (!response) return { code: 'description', sentence: 'This item has no place for an answer, so it is not a question.' };
  if (second) return { code: 'several_interactions', sentence: `The item asks for ${responses.length} answers; a question here has one.` };
  const conditions = conditionsOf(item);
  const isChoice = response.name === 'response_lid' && firstNamed(response, 'render_choice') !== undefined;
  const keys = /^response_(?:str|num)$/.test(response.name) ? keysOfEntry(conditions) : null;
  if (!isChoice && keys === null)
    return {
      code: 'type_not_taken',
      sentence: notTaken(conditions.some(({ equal }) => equal.length > 0) ? 'textEntryInteraction' : 'extendedTextInteraction'),
    };
  const answer: SourceAnswer = isChoice
    ? answerOfChoice(response, conditions, to)
    : { kind: 'numerical', keys: keys ?? [], precision: precisionOf(keys ?? []) };
  if (!isChoice && response.name === 'response_str' && type !== 'numerical_question')
    to.notices.note('typed_number', 'The answer is typed in the source; it is taken as a number.');
  return { parts: { text: materialOf(presentation, to), answer, solution: solutionOf(item, conditions, to) } };
}
