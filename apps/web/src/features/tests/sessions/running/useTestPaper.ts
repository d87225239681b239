import { countStates, paletteState } from '@abhyas/exam/tests/display';
import { isAnswered } from '@abhyas/exam/bank/question';
import type { SessionState } from '@abhyas/exam/tests/session';
import { useMemo } from 'react';
import { testStatuses } from '../../../../session/screen/question-status.ts';
import { type PaperPlace, paletteGroups, placesOf, subjectsOf } from '../paper-places.ts';
import type { TestPayload } from '../test-payload.ts';
import { limitNotice } from './section-limits.ts';

/** A paper with the student's answers. Each part keeps its identity until it changes, so that a step to another question renders little. */
export function useTestPaper(payload: TestPayload, { currentIndex, responses }: SessionState) {
  const places = useMemo(() => placesOf(payload), [payload]);
  const subjects = useMemo(() => subjectsOf(places), [places]);
  const place = places[currentIndex];
  const summaries = useMemo(
    () => subjects.map(({ name, places: own }) => ({ name, counts: countStates(own.map(({ question }) => responses[question.id])) })),
    [subjects, responses],
  );
  const tabs = useMemo(
    () =>
      summaries.map(({ name, counts }, at) => ({
        name,
        firstIndex: subjects[at]?.places[0]?.index ?? 0,
        brief: `${counts.answered + counts.answered_marked} / ${subjects[at]?.places.length ?? 0}`,
        counts: testStatuses.map((status) => ({ status, count: counts[status as keyof typeof counts] })),
      })),
    [summaries, subjects],
  );
  const subject = subjects.find(({ name }) => name === place?.subject);
  const groups = useMemo(
    () => paletteGroups(subject?.places ?? [], ({ question }) => paletteState(responses[question.id])),
    [subject, responses],
  );
  const answeredPositions = useMemo(() => {
    const answered = places.filter(({ question }) => {
      const response = responses[question.id];
      return response !== undefined && isAnswered(response.question_type, response);
    });
    return new Set(answered.map(({ question }) => question.position));
  }, [places, responses]);
  const limitOf = ({ section, question }: PaperPlace) =>
    limitNotice(section, question.position, answeredPositions, payload.test_info.is_new_neet_pattern);
  return { places, subjects, place, summaries, tabs, groups, limitOf };
}
