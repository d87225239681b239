import type { AcceptedAnswer } from '@abhyas/exam/bank/question';
import { type Parts, type PartOfItem, type SourceAnswer, textOnly } from '../draft.ts';
import type { Rendering } from '../markup/render.ts';
import { renderText } from '../markup/render.ts';
import { allNamed, childNamed, childrenNamed, type Element, elementsOf, firstNamed, isElement, type Node, textOf } from '../markup/tree.ts';
import { decimalOf, keyBetween, keyWithin, precisionOf } from '../numerical.ts';
import { takeSolution } from '../solution.ts';
import { notTaken } from './qti-names.ts';

/** The parts of an item, or why the product cannot hold it. */
export type ItemRead = { parts: Parts } | { code: string; sentence: string };

function* interactionsIn(element: Element): Generator<Element> {
  for (const child of elementsOf(element)) {
    if (child.name.endsWith('Interaction')) yield child;
    else yield* interactionsIn(child);
  }
}

/** The children without some elements, and with others replaced by their stand-in. */
function replaced(nodes: readonly Node[], of: (element: Element) => Node[] | null): Node[] {
  return nodes.flatMap((node) => {
    if (!isElement(node)) return [node];
    const instead = of(node);
    return instead ?? [{ ...node, children: replaced(node.children, of) }];
  });
}

const isFeedback = ({ name }: Element): boolean =>
  /^(?:feedbackInline|feedbackBlock|rubricBlock|templateInline|templateBlock|infoControl)$/.test(name);

const valuesOf = (declaration: Element | undefined): string[] => {
  const correct = childNamed(declaration, 'correctResponse');
  return correct ? childrenNamed(correct, 'value').map((value) => textOf(value).trim()) : [];
};

interface Mapped {
  key: string;
  value: number;
}
const mappedIn = (declaration: Element | undefined): Mapped[] => {
  const mapping = childNamed(declaration, 'mapping');
  return mapping
    ? childrenNamed(mapping, 'mapEntry').map(({ attributes }) => ({
        key: attributes['mapKey'] ?? '',
        value: Number(attributes['mappedValue'] ?? '0'),
      }))
    : [];
};

/** Values that the response is compared to by an operator of the response processing. */
function comparedTo(item: Element, response: string, operator: string): { value: string; element: Element }[] {
  const processing = childNamed(item, 'responseProcessing');
  if (!processing) return [];
  return [...allNamed(processing, operator)].flatMap((element) => {
    const variable = [...allNamed(element, 'variable')].some(({ attributes }) => attributes['identifier'] === response);
    const value = childNamed(element, 'baseValue');
    if (!variable) return [];
    if (value) return [{ value: textOf(value).trim(), element }];
    return firstNamed(element, 'correct') ? [{ value: '', element }] : [];
  });
}

function answerOfChoice(item: Element, interaction: Element, declaration: Element | undefined, to: Rendering): SourceAnswer {
  const response = interaction.attributes['responseIdentifier'] ?? '';
  const choices = childrenNamed(interaction, 'simpleChoice');
  const mapped = mappedIn(declaration);
  const several = declaration?.attributes['cardinality'] === 'multiple' || !['1', undefined].includes(interaction.attributes['maxChoices']);
  let correct = valuesOf(declaration);
  const best = Math.max(0, ...mapped.map(({ value }) => value));
  if (correct.length === 0) correct = mapped.filter(({ value }) => value > 0 && (several || value === best)).map(({ key }) => key);
  if (correct.length === 0)
    correct = ['match', 'member', 'equal'].flatMap((operator) => comparedTo(item, response, operator).map(({ value }) => value));
  if (new Set(mapped.map(({ value }) => value).filter((value) => value !== 0)).size > 1)
    to.notices.loss('weights', 'The marks of single options were left out: the marking scheme of a test gives them.');
  const withoutFeedback = (choice: Element): PartOfItem =>
    renderText(
      replaced(choice.children, (element) => (isFeedback(element) ? [] : null)),
      to,
    );
  const places = choices.flatMap(({ attributes }, at) => (correct.includes(attributes['identifier'] ?? '') ? [at] : []));
  // A maximum of several choices with one correct option is still answered by one.
  const isSeveral = several && (places.length > 1 || declaration?.attributes['cardinality'] === 'multiple');
  return { kind: 'choice', options: choices.map(withoutFeedback), correct: places, several: isSeveral };
}

/** The numbers that are accepted: ranges and tolerances of the processing, else the correct response. Null if they are no numbers. */
function keysOfEntry(item: Element, response: string, declaration: Element | undefined): AcceptedAnswer[] | null {
  const processing = childNamed(item, 'responseProcessing');
  const boundary = (and: Element, names: readonly string[]) =>
    elementsOf(and)
      .filter(({ name }) => names.includes(name))
      .map((element) => textOf(childNamed(element, 'baseValue') ?? '').trim())[0];
  const ranges = (processing ? [...allNamed(processing, 'and')] : []).flatMap((and) => {
    const [from, to] = [boundary(and, ['gte', 'gt']), boundary(and, ['lte', 'lt'])];
    const key = from && to ? keyBetween(from, to) : null;
    return key === null ? [] : [key];
  });
  const correct = valuesOf(declaration);
  const compared = ['equal', 'equalRounded'].flatMap((operator) => comparedTo(item, response, operator));
  const within = compared.flatMap(({ value, element }) => {
    const number = value || correct[0] || '';
    const [tolerance = '0'] = (element.attributes['tolerance'] ?? '0').trim().split(/\s+/);
    const isRelative = element.attributes['toleranceMode'] === 'relative';
    const width = isRelative ? String(Math.abs(Number(number) * Number(tolerance)) / 100) : tolerance;
    const key = keyWithin(number, element.attributes['toleranceMode'] === 'exact' ? '0' : width);
    return key === null ? [] : [key];
  });
  if (ranges.length + within.length > 0) return [...ranges, ...within];
  const written =
    correct.length > 0
      ? correct
      : mappedIn(declaration)
          .filter(({ value }) => value > 0)
          .map(({ key }) => key);
  const matched =
    written.length > 0
      ? written
      : comparedTo(item, response, 'match')
          .map(({ value }) => value)
          .filter((value) => value !== '');
  const keys = matched.map(decimalOf).filter((key) => key !== null);
  const isNumber = /^(?:float|integer)$/.test(declaration?.attributes['baseType'] ?? '');
  if (keys.length < matched.length || (keys.length === 0 && !isNumber)) return null;
  return keys;
}

const gap = '_____';
/** A paragraph that holds nothing but the field for the answer. */
const isOnlyField = (element: Element): boolean => {
  const [field] = [...interactionsIn(element)];
  return field?.name === 'textEntryInteraction' && textOf(element).trim() === '' && !firstNamed(element, 'img');
};

/** Reads an item of QTI 2, or of QTI 3 in the names of 2. */
export function readItem(item: Element, to: Rendering): ItemRead {
  const body = childNamed(item, 'itemBody');
  const interactions = body ? [...interactionsIn(body)] : [];
  const [interaction, second] = interactions;
  if (!body || !interaction) return { code: 'description', sentence: 'This item has no place for an answer, so it is not a question.' };
  if (second && interactions.some(({ name }) => name === 'choiceInteraction' || name === 'textEntryInteraction'))
    return { code: 'several_interactions', sentence: `The item asks for ${interactions.length} answers; a question here has one.` };
  if (second) return { code: 'type_not_taken', sentence: notTaken(interaction.name) };
  if (childrenNamed(item, 'templateDeclaration').length > 0)
    return { code: 'template', sentence: 'The numbers of this item are drawn anew for each student; a question here has fixed ones.' };
  const response = interaction.attributes['responseIdentifier'] ?? '';
  const declaration = childrenNamed(item, 'responseDeclaration').find(({ attributes }) => attributes['identifier'] === response);
  let answer: SourceAnswer;
  if (interaction.name === 'choiceInteraction') answer = answerOfChoice(item, interaction, declaration, to);
  else {
    const keys = interaction.name === 'textEntryInteraction' ? keysOfEntry(item, response, declaration) : null;
    if (keys === null) return { code: 'type_not_taken', sentence: notTaken(interaction.name) };
    answer = { kind: 'numerical', keys, precision: precisionOf(keys) };
  }
  const stem = replaced(body.children, (element) => {
    if (element === interaction) {
      const prompt = childNamed(element, 'prompt');
      return answer.kind === 'numerical' ? [gap] : [{ name: 'div', attributes: {}, children: prompt?.children ?? [] }];
    }
    if (isFeedback(element) || (answer.kind === 'numerical' && isOnlyField(element))) return [];
    return null;
  });
  if ([...allNamed(body, 'rubricBlock')].length > 0) to.notices.loss('rubric', 'Instructions for candidates or markers were left out.');
  return { parts: { text: renderText(stem, to), answer, solution: solutionOf(item, to) } };
}

function solutionOf(item: Element, to: Rendering): PartOfItem {
  const modal = childrenNamed(item, 'modalFeedback').map((element) => ({
    name: element.attributes['identifier'] ?? '',
    text: renderText(
      elementsOf(element).some(({ name }) => name === 'contentBody')
        ? elementsOf(element).flatMap(({ children }) => children)
        : element.children,
      to,
    ),
  }));
  const general = modal.find(({ name }) => /solution|general|explanation|rationale/i.test(name));
  const body = childNamed(item, 'itemBody');
  const inBody = body ? ['feedbackInline', 'feedbackBlock'].flatMap((name) => [...allNamed(body, name)]) : [];
  const replies = [
    ...modal.filter((one) => one !== general).map(({ text }) => text),
    ...inBody.map((element) => renderText(element.children, to)),
  ];
  return takeSolution(
    general?.text ?? textOnly(''),
    replies.map((text) => ({ isCorrect: false, text })),
    to.notices,
  );
}
