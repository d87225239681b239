// Contents: what is given and read · finding the page · reading it
import {
  isMisreadCode,
  readSheetCode,
  type SheetCode,
  type SheetPage,
  sheetPages,
  type SheetSection,
} from '@abhyas/exam/exam-office/answer-sheet';
import { decodeQR } from 'qr/decode.js';
import { cornerCentres, findCorners, pageArea, resolutionOf } from './corner-squares.ts';
import type { GrayPicture } from './gray-picture.ts';
import { judgedBubbles, numberOf, optionsOf, type ReadAnswer, type ReadRoll, rollOf } from './marked-answers.ts';
import { FLAT_SCALE, type MeasuredBubble, measuredBubbles } from './measured-bubbles.ts';
import { flattened, type Perspective, perspectiveOf, type Point } from './perspective.ts';

/** A section of the paper, as its sheet is read. */
export interface ReadSection extends SheetSection {
  /** Whether several options may be marked. */
  has_several: boolean;
}

/** A part of the page, in mm. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface ReadSheet {
  kind: 'sheet';
  code: SheetCode;
  roll: ReadRoll;
  /** The questions of this page, in their order. */
  answers: ReadAnswer[];
  /** The page seen straight from above, with `FLAT_SCALE` pixels per mm. */
  flat: GrayPicture;
  /** The places of the questions and of the roll number on the page. */
  areas: { roll: Area; questions: Map<number, Area> };
}

/** Why a picture cannot be read. */
export type Unread = 'no_corners' | 'too_small' | 'no_code' | 'other_paper';

/** The pixels that a photo needs for each mm of the page. */
const leastResolution = 3.2;
const codeScale = 10;

/** The text of the page's code, read at the place where the page has it; null if it cannot be read. */
function codeTextOf(photo: GrayPicture, perspective: Perspective): string | null {
  const { x, y, size } = sheetPages([])[0]?.code ?? { x: 0, y: 0, size: 0 };
  for (const margin of [0, 1.5]) {
    const area = { x: x - margin, y: y - margin, width: size + 2 * margin, height: size + 2 * margin };
    const { width, height, data } = flattened(photo, perspective, area, codeScale);
    const colours = new Uint8Array(width * height * 3);
    for (let at = 0; at < colours.length; at += 1) colours[at] = data[Math.floor(at / 3)] ?? 255;
    try {
      const text = decodeQR({ width, height, data: colours }, { format: 'RGB', timeLimit: 200 });
      if (!isMisreadCode(text)) return text;
    } catch {
      // The library throws where it finds no code: the next try, or the next turn of the page, may show it.
    }
  }
  return null;
}

interface FoundPage {
  perspective: Perspective;
  text: string;
}

/** The page in a photo, whichever way up it lies. */
function pageIn(photo: GrayPicture, candidates: readonly Point[][]): FoundPage | null {
  for (const corners of candidates)
    for (let turn = 0; turn < 4; turn += 1) {
      const turned = corners.map((_, at) => corners[(at + turn) % 4] ?? { x: 0, y: 0 });
      const perspective = perspectiveOf(cornerCentres, turned);
      const text = perspective && codeTextOf(photo, perspective);
      if (perspective && text) return { perspective, text };
    }
  return null;
}

const areaAround = (
  places: readonly Point[],
  { left, right, top, foot }: { left: number; right: number; top: number; foot: number },
): Area => {
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs) - left, Math.min(...ys) - top];
  return { x, y, width: Math.max(...xs) + right - x, height: Math.max(...ys) + foot - y };
};

function readPage(flat: GrayPicture, page: SheetPage, sections: readonly ReadSection[]) {
  const measured = measuredBubbles(flat, page.bubbles);
  const marks = judgedBubbles(measured);
  const byQuestion = new Map<number | null, MeasuredBubble[]>();
  for (const each of measured) byQuestion.set(each.bubble.question, [...(byQuestion.get(each.bubble.question) ?? []), each]);
  const ofRoll = byQuestion.get(null) ?? [];
  const sectionOf = sections.flatMap((section) => Array.from({ length: section.question_count }, () => section));
  const questions = new Map<number, Area>();
  const answers = [...byQuestion].flatMap(([question, bubbles]): ReadAnswer[] => {
    const section = question === null ? undefined : sectionOf[question - 1];
    if (question === null || !section) return [];
    const places = bubbles.map(({ place }) => place);
    questions.set(
      question,
      areaAround(places, { left: section.is_numerical ? 4 : 9, right: 3.5, top: section.is_numerical ? 8.5 : 3, foot: 3 }),
    );
    return [
      section.is_numerical ? numberOf(question, bubbles, marks, section.integer) : optionsOf(question, bubbles, marks, section.has_several),
    ];
  });
  return {
    roll: rollOf(ofRoll, marks),
    answers: answers.toSorted((a, b) => a.question - b.question),
    areas: {
      roll: areaAround(
        ofRoll.map(({ place }) => place),
        { left: 4, right: 4, top: 12, foot: 4 },
      ),
      questions,
    },
  };
}

/**
 * Reads a photo or scan of an answer sheet.
 * @param photo upright or turned, with the whole sheet
 * @param sectionsOf the sections of the paper that a code names; null if the sheet is of another paper
 */
export function readSheet(
  photo: GrayPicture,
  sectionsOf: (code: SheetCode) => readonly ReadSection[] | null,
): ReadSheet | { kind: 'unread'; why: Unread } {
  const candidates = findCorners(photo);
  if (candidates.length === 0) return { kind: 'unread', why: 'no_corners' };
  if (candidates.every((corners) => resolutionOf(corners) < leastResolution)) return { kind: 'unread', why: 'too_small' };
  const found = pageIn(photo, candidates);
  const code = found && readSheetCode(found.text);
  if (!found || !code) return { kind: 'unread', why: found ? 'other_paper' : 'no_code' };
  const sections = sectionsOf(code);
  const page = sections && sheetPages(sections)[code.page - 1];
  if (!sections || !page) return { kind: 'unread', why: 'other_paper' };
  const flat = flattened(photo, found.perspective, pageArea, FLAT_SCALE);
  return { kind: 'sheet', code, flat, ...readPage(flat, page, sections) };
}
