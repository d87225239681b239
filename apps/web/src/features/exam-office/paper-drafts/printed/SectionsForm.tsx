// Contents: the sections · one section · a topic for some questions
import type { getBankTopics } from '@abhyas/contract/bank/bank-questions';
import type { Answer } from '@abhyas/contract/endpoint';
import type { QuestionType } from '@abhyas/exam/bank/question';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import forms from '../../../../ui/forms.module.css';
import { formNames, newSection, subjectsOfExam } from '../patterns.ts';
import { NumberField, SubjectField } from '../SectionForm.tsx';
import classes from './Printed.module.css';
import { placedSections, type PrintedPaper, type PrintedSection, withNewSection, withSection, withTopic } from './printed-paper.ts';
import type { Editing } from './usePrintedPaper.ts';

type Chapters = Answer<typeof getBankTopics>['chapters'];
interface Props {
  paper: PrintedPaper;
  edit: Editing['edit'];
  chapters: Chapters;
}

/** The sections in order, each up to a question; the last one has the rest. */
export function SectionsForm({ paper, edit, chapters }: Props) {
  const placed = placedSections(paper);
  return (
    <div className="grid gap-12">
      {placed.map((section, at) => (
        <SectionFields
          key={section.index}
          paper={paper}
          section={section}
          isLast={at === placed.length - 1}
          chapters={chapters}
          onChange={(change) => edit((former) => withSection({ ...former, preset: null }, at, change))}
          onTopic={(topic_id) => edit((former) => withSection(former, at, { topic_id }))}
          onRemove={
            placed.length > 1 ? () => edit((former) => ({ ...former, preset: null, sections: former.sections.toSpliced(at, 1) })) : null
          }
        />
      ))}
      <div>
        <Button variant="default" disabled={placed.length >= 20} onClick={() => edit(withNewSection)}>
          Add a section
        </Button>
      </div>
    </div>
  );
}

interface FieldsProps {
  paper: PrintedPaper;
  section: PrintedSection & { first: number; last: number };
  isLast: boolean;
  chapters: Chapters;
  onChange: (change: Partial<PrintedSection>) => void;
  onTopic: (topic_id: number | null) => void;
  onRemove: (() => void) | null;
}

const questionTypes = [0, 1, 2] as const;

function SectionFields({ paper, section, isLast, chapters, onChange, onTopic, onRemove }: FieldsProps) {
  const { first, last, name, subject_id, question_type, correct, incorrect, topic_id } = section;
  const setForm = (form: QuestionType) => onChange({ ...newSection(subject_id, form, section.question_count, name), topic_id });
  const title = `Questions ${first} to ${last}`;
  return (
    <fieldset className="min-w-0 m-0 px-12 pt-8 pb-12 border border-line rounded-control">
      <legend className="font-bold tabular">{title}</legend>
      <div className={`${classes.fields} grid grid-cols-[repeat(auto-fit,minmax(140px,1fr))] items-end gap-12`}>
        <TextInput label="Section" maxLength={40} value={name} onChange={({ target }) => onChange({ name: target.value })} />
        {!isLast && (
          <NumberField
            label="Up to question"
            value={last}
            least={first}
            most={paper.crops.length}
            onChange={(to) => onChange({ question_count: to - first + 1 })}
          />
        )}
        <SubjectField exam={paper.exam} value={subject_id} onChange={(id) => onChange({ subject_id: id, topic_id: null })} />
        <label className="grid gap-4 text-14 font-medium">
          Form
          <select
            className={forms.select}
            value={question_type}
            onChange={({ target }) => setForm(questionTypes.find((form) => form === Number(target.value)) ?? 0)}
          >
            {questionTypes.map((form) => (
              <option key={form} value={form}>
                {formNames[form]}
              </option>
            ))}
          </select>
        </label>
        <NumberField label="If right" value={correct} least={1} most={20} onChange={(value) => onChange({ correct: value })} />
        <NumberField label="If wrong" value={incorrect} least={-20} most={0} onChange={(value) => onChange({ incorrect: value })} />
        <TopicField chapters={chapters} subject_id={subject_id} value={topic_id} onChange={onTopic} />
        {onRemove && (
          <Button variant="subtle" color="red" className="justify-self-start" onClick={onRemove} aria-label={`Remove section ${name}`}>
            Remove
          </Button>
        )}
      </div>
    </fieldset>
  );
}

interface TopicFieldProps {
  label?: string;
  chapters: Chapters;
  subject_id: number;
  value: number | null;
  onChange: (topic_id: number | null) => void;
}

/** A topic of the subject, under which reports count the questions. */
function TopicField({ label = 'Topic in reports', chapters, subject_id, value, onChange }: TopicFieldProps) {
  return (
    <label className="grid gap-4 text-14 font-medium">
      {label}
      <select className={forms.select} value={value ?? ''} onChange={({ target }) => onChange(Number(target.value) || null)}>
        <option value="">Choose</option>
        {chapters
          .filter((chapter) => chapter.subject_id === subject_id)
          .map(({ id, name, topics }) => (
            <optgroup key={id} label={name}>
              {topics.map((topic) => (
                <option key={topic.id} value={topic.id}>
                  {topic.name}
                </option>
              ))}
            </optgroup>
          ))}
      </select>
    </label>
  );
}

/** Gives some questions a topic that differs from that of their section. */
export function TopicRange({ paper, edit, chapters }: Props) {
  const [range, setRange] = useState({ from: 1, to: 1 });
  const [topic_id, setTopic] = useState<number | null>(null);
  const most = Math.max(1, paper.crops.length);
  const section = placedSections(paper).find(({ first, last }) => range.from >= first && range.from <= last);
  const subject = section && subjectsOfExam[paper.exam].find(({ id }) => id === section.subject_id);
  const isWithin = section !== undefined && range.to >= range.from && range.to <= section.last;
  const own = paper.crops.filter((crop) => crop.topic_id !== null).length;
  return (
    <details className={classes.fold}>
      <summary>
        Topics of single questions{' '}
        <small>{own === 0 ? 'All questions have the topic of their section' : `${own} with a topic of their own`}</small>
      </summary>
      <p className="text-14 text-ink-soft">Reports by chapter are as exact as these topics.</p>
      <div className={`${classes.fields} grid grid-cols-[repeat(auto-fit,minmax(140px,1fr))] items-end gap-12`}>
        <NumberField label="From question" value={range.from} least={1} most={most} onChange={(from) => setRange({ ...range, from })} />
        <NumberField label="To question" value={range.to} least={1} most={most} onChange={(to) => setRange({ ...range, to })} />
        <TopicField
          label={subject ? `Topic of ${subject.name}` : 'Topic'}
          chapters={chapters}
          subject_id={section?.subject_id ?? 0}
          value={topic_id}
          onChange={setTopic}
        />
        <Button
          variant="default"
          className="justify-self-start"
          disabled={!isWithin}
          onClick={() => edit((former) => withTopic(former, range.from, range.to, topic_id))}
        >
          Set the topic
        </Button>
      </div>
      {!isWithin && <p className="font-medium text-incorrect">Choose questions of one section, the first before the last.</p>}
    </details>
  );
}
