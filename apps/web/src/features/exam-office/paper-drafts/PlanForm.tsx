import { getQuestionPool } from '@abhyas/contract/exam-office/paper-drafts';
import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useCall } from '../../../platform/queries.ts';
import card from '../../../ui/card.module.css';
import { formatNumber, plural } from '../../../ui/format.ts';
import { formatMinutes } from '../../../ui/clock-format.ts';
import forms from '../../../ui/forms.module.css';
import classes from './Composer.module.css';
import type { Content, DraftState } from './draft-keeper.ts';
import { withoutSection } from './draft-moves.ts';
import { difficulties, newSection, type Plan, plannedCount, poolOf, type PlanSection, subjectsOfExam, whole } from './patterns.ts';
import { SectionForm } from './SectionForm.tsx';

const durations = [30, 45, 60, 90, 120, 150, 180, 200, 240];
const sameShares = (one: readonly number[], other: readonly number[]) => one.join() === other.join();

/** The plan of a paper: name, time, difficulty, sections. */
export function PlanForm({ state: { name, plan, items }, onEdit }: { state: DraftState; onEdit: (change: Partial<Content>) => void }) {
  const pool = useCall(getQuestionPool, poolOf(plan), { ownFailures: true });
  const setPlan = (change: Partial<Plan>) => onEdit({ plan: { ...plan, ...change } });
  const setSection = (at: number, section: PlanSection) => setPlan({ sections: plan.sections.with(at, section) });
  const minutes = plan.test_duration / 60;
  const difficulty = difficulties.findIndex(({ shares }) => sameShares(shares, plan.shares));
  const first = subjectsOfExam[plan.exam][0]?.id ?? 2;
  const marks = plan.sections.reduce((sum, one) => sum + (one.attempt_limit ?? one.question_count) * one.correct, 0);
  return (
    <section className={card.card} aria-labelledby="plan">
      <div className="flex flex-wrap items-center justify-between gap-12">
        <h2 id="plan">Plan</h2>
        <span className="text-14 text-ink-soft tabular">
          {plan.exam} · {plural(plannedCount(plan), 'question')} · {formatNumber(marks)} marks
        </span>
      </div>
      <div className={`${forms.fields} grid grid-cols-[repeat(auto-fit,minmax(220px,1fr))] gap-16 mt-12`}>
        <TextInput label="Name" maxLength={120} value={name} onChange={(event) => onEdit({ name: event.currentTarget.value })} />
        <label className="grid gap-4 text-14 font-medium">
          Time
          <select
            className={forms.select}
            value={minutes}
            onChange={(event) => setPlan({ test_duration: Number(event.currentTarget.value) * 60 })}
          >
            {[...new Set([...durations, minutes])]
              .toSorted((a, b) => a - b)
              .map((one) => (
                <option key={one} value={one}>
                  {formatMinutes(one * 60)}
                </option>
              ))}
          </select>
        </label>
        <label className="grid gap-4 text-14 font-medium">
          Difficulty
          <select
            className={forms.select}
            value={difficulty}
            onChange={(event) => {
              const chosen = difficulties[Number(event.currentTarget.value)];
              if (chosen) setPlan({ shares: [...chosen.shares] });
            }}
          >
            {difficulties.map((one, at) => (
              <option key={one.name} value={at}>
                {one.name}
              </option>
            ))}
            {difficulty === -1 && <option value={-1}>Shares of your own</option>}
          </select>
        </label>
        <label className="grid gap-4 text-14 font-medium">
          Languages
          <select
            className={forms.select}
            value={plan.also_in ?? ''}
            onChange={(event) => {
              const { also_in: _before, ...rest } = plan;
              onEdit({ plan: event.currentTarget.value === 'hi' ? { ...rest, also_in: 'hi' } : rest });
            }}
          >
            <option value="">English, or both</option>
            <option value="hi">English and Hindi</option>
          </select>
        </label>
      </div>
      <details className={classes.fold}>
        <summary>Shares of the five levels</summary>
        <div className={classes.shares}>
          {plan.shares.map((share, at) => (
            <label key={at} className="grid gap-4 text-14 font-medium">
              Level {at + 1}
              <input
                className={forms.select}
                type="number"
                inputMode="numeric"
                min={0}
                max={100}
                value={share}
                onChange={(event) => setPlan({ shares: plan.shares.with(at, whole(event.currentTarget.value, 0, 100)) })}
              />
            </label>
          ))}
        </div>
        <p className="text-14 leading-reading text-ink-soft">
          Level 1 is the easiest. The numbers are weights: they need not add up to 100.
        </p>
      </details>
      <h3 className="mt-16">Sections</h3>
      <ul className="lined">
        {plan.sections.map((section, at) => (
          <li key={at}>
            <SectionForm
              plan={plan}
              section={section}
              chapters={pool.data?.chapters.filter(({ subject_id }) => subject_id === section.subject_id) ?? []}
              onChange={(change) => setSection(at, { ...section, ...change })}
              onRemove={plan.sections.length > 1 ? () => onEdit(withoutSection({ plan, items }, at)) : undefined}
            />
          </li>
        ))}
      </ul>
      <Button
        variant="default"
        mt={12}
        leftSection={<IconPlus size={20} />}
        disabled={plan.sections.length >= 20}
        onClick={() => setPlan({ sections: [...plan.sections, newSection(first, 0, 10, 'New')] })}
      >
        Add a section
      </Button>
    </section>
  );
}
