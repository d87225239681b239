import type { BankFigure } from '@abhyas/contract/bank/bank-content';
import { escapeXml, htmlOfText } from './html-of-text.ts';
import { type ExportFile, ExportPictures, type ExportQuestion, fileOf, Losses, nameUsualLosses, type PictureOf } from './writing.ts';

const schema = 'http://www.imsglobal.org/xsd/imsqtiasi_v3p0';
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const prefix = 'https://purl.imsglobal.org/spec/qti/v3p0/rptemplates';

const number = (value: string): string => `<qti-base-value base-type="float">${escapeXml(value)}</qti-base-value>`;
const response = '<qti-variable identifier="RESPONSE"/>';

/** The condition under which a number is correct. */
function conditionOf(key: ExportQuestion['content']['keys'][number]): string {
  if (typeof key === 'string') return `<qti-equal tolerance-mode="exact">${response}${number(key)}</qti-equal>`;
  if (typeof key !== 'object' || Array.isArray(key)) return '';
  return `<qti-and><qti-gte>${response}${number(key.from)}</qti-gte><qti-lte>${response}${number(key.to)}</qti-lte></qti-and>`;
}

/** An identifier of QTI begins with a letter. */
const identifierOf = (code: string): string => escapeXml(/^[a-z_]/i.test(code) ? code : `q-${code}`);

class QtiWriter {
  readonly #losses = new Losses();
  readonly #pictures: ExportPictures;
  readonly #files = new Map<string, string | Uint8Array>();
  readonly #stimuli = new Map<string, string>();

  constructor(picture: PictureOf) {
    this.#pictures = new ExportPictures(picture, this.#losses);
  }

  #text(text: string, figure: BankFigure | null, code: string): string {
    const path = figure ? this.#pictures.nameOf(figure.hash, code) : '';
    if (path) this.#losses.add('picture_size', 'The sizes of pictures are not written.', code);
    if (/\\[([]/.test(text)) this.#losses.add('tex', 'Formulas are written as TeX, which the other program must know.', code);
    return htmlOfText(text) + (figure && path ? `<p><img src="../${path}" alt="${escapeXml(figure.alt)}"/></p>` : '');
  }

  /** The identifier of a passage; questions with the same passage share it. */
  #stimulus({ code, passage }: ExportQuestion): string {
    if (!passage) return '';
    const key = JSON.stringify(passage);
    const known = this.#stimuli.get(key);
    if (known) return known;
    const id = `passage-${this.#stimuli.size + 1}`;
    this.#stimuli.set(key, id);
    this.#files.set(
      `passages/${id}.xml`,
      `${declaration}<qti-assessment-stimulus xmlns="${schema}" identifier="${id}" title="${id}"><qti-stimulus-body>${this.#text(passage.text, passage.figure, code)}</qti-stimulus-body></qti-assessment-stimulus>\n`,
    );
    return id;
  }

  #choice({ code, content }: ExportQuestion): { declaration: string; interaction: string; processing: string } {
    const [key] = content.keys;
    const several = content.type === 'multiple_option';
    const correct = Array.isArray(key) ? key : typeof key === 'number' ? [key] : [];
    const values = correct.map((option) => `<qti-value>option-${option}</qti-value>`).join('');
    const choices = content.options.map(
      (text, at) =>
        `<qti-simple-choice identifier="option-${at + 1}">${this.#text(text, content.option_figures[at] ?? null, code)}</qti-simple-choice>`,
    );
    return {
      declaration: `cardinality="${several ? 'multiple' : 'single'}" base-type="identifier">${values ? `<qti-correct-response>${values}</qti-correct-response>` : ''}`,
      interaction: `<qti-choice-interaction response-identifier="RESPONSE" shuffle="false" max-choices="${several ? 0 : 1}">${choices.join('')}</qti-choice-interaction>`,
      processing: `<qti-response-processing template="${prefix}/match_correct.xml"/>`,
    };
  }

  #numerical({ code, content }: ExportQuestion): { declaration: string; interaction: string; processing: string } {
    const plain = content.keys.find((key) => typeof key === 'string');
    const conditions = content.keys.map(conditionOf).join('');
    if (plain !== undefined)
      this.#losses.add('precision', 'A number is compared exactly, and not rounded to the decimals of the question.', code);
    if (content.notes !== '') this.#losses.add('notes', 'Notes of numerical questions are not written.', code);
    const condition = content.keys.length > 1 ? `<qti-or>${conditions}</qti-or>` : conditions;
    return {
      declaration: `cardinality="single" base-type="float">${plain === undefined ? '' : `<qti-correct-response><qti-value>${escapeXml(plain)}</qti-value></qti-correct-response>`}`,
      interaction: '<p><qti-text-entry-interaction response-identifier="RESPONSE" expected-length="12"/></p>',
      processing: condition
        ? `<qti-response-processing><qti-response-condition><qti-response-if>${condition}<qti-set-outcome-value identifier="SCORE"><qti-base-value base-type="float">1</qti-base-value></qti-set-outcome-value></qti-response-if></qti-response-condition></qti-response-processing>`
        : '',
    };
  }

  #item(question: ExportQuestion): string {
    const { code, content } = question;
    nameUsualLosses(question, this.#losses);
    this.#losses.add('difficulty', 'Difficulty, layout of options and use (practice or papers) are not written.', code);
    if (content.video !== '') this.#losses.add('video', 'Video solutions are not written.', code);
    const {
      declaration: responses,
      interaction,
      processing,
    } = content.type === 'numerical' ? this.#numerical(question) : this.#choice(question);
    const stimulus = this.#stimulus(question);
    const reference = stimulus ? `<qti-assessment-stimulus-ref identifier="${stimulus}" href="../passages/${stimulus}.xml"/>` : '';
    const solution = this.#text(content.solution, content.solution_figure, code);
    const feedback = solution
      ? `<qti-modal-feedback outcome-identifier="SOLUTION" identifier="solution" show-hide="show"><qti-content-body>${solution}</qti-content-body></qti-modal-feedback>`
      : '';
    return `${declaration}<qti-assessment-item xmlns="${schema}" identifier="${identifierOf(code)}" title="${escapeXml(code)}" adaptive="false" time-dependent="false"><qti-response-declaration identifier="RESPONSE" ${responses}</qti-response-declaration><qti-outcome-declaration identifier="SCORE" cardinality="single" base-type="float"/>${feedback ? '<qti-outcome-declaration identifier="SOLUTION" cardinality="single" base-type="identifier"><qti-default-value><qti-value>solution</qti-value></qti-default-value></qti-outcome-declaration>' : ''}${reference}<qti-item-body>${this.#text(content.text, content.figure, code)}${interaction}</qti-item-body>${processing}${feedback}</qti-assessment-item>\n`;
  }

  write(questions: readonly ExportQuestion[]): ExportFile {
    const sections = new Map<string, string[]>();
    for (const [at, question] of questions.entries()) {
      const file = `items/item-${String(at + 1).padStart(5, '0')}.xml`;
      this.#files.set(file, this.#item(question));
      const references = sections.get(question.topic) ?? [];
      references.push(`<qti-assessment-item-ref identifier="ref-${at + 1}" href="${file}"/>`);
      sections.set(question.topic, references);
    }
    const written = [...sections].map(
      ([topic, references], at) =>
        `<qti-assessment-section identifier="section-${at + 1}" title="${escapeXml(topic)}" visible="true">${references.join('')}</qti-assessment-section>`,
    );
    const items = [...this.#files.keys()];
    const test = `${declaration}<qti-assessment-test xmlns="${schema}" identifier="questions" title="Questions"><qti-test-part identifier="part-1" navigation-mode="nonlinear" submission-mode="simultaneous">${written.join('')}</qti-test-part></qti-assessment-test>\n`;
    const resource = (file: string) => {
      const type = file.startsWith('items/')
        ? 'imsqti_item_xmlv3p0'
        : file.startsWith('passages/')
          ? 'imsqti_stimulus_xmlv3p0'
          : 'webcontent';
      return `<resource identifier="r-${file.replaceAll(/[^\w-]/g, '-')}" type="${type}" href="${file}"><file href="${file}"/></resource>`;
    };
    const manifest = `${declaration}<manifest xmlns="http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1" identifier="questions"><metadata><schema>QTI Package</schema><schemaversion>3.0.0</schemaversion></metadata><organizations/><resources><resource identifier="r-test" type="imsqti_test_xmlv3p0" href="test.xml"><file href="test.xml"/></resource>${[...items, ...this.#pictures.files.keys()].map(resource).join('')}</resources></manifest>\n`;
    return fileOf(
      'questions',
      'application/zip',
      new Map<string, string | Uint8Array>([['imsmanifest.xml', manifest], ['test.xml', test], ...this.#files, ...this.#pictures.files]),
      this.#losses,
    );
  }
}

/** A list of questions as a package of QTI 3.0: a test with a section for each topic, items, passages and pictures. */
export const writeQti = (questions: readonly ExportQuestion[], picture: PictureOf): ExportFile => new QtiWriter(picture).write(questions);
