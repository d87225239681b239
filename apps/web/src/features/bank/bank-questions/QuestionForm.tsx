// Contents: the form · place and use · options · the syllabus
import type { BankContent } from '@abhyas/contract/bank/bank-content';
import type { getBankTopics } from '@abhyas/contract/bank/bank-questions';
import type { Answer } from '@abhyas/contract/endpoint';
import { syllabusExams, syllabusYear } from '@abhyas/exam/bank/syllabus';
import { subjectNames } from '@abhyas/exam/bank/subjects';
import { AlertLine } from '../../../ui/AlertLine.tsx';
import forms from '../../../ui/forms.module.css';
import classes from './Bank.module.css';
import { DifficultyAndUse } from './DifficultyAndUse.tsx';
import { KeyFields } from './KeyFields.tsx';
import { PassageField } from './PassageField.tsx';
import { PictureField, usePicture } from './PictureField.tsx';
import { Faults, SourceField } from './SourceField.tsx';
import { TranslationFields } from './TranslationFields.tsx';

export type Chapters = Answer<typeof getBankTopics>['chapters'];

interface FormProps {
  content: BankContent;
  chapters: Chapters;
  /** The faults of a field, by its path. */
  faultsOf: (...path: (string | number)[]) => string[];
  onEdit: (change: Partial<BankContent>) => void;
}

const types = [
  ['four_options', 'One option is correct'],
  ['multiple_option', 'One or more options are correct'],
  ['numerical', 'Numerical answer'],
  ['comprehension', 'Question about a passage'],
] as const;

/** The key as the new type has it; a key that does not fit is left out. */
function keysFor(type: BankContent['type'], keys: BankContent['keys']): BankContent['keys'] {
  const [first] = keys;
  if (type === 'numerical') return keys.filter((key) => typeof key === 'string' || (typeof key === 'object' && !Array.isArray(key)));
  const options = Array.isArray(first) ? first : typeof first === 'number' ? [first] : [];
  if (type === 'multiple_option') return options.length > 0 ? [options] : [];
  return options.slice(0, 1);
}

export function QuestionForm(props: FormProps) {
  const { content, faultsOf, onEdit } = props;
  const picture = usePicture((figure) => onEdit({ figure }));
  const ofSolution = usePicture((solution_figure) => onEdit({ solution_figure }));
  return (
    <div className="grid gap-16">
      <Place {...props} />
      <Faults faults={faultsOf()} />
      {content.type === 'comprehension' && (
        <PassageField passage_id={content.passage_id} onChoose={(passage_id) => onEdit({ passage_id })} />
      )}
      <SourceField
        label="Question"
        value={content.text}
        maxLength={6000}
        rows={5}
        faults={faultsOf('text')}
        onChange={(text) => onEdit({ text })}
        onPicture={picture.add}
      />
      {picture.fault && <AlertLine>{picture.fault}</AlertLine>}
      <PictureField label="Picture" figure={content.figure} faults={faultsOf('figure')} onChange={(figure) => onEdit({ figure })} />
      {content.type !== 'numerical' && <OptionFields {...props} />}
      <KeyFields content={content} faultsOf={faultsOf} onChange={(keys) => onEdit({ keys })} />
      {content.type === 'numerical' && (
        <div className={`${forms.fields} grid grid-cols-[repeat(auto-fit,minmax(220px,1fr))] gap-16`}>
          <label className="grid gap-4 text-14 font-medium">
            Decimal places to compare
            <select
              className={forms.select}
              value={content.precision}
              onChange={(event) => onEdit({ precision: Number(event.currentTarget.value) })}
            >
              {[0, 1, 2, 3, 4, 5, 6].map((decimals) => (
                <option key={decimals}>{decimals}</option>
              ))}
            </select>
          </label>
          <div className="grid gap-4">
            <label className="grid gap-4 text-14 font-medium">
              Note beside the answer: “The answer should be …”
              <input
                className={classes.input}
                value={content.notes}
                maxLength={200}
                placeholder="from 0.74 to 0.80"
                onChange={(event) => onEdit({ notes: event.currentTarget.value })}
              />
            </label>
            <Faults faults={faultsOf('notes')} />
          </div>
        </div>
      )}
      <SourceField
        label="Hint: the first thought, without the answer"
        value={content.hint ?? ''}
        maxLength={600}
        rows={2}
        faults={faultsOf('hint')}
        onChange={(hint) => onEdit({ hint })}
      />
      <SourceField
        label="Solution"
        value={content.solution}
        maxLength={6000}
        rows={4}
        faults={faultsOf('solution')}
        onChange={(solution) => onEdit({ solution })}
        onPicture={ofSolution.add}
      />
      {ofSolution.fault && <AlertLine>{ofSolution.fault}</AlertLine>}
      <PictureField
        label="Picture of the solution"
        figure={content.solution_figure}
        faults={faultsOf('solution_figure')}
        onChange={(solution_figure) => onEdit({ solution_figure })}
      />
      <TranslationFields content={content} faultsOf={faultsOf} onEdit={onEdit} />
      <div className="grid gap-4">
        <label className="grid gap-4 text-14 font-medium">
          Address of a video solution
          <input
            className={classes.input}
            type="text"
            inputMode="url"
            value={content.video}
            maxLength={200}
            onChange={(event) => onEdit({ video: event.currentTarget.value })}
          />
        </label>
        <Faults faults={faultsOf('video')} />
      </div>
      <Syllabus {...props} />
    </div>
  );
}

function Place({ content, chapters, faultsOf, onEdit }: FormProps) {
  return (
    <div className={`${forms.fields} grid grid-cols-[repeat(auto-fit,minmax(220px,1fr))] gap-16`}>
      <div className="grid gap-4">
        <label className="grid gap-4 text-14 font-medium">
          Topic
          <select
            className={forms.select}
            value={content.topic_id ?? ''}
            aria-invalid={faultsOf('topic_id').length > 0 || undefined}
            onChange={(event) => onEdit({ topic_id: event.currentTarget.value === '' ? null : Number(event.currentTarget.value) })}
          >
            <option value="">Choose a topic</option>
            {chapters.map(({ id, name, subject_id, topics }) => (
              <optgroup key={id} label={`${subjectNames[subject_id as keyof typeof subjectNames]}: ${name}`}>
                {topics.map((topic) => (
                  <option key={topic.id} value={topic.id}>
                    {topic.name}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        </label>
        <Faults faults={faultsOf('topic_id')} />
      </div>
      <label className="grid gap-4 text-14 font-medium">
        Type
        <select
          className={forms.select}
          value={content.type}
          onChange={(event) => {
            const type = event.currentTarget.value as BankContent['type'];
            onEdit({ type, keys: keysFor(type, content.keys) });
          }}
        >
          {types.map(([type, words]) => (
            <option key={type} value={type}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <DifficultyAndUse of={content} onChange={onEdit} />
    </div>
  );
}

function OptionFields({ content, faultsOf, onEdit }: FormProps) {
  const { options, option_figures, options_layout } = content;
  return (
    <fieldset className="grid gap-12">
      <legend className="mb-4 text-14 font-bold">Options</legend>
      {options.map((option, at) => {
        const number = at + 1;
        const setFigure = (figure: BankContent['figure']) => onEdit({ option_figures: option_figures.with(at, figure) });
        return (
          // Options have no name; only their position identifies them.
          <div key={at}>
            <SourceField
              label={`Option ${number}`}
              value={option}
              maxLength={600}
              rows={1}
              faults={faultsOf('options', at)}
              onChange={(text) => onEdit({ options: options.with(at, text) })}
            />
            <PictureField
              label={`Picture of option ${number}`}
              figure={option_figures[at] ?? null}
              faults={faultsOf('option_figures', at)}
              onChange={setFigure}
            />
          </div>
        );
      })}
      <label className="grid gap-4 text-14 font-medium">
        Layout
        <select
          className={forms.select}
          value={options_layout}
          onChange={(event) => onEdit({ options_layout: Number(event.currentTarget.value) as BankContent['options_layout'] })}
        >
          <option value={1}>In a column</option>
          <option value={0}>In a row, if they are short</option>
          <option value={2}>Two by two</option>
        </select>
      </label>
    </fieldset>
  );
}

/** The exams that do not ask the question any more. */
function Syllabus({ content: { not_asked_since: since }, onEdit }: FormProps) {
  return (
    <fieldset className="grid gap-8">
      <legend className="mb-4 text-14 font-bold">Syllabus</legend>
      <label className={classes.tick}>
        <input
          type="checkbox"
          checked={since === null}
          onChange={(event) => onEdit({ not_asked_since: event.currentTarget.checked ? null : {} })}
        />
        The same exams as its topic
      </label>
      {since !== null && (
        <div className="flex flex-wrap gap-12">
          {syllabusExams.map((exam) => (
            <label key={exam} className={classes.tick}>
              <input
                type="checkbox"
                checked={since[exam] === undefined}
                onChange={(event) => {
                  const { [exam]: _removed, ...others } = since;
                  onEdit({ not_asked_since: event.currentTarget.checked ? others : { ...others, [exam]: syllabusYear } });
                }}
              />
              {exam} asks it
            </label>
          ))}
        </div>
      )}
    </fieldset>
  );
}
