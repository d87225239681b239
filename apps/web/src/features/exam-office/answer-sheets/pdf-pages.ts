// The build tool answers the addresses of these files.
/* oxlint-disable import/default -- `?url` makes an address the default export */
import pdfAddress from 'pdfjs-dist/build/pdf.min.mjs?url';
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
/* oxlint-enable import/default */

export const MOST_PDF_PAGES = 200;
export const MOST_PDF_BYTES = 200 * 1_048_576;
/** Pages are drawn with about this many pixels on their longer side. */
const longestSide = 2600;

type Pdf = typeof import('pdfjs-dist');

/** A PDF whose pages cannot be shown, with a sentence that says why. */
export class PdfFault extends Error {}

async function opened(file: Blob) {
  // A file of its own beside the site's code, so that the service worker does not keep it on students' devices.
  const pdf: Pdf = await import(/* @vite-ignore */ pdfAddress);
  pdf.GlobalWorkerOptions.workerSrc = workerAddress;
  const data = new Uint8Array(await file.arrayBuffer());
  return pdf.getDocument({ data, isEvalSupported: false, enableXfa: false, disableFontFace: true }).promise;
}

/** The pages of a PDF as pictures, one after another. Throws `PdfFault`. */
export async function* pagesOfPdf(file: Blob): AsyncGenerator<{ page: number; count: number; picture: ImageBitmap }> {
  if (file.size > MOST_PDF_BYTES) throw new PdfFault('A PDF may have 200 MB at most. Split it.');
  const document_ = await opened(file).catch(() => {
    throw new PdfFault('This PDF cannot be opened. If it has a password, save it without one.');
  });
  try {
    if (document_.numPages > MOST_PDF_PAGES) throw new PdfFault(`A PDF may have ${MOST_PDF_PAGES} pages at most. Split it.`);
    for (let number = 1; number <= document_.numPages; number += 1) {
      const page = await document_.getPage(number);
      const natural = page.getViewport({ scale: 1 });
      const viewport = page.getViewport({ scale: longestSide / Math.max(natural.width, natural.height) });
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width: Math.round(viewport.width), height: Math.round(viewport.height) });
      await page.render({ canvas, viewport }).promise;
      const picture = await createImageBitmap(canvas);
      page.cleanup();
      // A canvas keeps its memory until the browser collects it, unless it has no pixels.
      canvas.width = 0;
      yield { page: number, count: document_.numPages, picture };
    }
  } finally {
    await document_.destroy();
  }
}
