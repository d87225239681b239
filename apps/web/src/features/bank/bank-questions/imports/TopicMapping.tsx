import { getImportTopics, mapImportTopics } from '@abhyas/contract/bank/question-imports';
import type { Answer } from '@abhyas/contract/endpoint';
import { subjectNames } from '@abhyas/exam/bank/subjects';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../../../platform/failure.ts';
import { useCall, useSend } from '../../../../platform/queries.ts';
import { AlertLine } from '../../../../ui/AlertLine.tsx';
import card from '../../../../ui/card.module.css';
import { formatNumber, plural } from '../../../../ui/format.ts';
import forms from '../../../../ui/forms.module.css';
import table from '../../../../ui/table.module.css';
import { toast } from '../../../../ui/toasts.ts';
import type { Chapters } from '../QuestionForm.tsx';
import classes from './Import.module.css';

type Topic = Answer<typeof getImportTopics>['topics'][number];

interface Props {
  id: number;
  chapters: Chapters;
  onDone: () => void;
}

const shownAtOnce = 20;

/** The names of topics in the file, each with a topic of the bank: remembered, suggested or chosen. */
export function TopicMapping({ id, chapters, onDone }: Props) {
  const named = useCall(getImportTopics, { id }, { staleTime: 0 });
  const topics = named.data?.topics ?? [];
  const key = topics.map(({ name, topic_id }) => `${name} ${topic_id}`).join('\n');
  if (named.error) return <AlertLine>The topics cannot be shown: {messageOf(named.error)}</AlertLine>;
  if (topics.length === 0) return null;
  const open = topics.filter(({ topic_id }) => topic_id === null).reduce((sum, { row_count }) => sum + row_count, 0);
  return (
    <section className={card.card} aria-labelledby="topics">
      <details open={open > 0}>
        <summary className="min-h-44 py-10 text-14 font-semibold cursor-pointer">
          <span id="topics">Topics</span>
          <span className="text-14 text-ink-soft">
            {' '}
            {open > 0 ? `${plural(open, 'question')} without a topic` : 'chosen for every name in the file'}
          </span>
        </summary>
        <Mapping key={key} id={id} topics={topics} chapters={chapters} onDone={onDone} />
      </details>
    </section>
  );
}

function Mapping({ id, topics, chapters, onDone }: Props & { topics: readonly Topic[] }) {
  const [chosen, setChosen] = useState(() => new Map(topics.map(({ name, topic_id, suggested_id }) => [name, topic_id ?? suggested_id])));
  const [isWhole, setWhole] = useState(false);
  const map = useSend(mapImportTopics, { ownFailures: true });
  const shown = isWhole ? topics : topics.slice(0, shownAtOnce);
  const changed = topics.filter(({ name, topic_id }) => (chosen.get(name) ?? null) !== topic_id);
  const save = () =>
    map.mutate(
      { id, topics: changed.map(({ name }) => ({ name, topic_id: chosen.get(name) ?? null })) },
      {
        onSuccess: ({ row_count }) => {
          toast.success(`${plural(row_count, 'question')} got their topic.`);
          onDone();
        },
      },
    );
  return (
    <div className="grid gap-12">
      <p className="text-14 leading-reading text-ink-soft">
        Choose where the questions stand. Your institute’s next files with the same names get the same topics.
      </p>
      <div className={table.scroll}>
        <table className={`${table.table} ${classes.topics}`}>
          <thead>
            <tr>
              <th scope="col" className={table.word}>
                In the file
              </th>
              <th scope="col">Questions</th>
              <th scope="col" className={table.word}>
                Topic of the bank
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ name, row_count, topic_id, suggested_id }) => (
              <tr key={name}>
                <th scope="row" className={table.word}>
                  {name === '' ? 'No topic named' : name}
                </th>
                <td>{plural(row_count, 'question')}</td>
                <td className={table.word}>
                  <select
                    className={forms.select}
                    aria-label={`Topic for ${name === '' ? 'questions without one' : name}`}
                    value={chosen.get(name) ?? ''}
                    onChange={(event) =>
                      setChosen(new Map(chosen).set(name, event.currentTarget.value === '' ? null : Number(event.currentTarget.value)))
                    }
                  >
                    <option value="">Choose a topic</option>
                    {chapters.map((chapter) => (
                      <optgroup
                        key={chapter.id}
                        label={`${subjectNames[chapter.subject_id as keyof typeof subjectNames]}: ${chapter.name}`}
                      >
                        {chapter.topics.map((topic) => (
                          <option key={topic.id} value={topic.id}>
                            {topic.name}
                          </option>
                        ))}
                      </optgroup>
                    ))}
                  </select>
                  {topic_id === null && suggested_id !== null && chosen.get(name) === suggested_id && (
                    <span className="block text-14 font-regular text-ink-soft">Suggested by its name</span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {topics.length > shown.length && (
        <Button variant="subtle" onClick={() => setWhole(true)}>
          Show all {formatNumber(topics.length)} names
        </Button>
      )}
      {map.error && <AlertLine>{messageOf(map.error)}</AlertLine>}
      <div className="ends">
        <Button disabled={changed.length === 0} loading={map.isPending} onClick={save}>
          Use these topics
        </Button>
      </div>
    </div>
  );
}
