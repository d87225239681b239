// Contents: the picture of a question · one draft with all questions
import { addBankPicture, MOST_PICTURE_BYTES } from '@abhyas/contract/bank/bank-questions';
import {
  addPictureQuestions,
  createPaperDraft,
  deletePaperDraft,
  getPaperDraft,
  MOST_PICTURES_AT_ONCE,
} from '@abhyas/contract/exam-office/paper-drafts';
import type { Piece } from '@abhyas/exam/exam-office/question-crops';
import { readKey } from '@abhyas/exam/exam-office/written-keys';
import { base64Of } from '../../../../platform/base64.ts';
import { call } from '../../../../platform/call.ts';
import { PdfFault } from '../../../../platform/pdf-pages.ts';
import type { PaperSource } from './paper-source.ts';
import { altOf, planOf, type PrintedCrop, type PrintedPaper, sectionsOfCrops } from './printed-paper.ts';

/** The widest picture of a question in px; wider ones are reduced. */
const mostWidth = 1500;

const mostTries = 5;

/** The pieces with their pages, all open at once: the cache may have closed one page while it drew another. */
export async function openPieces(pieces: readonly Piece[], pageOf: (page: number) => Promise<ImageBitmap>) {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const opened: { piece: Piece; page: ImageBitmap }[] = [];
    for (const piece of pieces) opened.push({ piece, page: await pageOf(piece.page) });
    if (opened.every(({ page }) => page.width > 0)) return opened;
  }
  throw new PdfFault('The pages of this question cannot be opened together.');
}

/** Draws the parts of a question below each other on white paper. */
export async function drawCrop(pieces: readonly Piece[], pageOf: (page: number) => Promise<ImageBitmap>, widest = mostWidth) {
  const parts = [];
  for (const { piece, page } of await openPieces(pieces, pageOf)) {
    const [x, y] = [piece.left * page.width, piece.top * page.width];
    parts.push({ page, x, y, width: (piece.right - piece.left) * page.width, height: (piece.bottom - piece.top) * page.width });
  }
  const scale = Math.min(1, widest / Math.max(...parts.map(({ width }) => width)));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(Math.max(...parts.map(({ width }) => width)) * scale));
  canvas.height = Math.max(1, Math.round(parts.reduce((sum, { height }) => sum + height, 0) * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new PdfFault('This browser cannot draw the questions.');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  let top = 0;
  for (const { page, x, y, width, height } of parts) {
    context.drawImage(page, x, y, width, height, 0, top, width * scale, height * scale);
    top += height * scale;
  }
  return canvas;
}

const blobOf = (canvas: HTMLCanvasElement) =>
  new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/webp', 0.9);
  });

/** The picture of a question as a file within the limit; large ones are drawn smaller. */
async function pictureOf(pieces: readonly Piece[], pageOf: (page: number) => Promise<ImageBitmap>): Promise<Blob> {
  for (const width of [mostWidth, 1100, 800, 500]) {
    const canvas = await drawCrop(pieces, pageOf, width);
    const blob = await blobOf(canvas);
    canvas.width = 0;
    if (blob && blob.size <= MOST_PICTURE_BYTES) return blob;
  }
  throw new PdfFault('The picture of a question has more than 1 MB. Make its crop smaller.');
}

/** Pages as pictures, of which only the last few are held. */
export function pageCache(source: PaperSource, most = 3) {
  const held = new Map<number, Promise<ImageBitmap>>();
  const close = (page: number) => {
    void held.get(page)?.then((picture) => picture.close());
    held.delete(page);
  };
  return {
    async page(number: number): Promise<ImageBitmap> {
      const drawn = held.get(number) ?? source.draw(number);
      held.delete(number);
      held.set(number, drawn);
      for (const old of [...held.keys()].slice(0, -most)) close(old);
      return drawn;
    },
    close: () => {
      for (const page of held.keys()) close(page);
    },
  };
}

interface MakePorts {
  /** Keeps the draft that was begun, so that another try goes on with it. */
  onBegun: (made: NonNullable<PrintedPaper['made']>) => void;
  onQuestion: (count: number) => void;
  signal: AbortSignal;
}

/** The draft of an earlier try with the same plan, or a new one. */
async function draftFor(paper: PrintedPaper, onBegun: MakePorts['onBegun']) {
  const plan = planOf(paper);
  const { made } = paper;
  if (made?.plan === JSON.stringify(plan)) {
    const { id, version, items } = await call(getPaperDraft, { id: made.draft_id });
    return { id, version, count: items.length };
  }
  if (made) await call(deletePaperDraft, { id: made.draft_id });
  const { id } = await call(createPaperDraft, { name: paper.name.trim(), plan });
  onBegun({ draft_id: id, plan: JSON.stringify(plan) });
  return { id, version: 1, count: 0 };
}

/**
 * Uploads the pictures of all questions and puts them into a draft, from which the ordinary way to a test goes on. A try that failed goes
 * on after the last question that the server has. Returns the draft's id.
 */
export async function makePaper(paper: PrintedPaper, source: PaperSource, { onBegun, onQuestion, signal }: MakePorts): Promise<number> {
  const draft = await draftFor(paper, onBegun);
  const sections = sectionsOfCrops(paper);
  const cache = pageCache(source);
  let { version } = draft;
  const questionOf = async (crop: PrintedCrop, at: number) => {
    const section = sections[at];
    const read = readKey(section?.question_type ?? 0, crop.key);
    const picture = await pictureOf(crop.pieces, cache.page);
    const type = picture.type === 'image/webp' ? 'webp' : 'png';
    const { hash } = await call(addBankPicture, { type, bytes: await base64Of(picture) }, { signal });
    onQuestion(at + 1);
    return {
      number: at + 1,
      hash,
      alt: altOf(crop, at + 1),
      topic_id: crop.topic_id ?? section?.topic_id ?? 0,
      keys: 'keys' in read ? read.keys : [],
    };
  };
  try {
    for (let at = draft.count; at < paper.crops.length; ) {
      const section = sections[at]?.index ?? 0;
      const rest = paper.crops.slice(at, at + MOST_PICTURES_AT_ONCE);
      const batch = rest.filter((_crop, step) => sections[at + step]?.index === section);
      const questions = [];
      for (const [step, crop] of batch.entries()) questions.push(await questionOf(crop, at + step));
      ({ version } = await call(
        addPictureQuestions,
        { id: draft.id, version, section, option_names: paper.option_names, questions, may_use: true },
        { signal },
      ));
      at += batch.length;
    }
  } finally {
    cache.close();
  }
  return draft.id;
}
