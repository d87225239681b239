// The build tool answers the addresses of these files.
/* oxlint-disable import/default -- `?url` makes an address the default export */
import pdfAddress from 'pdfjs-dist/build/pdf.min.mjs?url';
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
/* oxlint-enable import/default */
import type { PageText } from '@abhyas/exam/exam-office/question-crops';

export const MOST_PDF_PAGES = 200;
export const MOST_PDF_BYTES = 200 * 1_048_576;
/** Pages are drawn with about this many pixels on their longer side. */
const longestSide = 2600;

type Pdf = typeof import('pdfjs-dist');

/** A PDF whose pages cannot be shown, with a sentence that says why. */
export class PdfFault extends Error {}

function faultOf(failure: unknown): PdfFault {
  const isLocked = failure instanceof Error && failure.name === 'PasswordException';
  return new PdfFault(
    isLocked ? 'This PDF has a password. Save it without one, and choose it again.' : 'This file is not a PDF, or it is damaged.',
  );
}

/** An open PDF. Close it, so that its worker ends. */
export interface OpenPdf {
  page_count: number;
  /** The page as a picture of at most `longest` pixels on its longer side, on white paper. */
  draw(page: number, longest: number): Promise<ImageBitmap>;
  /** Height and texts of a page, in widths of the page. Texts that do not run from left to right are left out. */
  read(page: number): Promise<{ height: number; texts: PageText[] }>;
  close(): Promise<void>;
}

/** Opens a PDF; pages count from 0. Throws `PdfFault`. */
export async function openPdf(file: Blob, mostPages = MOST_PDF_PAGES): Promise<OpenPdf> {
  if (file.size > MOST_PDF_BYTES) throw new PdfFault('A PDF may have 200 MB at most. Split it.');
  // A file of its own beside the site's code, so that the service worker does not keep it on students' devices.
  const pdf: Pdf = await import(/* @vite-ignore */ pdfAddress);
  pdf.GlobalWorkerOptions.workerSrc = workerAddress;
  const data = new Uint8Array(await file.arrayBuffer());
  const task = pdf.getDocument({ data, isEvalSupported: false, enableXfa: false, disableFontFace: true });
  const opened = await task.promise.catch((failure: unknown) => {
    throw faultOf(failure);
  });
  const close = () => opened.destroy();
  if (opened.numPages > mostPages) {
    await close();
    throw new PdfFault(`A PDF may have ${mostPages} pages at most. Split it.`);
  }
  return {
    page_count: opened.numPages,
    close,
    async draw(number, longest) {
      const page = await opened.getPage(number + 1);
      const natural = page.getViewport({ scale: 1 });
      const viewport = page.getViewport({ scale: longest / Math.max(natural.width, natural.height) });
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width: Math.round(viewport.width), height: Math.round(viewport.height) });
      await page.render({ canvas, viewport }).promise;
      const picture = await createImageBitmap(canvas);
      page.cleanup();
      // A canvas keeps its memory until the browser collects it, unless it has no pixels.
      canvas.width = 0;
      return picture;
    },
    async read(number) {
      const page = await opened.getPage(number + 1);
      const { width, height, transform } = page.getViewport({ scale: 1 });
      const { items } = await page.getTextContent();
      const texts = items.flatMap((item): PageText[] => {
        if (!('str' in item) || item.str.trim() === '') return [];
        const [a, b, , , x, y] = pdf.Util.transform(transform, item.transform) as [number, number, number, number, number, number];
        if (a <= 0 || Math.abs(b) > a * 0.2) return [];
        const size = item.height > 0 ? item.height : a;
        return [
          {
            text: item.str,
            left: x / width,
            right: (x + item.width) / width,
            top: (y - size * 0.85) / width,
            bottom: (y + size * 0.2) / width,
          },
        ];
      });
      return { height: height / width, texts };
    },
  };
}

/** The pages of a PDF as pictures, one after another. Throws `PdfFault`. */
export async function* pagesOfPdf(file: Blob): AsyncGenerator<{ page: number; count: number; picture: ImageBitmap }> {
  const pdf = await openPdf(file);
  try {
    for (let page = 0; page < pdf.page_count; page += 1)
      yield { page: page + 1, count: pdf.page_count, picture: await pdf.draw(page, longestSide) };
  } finally {
    await pdf.close();
  }
}
