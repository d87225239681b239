// Contents: limits · pages of a PDF or of pictures · small gray pictures
import type { GrayPage } from '@abhyas/exam/exam-office/crops-of-gaps';
import type { PaperPage } from '@abhyas/exam/exam-office/question-crops';
import { extensionOf } from '@abhyas/exam/institute/file-kinds';
import { openPdf, PdfFault } from '../../../../platform/pdf-pages.ts';

export const MOST_PAGES = 60;
const mostPictureBytes = 40 * 1_048_576;
export const TAKEN = '.pdf,.jpg,.jpeg,.png,.webp';
/** Pixels of the longer side of a page: for cutting it into questions, and for finding its empty paper. */
export const drawnSide = 2400;
const graySide = 850;

/** The pages of a printed paper, drawn when they are needed. */
export interface PaperSource {
  files: { name: string; size: number }[];
  pages: PaperPage[];
  /** The page as a picture. The caller closes it. */
  draw(page: number): Promise<ImageBitmap>;
  gray(page: number): Promise<GrayPage>;
  close(): void;
}

function grayOf(picture: ImageBitmap): GrayPage {
  const scale = Math.min(1, graySide / Math.max(picture.width, picture.height));
  const [width, height] = [Math.max(1, Math.round(picture.width * scale)), Math.max(1, Math.round(picture.height * scale))];
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new PdfFault('This browser cannot draw the pages.');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(picture, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  canvas.width = 0;
  const gray = new Uint8Array(width * height);
  for (let at = 0; at < gray.length; at += 1)
    gray[at] = Math.round((data[at * 4] ?? 0) * 0.3 + (data[at * 4 + 1] ?? 0) * 0.6 + (data[at * 4 + 2] ?? 0) * 0.1);
  return { width, height, gray };
}

async function openPaperPdf(file: File): Promise<PaperSource> {
  const pdf = await openPdf(file, MOST_PAGES);
  const pages: PaperPage[] = [];
  try {
    for (let page = 0; page < pdf.page_count; page += 1) pages.push(await pdf.read(page));
  } catch (failure) {
    await pdf.close();
    throw failure;
  }
  return {
    files: [{ name: file.name, size: file.size }],
    pages,
    draw: (page) => pdf.draw(page, drawnSide),
    gray: async (page) => {
      const picture = await pdf.draw(page, graySide);
      const gray = grayOf(picture);
      picture.close();
      return gray;
    },
    close: () => void pdf.close(),
  };
}

async function pictureOf(file: File): Promise<ImageBitmap> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new PdfFault(`${file.name} is not a picture that this browser can read.`);
  });
  const scale = drawnSide / Math.max(picture.width, picture.height);
  if (scale >= 1) return picture;
  const smaller = await createImageBitmap(picture, { resizeWidth: Math.round(picture.width * scale), resizeQuality: 'high' });
  picture.close();
  return smaller;
}

async function openPictures(files: readonly File[]): Promise<PaperSource> {
  const pages: PaperPage[] = [];
  for (const file of files) {
    if (file.size > mostPictureBytes) throw new PdfFault(`${file.name}: a picture may have 40 MB at most.`);
    const { width, height, close } = await measured(file);
    pages.push({ height: height / width, texts: [] });
    close();
  }
  const fileOf = (page: number) => {
    const file = files[page];
    if (!file) throw new PdfFault('This page does not exist.');
    return file;
  };
  return {
    files: files.map(({ name, size }) => ({ name, size })),
    pages,
    draw: (page) => pictureOf(fileOf(page)),
    gray: async (page) => {
      const picture = await pictureOf(fileOf(page));
      const gray = grayOf(picture);
      picture.close();
      return gray;
    },
    close: () => undefined,
  };
}

async function measured(file: File) {
  const picture = await pictureOf(file);
  return { width: picture.width, height: picture.height, close: () => picture.close() };
}

/** Opens a question paper: one PDF, or one picture for each page in the order of their names. Throws `PdfFault` with a sentence. */
export async function openPaper(files: readonly File[]): Promise<PaperSource> {
  const isPdf = (file: File) => extensionOf(file.name) === 'pdf';
  const [first] = files;
  if (!first) throw new PdfFault('Choose a file.');
  if (files.some(isPdf) && files.length > 1) throw new PdfFault('Choose one PDF, or only pictures.');
  if (files.length > MOST_PAGES) throw new PdfFault(`Choose ${MOST_PAGES} pictures at most.`);
  if (isPdf(first)) return openPaperPdf(first);
  return openPictures(files.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true })));
}
