/** Parts of Word documents, for tests. */
const namespaces =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"';

export const run = (text: string, properties = ''): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
export const paragraph = (inner: string, properties = ''): string => `<w:p><w:pPr>${properties}</w:pPr>${inner}</w:p>`;
export const lines = (text: string): string =>
  text
    .trim()
    .split('\n')
    .map((line) => paragraph(run(line.trim().replaceAll('&', '&amp;').replaceAll('<', '&lt;'))))
    .join('');
export const table = (rows: readonly (readonly string[])[]): string =>
  `<w:tbl>${rows.map((row) => `<w:tr>${row.map((cell) => `<w:tc>${cell.startsWith('<w:p>') ? cell : paragraph(run(cell))}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`;
export const picture = (id: string, alt: string): string =>
  `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="p" descr="${alt}"/><a:blip r:embed="${id}"/></wp:inline></w:drawing></w:r>`;
export const inList = (list: number, level: number): string => `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`;

export const documentOf = (body: string): string => `<?xml version="1.0"?><w:document ${namespaces}><w:body>${body}</w:body></w:document>`;

/** The parts of a document with the body; `more` has pictures and other parts by name. */
export const wordFiles = (body: string, more: Readonly<Record<string, string | Uint8Array>> = {}): Record<string, string | Uint8Array> => ({
  '[Content_Types].xml': '<Types/>',
  'word/document.xml': documentOf(body),
  'word/_rels/document.xml.rels': `<Relationships>${Object.keys(more)
    .filter((name) => name.startsWith('word/media/'))
    .map((name, at) => `<Relationship Id="rId${at + 1}" Target="${name.slice(5)}"/>`)
    .join('')}</Relationships>`,
  ...more,
});

const levels = (...formats: (readonly [string, string])[]): string =>
  formats
    .map(
      ([format, text], at) => `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`,
    )
    .join('');
/** Numbered questions with options as the second level of the same list. */
export const numbering = `<w:numbering ${namespaces}><w:abstractNum w:abstractNumId="0">${levels(['decimal', '%1.'], ['lowerLetter', '(%2)'])}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`;
