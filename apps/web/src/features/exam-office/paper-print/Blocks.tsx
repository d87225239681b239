// Contents: text and pictures · the paper · the key · solutions
import type { ReactNode } from 'react';
import { Maths } from '../../../question/Maths.tsx';
import type { PictureContent, SizeKey } from '../../../question/question-content.ts';
import { hindi as hindiWords, passageInHindi } from './paper-in-hindi.ts';
import classes from './Print.module.css';
import { keyInWords, type PrintedKey, type SetQuestion, type SetSection } from './set-paper.ts';

/** A block of a printed part. The attributes are read by `measureBlocks`. */
interface BlockProps {
  keepsNext?: boolean;
  isCuttable?: boolean;
  name?: string;
  children: ReactNode;
}

function Block({ keepsNext, isCuttable, name, children }: BlockProps) {
  return (
    <div className={classes.block} data-keeps-next={keepsNext || undefined} data-cuttable={isCuttable || undefined} data-block={name}>
      {children}
    </div>
  );
}

function Text({ text, lang }: { text: string; lang?: 'hi' }) {
  return (
    <div data-text>
      <Maths text={text} lang={lang} />
    </div>
  );
}

function PaperPicture({ picture, size }: { picture: PictureContent | null; size: SizeKey }) {
  return picture && <img className={classes.picture} data-size={size} src={picture.url} alt={picture.alt} />;
}

interface SectionHeadProps {
  title: string;
  rules?: string;
  hindi?: SetSection['hindi'];
}

function SectionHead({ title, rules, hindi = null }: SectionHeadProps) {
  return (
    <Block keepsNext name="section">
      <h3 className={classes.section}>
        {title}
        {hindi && <span lang="hi"> · {hindi.title}</span>}
      </h3>
      {rules && <p className={classes.rules}>{rules}</p>}
      {hindi && (
        <p className={classes.rules} lang="hi">
          {hindi.rules}
        </p>
      )}
    </Block>
  );
}

/** The questions of a set: headings, passages and questions. */
export const paperBlocks = (sections: readonly SetSection[]): ReactNode[] =>
  sections.flatMap(({ title, rules, hindi, questions }) => [
    <SectionHead key={title} title={title} rules={rules} hindi={hindi} />,
    ...questions.flatMap((one) => [
      ...(one.passage ? [<Passage key={`passage ${one.number}`} {...one.passage} first={one.number} />] : []),
      <Question key={one.number} asked={one} isStacked={hindi !== null} />,
    ]),
  ]);

function Passage({ content, hindi, first, last }: NonNullable<SetQuestion['passage']> & { first: number }) {
  return (
    <Block keepsNext isCuttable name="passage">
      <p className="font-semibold">
        {first === last ? `Passage for question ${first}` : `Passage for questions ${first} to ${last}`}
        {hindi !== null && <span lang="hi"> · {passageInHindi(first, last)}</span>}
      </p>
      <Text text={content.comprehension_text} />
      {hindi !== null && <Text text={hindi} lang="hi" />}
      <PaperPicture picture={content.supporting_picture} size={content.supporting_picture_size} />
    </Block>
  );
}

function Question({ asked: { question, number, options, hindi }, isStacked }: { asked: SetQuestion; isStacked: boolean }) {
  return (
    <Block name={`question ${number}`}>
      <div className="flex items-baseline gap-[1.5mm]">
        <span className="flex-none min-w-[6.5mm] text-end font-semibold tabular">{number}.</span>
        <div className="flex-1 min-w-0">
          <Text text={question.question_text} />
          {hindi && <Text text={hindi.text} lang="hi" />}
          <PaperPicture picture={question.supporting_picture} size={question.supporting_picture_size} />
          {options.length > 0 ? (
            <ol className={classes.options} data-columns="1">
              {options.map(({ number: printed, content }, at) => (
                <li key={printed} data-whole>
                  <span className="flex-none">({printed})</span>
                  <div data-text>
                    {content.text !== null && <Maths text={content.text} />}
                    {/* A number or formula is the same in both languages and is printed once. */}
                    {hindi?.options[at] && hindi.options[at] !== content.text && <Maths text={hindi.options[at]} lang="hi" />}
                    <PaperPicture picture={content.picture} size={content.size} />
                  </div>
                </li>
              ))}
            </ol>
          ) : (
            <p className={classes.answer} data-whole>
              Answer
              {isStacked && <span lang="hi"> · {hindiWords.answer}</span>}:
            </p>
          )}
        </div>
      </div>
    </Block>
  );
}

const byQuestion = (keys: readonly PrintedKey[]) => new Map(keys.map((key) => [key.question_id, key]));

/** The keys of a set, one row a question. */
export function keyBlocks(sections: readonly SetSection[], keys: readonly PrintedKey[]): ReactNode[] {
  const byId = byQuestion(keys);
  return sections.flatMap(({ title, questions }) => [
    <SectionHead key={title} title={title} />,
    ...questions.map(({ number, question, placed }) => {
      const key = byId.get(question.id);
      return (
        <Block key={number} name={`key ${number}`}>
          <p className={classes.key}>
            <span className="flex-none min-w-[6.5mm] text-end font-semibold tabular">{number}.</span>{' '}
            <strong>{key ? keyInWords(key, placed) : 'No key'}</strong>
          </p>
        </Block>
      );
    }),
  ]);
}

/** The solutions of a set, each with its key. */
export function solutionBlocks(sections: readonly SetSection[], keys: readonly PrintedKey[]): ReactNode[] {
  const byId = byQuestion(keys);
  return sections.flatMap(({ title, questions }) => [
    <SectionHead key={title} title={title} />,
    ...questions.map(({ number, question, placed }) => {
      const key = byId.get(question.id);
      return (
        <Block key={number} isCuttable name={`solution ${number}`}>
          <div className="flex items-baseline gap-[1.5mm]">
            <span className="flex-none min-w-[6.5mm] text-end font-semibold tabular">{number}.</span>
            <div className="flex-1 min-w-0">
              <p data-whole>
                <strong>{key ? keyInWords(key, placed) : 'No key'}</strong>
              </p>
              {key?.solution_text ? <Text text={key.solution_text} /> : <p className={classes.rules}>The bank has no solution.</p>}
              {key && <PaperPicture picture={key.solution_supporting_picture} size={key.solution_supporting_picture_size} />}
              {key?.numerical_notes && <Text text={key.numerical_notes} />}
            </div>
          </div>
        </Block>
      );
    }),
  ]);
}
