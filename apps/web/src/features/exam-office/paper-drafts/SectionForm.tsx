import type { QuestionType } from '@abhyas/exam/bank/question';
import { Button, TextInput } from '@mantine/core';
import { formatMarks, plural } from '../../../ui/format.ts';
import forms from '../../../ui/forms.module.css';
import classes from './Composer.module.css';
import { formNames, newSection, type Plan, type PlanSection, type PoolChapter, subjectNameOf, subjectsOfExam, whole } from './patterns.ts';

interface SectionFormProps {
  plan: Plan;
  section: PlanSection;
  chapters: readonly PoolChapter[];
  onChange: (change: Partial<PlanSection>) => void;
  onRemove: (() => void) | undefined;
}

const questionTypes = [0, 1, 2, 3] as const;
const countOf = ({ counts }: PoolChapter, form: QuestionType) =>
  counts.filter(({ question_type }) => question_type === form).reduce((sum, { count }) => sum + count, 0);

/** One section of the plan: a line that unfolds to the section's fields and chapters. */
export function SectionForm({ plan, section, chapters, onChange, onRemove }: SectionFormProps) {
  const { name, subject_id, question_type, question_count, correct, incorrect } = section;
  const subject = subjectNameOf(plan, subject_id);
  const weightOf = (id: number) =>
    section.chapters.length === 0 ? 1 : (section.chapters.find(({ chapter_id }) => chapter_id === id)?.weight ?? 0);
  const asked = chapters.filter(({ id }) => weightOf(id) > 0);
  const open = asked.reduce((sum, chapter) => sum + countOf(chapter, question_type), 0);
  const setWeights = (weight: (id: number) => number) =>
    onChange({ chapters: chapters.map(({ id }) => ({ chapter_id: id, weight: weight(id) })) });
  const setForm = (form: QuestionType) => onChange({ ...newSection(subject_id, form, question_count, name), chapters: section.chapters });
  return (
    <details className={classes.fold}>
      <summary>
        <span>
          {subject}, {name}
        </span>
        <small className="tabular">
          {plural(question_count, 'question')}, {formNames[question_type]} · {formatMarks(correct)} {formatMarks(incorrect)} ·{' '}
          {section.chapters.length === 0 ? 'all chapters' : plural(asked.length, 'chapter')} · {open} to choose from
        </small>
      </summary>
      <div className={`${forms.fields} grid grid-cols-[repeat(auto-fit,minmax(220px,1fr))] gap-16 mt-12`}>
        <TextInput label="Name" maxLength={40} value={name} onChange={(event) => onChange({ name: event.currentTarget.value })} />
        <SubjectField exam={plan.exam} value={subject_id} onChange={(id) => onChange({ subject_id: id, chapters: [] })} />
        <label className="grid gap-4 text-14 font-medium">
          Form
          <select
            className={forms.select}
            value={question_type}
            onChange={(event) => setForm(Number(event.currentTarget.value) as QuestionType)}
          >
            {questionTypes.map((form) => (
              <option key={form} value={form}>
                {formNames[form]}
              </option>
            ))}
          </select>
        </label>
        <NumberField
          label="Questions"
          value={question_count}
          least={1}
          most={100}
          onChange={(value) => onChange({ question_count: value })}
        />
        <NumberField label="Marks if right" value={correct} least={1} most={20} onChange={(value) => onChange({ correct: value })} />
        <NumberField label="Marks if wrong" value={incorrect} least={-20} most={0} onChange={(value) => onChange({ incorrect: value })} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-12 mt-16">
        <h4>Chapters and their weights</h4>
        <span className="flex flex-wrap gap-8">
          <Button variant="default" size="sm" onClick={() => onChange({ chapters: [] })}>
            All alike
          </Button>
          <Button variant="default" size="sm" onClick={() => setWeights(() => 0)}>
            None
          </Button>
        </span>
      </div>
      <ul className={classes.chapters}>
        {chapters.map((chapter) => (
          <li key={chapter.id}>
            <label>
              <span>
                {chapter.name} <small className="tabular">{countOf(chapter, question_type)}</small>
              </span>
              <select
                className={classes.weight}
                aria-label={`Weight of ${chapter.name}`}
                value={weightOf(chapter.id)}
                onChange={(event) => {
                  const weight = Number(event.currentTarget.value);
                  setWeights((id) => (id === chapter.id ? weight : weightOf(id)));
                }}
              >
                <option value={0}>none</option>
                {[1, 2, 3, 4, 5].map((weight) => (
                  <option key={weight} value={weight}>
                    × {weight}
                  </option>
                ))}
              </select>
            </label>
          </li>
        ))}
      </ul>
      {onRemove && (
        <div className={forms.actions}>
          <Button variant="default" onClick={onRemove}>
            Remove this section
          </Button>
        </div>
      )}
    </details>
  );
}

interface NumberFieldProps {
  label: string;
  value: number;
  least: number;
  most: number;
  onChange: (value: number) => void;
}

/** A field for a whole number, whose value stays within the limits. */
export const NumberField = ({ label, value, least, most, onChange }: NumberFieldProps) => (
  <label className="grid gap-4 text-14 font-medium">
    {label}
    <input
      className={forms.select}
      type="number"
      min={least}
      max={most}
      value={value}
      onChange={(event) => onChange(whole(event.currentTarget.value, least, most))}
    />
  </label>
);

/** A choice among the subjects of an exam. */
export function SubjectField({ exam, value, onChange }: { exam: Plan['exam']; value: number; onChange: (id: number) => void }) {
  return (
    <label className="grid gap-4 text-14 font-medium">
      Subject
      <select className={forms.select} value={value} onChange={(event) => onChange(Number(event.currentTarget.value))}>
        {subjectsOfExam[exam].map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
