import type { BankFigure } from '@abhyas/contract/bank/bank-content';
import type { AcceptedAnswer } from '@abhyas/exam/bank/question';
import Big from 'big.js';
import { escapeXml, htmlOfText } from './html-of-text.ts';
import { type ExportFile, ExportPictures, type ExportQuestion, fileOf, Losses, nameUsualLosses, type PictureOf } from './writing.ts';

const cdata = (text: string): string => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;

class MoodleWriter {
  readonly #losses = new Losses();
  readonly #pictures: ExportPictures;

  constructor(picture: PictureOf) {
    this.#pictures = new ExportPictures(picture, this.#losses);
  }

  /** A text with its pictures, which stand beside it in base64. */
  #text(text: string, figures: readonly (BankFigure | null)[], code: string): string {
    const named = figures.flatMap((figure) => {
      const path = figure ? this.#pictures.nameOf(figure.hash, code) : '';
      return figure && path ? [{ name: path.slice(path.indexOf('/') + 1), alt: figure.alt, bytes: this.#pictures.files.get(path) }] : [];
    });
    if (named.length > 0) this.#losses.add('picture_size', 'The sizes of pictures are not written.', code);
    const images = named.map(({ name, alt }) => `<p><img src="@@PLUGINFILE@@/${name}" alt="${escapeXml(alt)}"/></p>`);
    const files = named.map(
      ({ name, bytes }) => `<file name="${name}" path="/" encoding="base64">${Buffer.from(bytes ?? []).toString('base64')}</file>`,
    );
    return `<text>${cdata(htmlOfText(text) + images.join(''))}</text>${files.join('')}`;
  }

  #numerical(key: AcceptedAnswer): string {
    if (typeof key === 'string')
      return `<answer fraction="100" format="moodle_auto_format"><text>${escapeXml(key)}</text><tolerance>0</tolerance></answer>`;
    if (typeof key !== 'object' || Array.isArray(key)) return '';
    const middle = new Big(key.from).plus(key.to).div(2);
    return `<answer fraction="100" format="moodle_auto_format"><text>${middle.toFixed()}</text><tolerance>${middle.minus(key.from).toFixed()}</tolerance></answer>`;
  }

  #choices({ code, content }: ExportQuestion): string {
    const [key] = content.keys;
    const correct = Array.isArray(key) ? key : typeof key === 'number' ? [key] : [];
    const fraction = (option: number) => (correct.includes(option) ? new Big(100).div(correct.length).round(5).toFixed() : '0');
    const answers = content.options.map(
      (text, at) =>
        `<answer fraction="${fraction(at + 1)}" format="html">${this.#text(text, [content.option_figures[at] ?? null], code)}</answer>`,
    );
    return `<single>${content.type !== 'multiple_option'}</single><shuffleanswers>false</shuffleanswers><answernumbering>abc</answernumbering>${answers.join('')}`;
  }

  #nameLosses(question: ExportQuestion): void {
    const { code, content, passage } = question;
    nameUsualLosses(question, this.#losses);
    this.#losses.add('difficulty', 'Difficulty, layout of options and use (practice or papers) are not written.', code);
    if (passage) this.#losses.add('passage', 'A passage is written into the text of each of its questions.', code);
    if (content.video !== '') this.#losses.add('video', 'Video solutions are not written.', code);
    if (content.type !== 'numerical') return;
    if (content.notes !== '') this.#losses.add('notes', 'Notes of numerical questions are not written.', code);
    if (content.keys.some((one) => typeof one === 'string'))
      this.#losses.add('precision', 'Moodle compares a number exactly, and does not round it to the decimals of the question.', code);
  }

  #question(question: ExportQuestion): string {
    const { code, content, passage } = question;
    this.#nameLosses(question);
    const isNumerical = content.type === 'numerical';
    const text = passage ? `${passage.text}\n\n${content.text}` : content.text;
    const answers = isNumerical ? content.keys.map((key) => this.#numerical(key)).join('') : this.#choices(question);
    return `<question type="${isNumerical ? 'numerical' : 'multichoice'}"><name><text>${escapeXml(code)}</text></name><questiontext format="html">${this.#text(text, [content.figure ?? passage?.figure ?? null], code)}</questiontext><generalfeedback format="html">${this.#text(content.solution, [content.solution_figure], code)}</generalfeedback><defaultgrade>1</defaultgrade><penalty>0</penalty><hidden>0</hidden>${answers}</question>`;
  }

  write(questions: readonly ExportQuestion[]): ExportFile {
    const parts: string[] = [];
    let topic: string | undefined;
    for (const question of questions) {
      if (question.topic !== topic) {
        topic = question.topic;
        const path = ['$course$', 'top', ...topic.split(' / ').map((name) => name.replaceAll('/', '//'))].join('/');
        parts.push(`<question type="category"><category><text>${escapeXml(path)}</text></category></question>`);
      }
      parts.push(this.#question(question));
    }
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n${parts.join('\n')}\n</quiz>\n`;
    return fileOf('questions', 'application/xml', new Map([['questions.xml', xml]]), this.#losses);
  }
}

/** A list of questions as Moodle XML, with their pictures in the file. */
export const writeMoodle = (questions: readonly ExportQuestion[], picture: PictureOf): ExportFile =>
  new MoodleWriter(picture).write(questions);
