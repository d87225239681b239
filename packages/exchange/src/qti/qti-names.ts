import { type Element, isElement, type Node } from '../markup/tree.ts';

const camel = (name: string): string => name.replaceAll(/-([a-z])/g, (_all, letter: string) => letter.toUpperCase());

/** An element of QTI 3 by the names of QTI 2: `qti-choice-interaction` is `choiceInteraction`, and its attributes likewise. */
export function inNamesOfTwo(element: Element): Element {
  const isThree = element.name.startsWith('qti-');
  return {
    name: isThree ? camel(element.name.slice(4)) : element.name,
    attributes: isThree
      ? Object.fromEntries(Object.entries(element.attributes).map(([name, value]) => [camel(name), value]))
      : element.attributes,
    children: element.children.map((child: Node) => (isElement(child) ? inNamesOfTwo(child) : child)),
  };
}

/** The usual name of an interaction that the product does not have. */
const names: Readonly<Record<string, string>> = {
  associateInteraction: 'A question of pairs',
  customInteraction: 'A question with a program of its own',
  drawingInteraction: 'A drawing question',
  endAttemptInteraction: 'A question with a button to end it',
  extendedTextInteraction: 'An essay question',
  gapMatchInteraction: 'A question of dragged words',
  graphicAssociateInteraction: 'A question of pairs on a picture',
  graphicGapMatchInteraction: 'A question of dragged pictures',
  graphicOrderInteraction: 'An ordering question on a picture',
  hotspotInteraction: 'A question of places on a picture',
  hottextInteraction: 'A question of words in a text',
  inlineChoiceInteraction: 'A question with a list in a text',
  matchInteraction: 'A matching question',
  mediaInteraction: 'A question with a recording',
  orderInteraction: 'An ordering question',
  positionObjectInteraction: 'A question of places on a picture',
  portableCustomInteraction: 'A question with a program of its own',
  selectPointInteraction: 'A question of places on a picture',
  sliderInteraction: 'A question with a slider',
  textEntryInteraction: 'A question with a typed word as its answer',
  uploadInteraction: 'A question with a file as its answer',
};

export const notTaken = (interaction: string): string =>
  `${names[interaction] ?? `A question of the type ${interaction.slice(0, 40)}`} cannot be taken: a question here has four options or a number as its answer.`;
