import type { Answer } from '@abhyas/contract/endpoint';
import type { getLandingPageData } from '@abhyas/contract/home';
import { questionTypes } from '@abhyas/exam/question';
import { Button, SegmentedControl } from '@mantine/core';
import { useId, useState } from 'react';
import { Maths } from '../../question/Maths.tsx';
import { Options } from '../../question/Options.tsx';
import type { QuestionContent } from '../../question/question-content.ts';
import { formatMarks } from '../../ui/format.ts';
import { subjectColor } from '../../ui/subject.ts';

type Questions = Answer<typeof getLandingPageData>['questions'];
type Tried = Questions[number];
const marks = { correct: 4, incorrect: -1 } as const;

/** As the test screen's own parts want it. */
const contentOf = ({ text, options, answer }: Tried): QuestionContent => ({
  id: 1,
  position: 0,
  question_type: questionTypes.four_options,
  subject_id: 0,
  chapter_name: '',
  section: null,
  complexity: 3,
  question_text: text,
  option_1: options[0] ?? null,
  option_2: options[1] ?? null,
  option_3: options[2] ?? null,
  option_4: options[3] ?? null,
  ...noPictures,
  options_layout: 1,
  comprehension_question_id: null,
  accepted_answers: [answer],
});

const noPictures = {
  image_option_1: null,
  image_option_2: null,
  image_option_3: null,
  image_option_4: null,
  image_option_1_size: 0,
  image_option_2_size: 0,
  image_option_3_size: 0,
  image_option_4_size: 0,
  supporting_picture: null,
  supporting_picture_size: 0,
} as const;

/** One question of each exam, in the parts of the test screen: chosen, then checked, without a sign-in. */
export function TryQuestion({ questions }: { questions: Questions }) {
  const [at, setAt] = useState(0);
  const question = questions[at] ?? questions[0];
  if (!question) return null;
  const next = questions[at + 1];
  return (
    <section className="landing-card" aria-label="Try one question">
      <div className="landing-card-head">
        <h2>Try one question</h2>
        {questions.length > 1 && (
          <SegmentedControl
            aria-label="Exam"
            value={String(at)}
            onChange={(value) => setAt(Number(value))}
            data={questions.map(({ exam }, place) => ({ value: String(place), label: exam }))}
          />
        )}
      </div>
      <OneQuestion key={at} question={question} nextExam={next?.exam} onNext={() => setAt(at + 1)} />
    </section>
  );
}

interface Props {
  question: Tried;
  nextExam: string | undefined;
  onNext: () => void;
}

function OneQuestion({ question, nextExam, onNext }: Props) {
  const [chosen, setChosen] = useState<number | null>(null);
  const [isChecked, setChecked] = useState(false);
  const label = useId();
  const isRight = chosen === question.answer;
  return (
    <>
      <p className="landing-place">
        <i style={{ background: subjectColor(question.subject) }} />
        {question.subject} <b className="landing-gain">{formatMarks(marks.correct)}</b>{' '}
        <b className="landing-loss">{formatMarks(marks.incorrect)}</b>
      </p>
      <div id={label} className="landing-text">
        <Maths text={question.text} />
      </div>
      <Options
        question={contentOf(question)}
        selected={chosen === null ? [] : [chosen]}
        onSelect={setChosen}
        isReadOnly={isChecked}
        right={isChecked ? new Set([question.answer]) : null}
        labelledBy={label}
      />
      <div role="status">
        {isChecked && (
          <div className="landing-verdict">
            <b>{isRight ? 'Correct, +4.' : `Incorrect, −1. The answer is option ${question.answer}.`}</b>
            <Maths text={question.solution} />
          </div>
        )}
      </div>
      <div className="landing-check">
        {isChecked ? (
          nextExam && (
            <Button variant="outline" fullWidth onClick={onNext}>
              Try the {nextExam} question
            </Button>
          )
        ) : (
          <>
            <span>No sign-in needed.</span>
            <Button disabled={chosen === null} onClick={() => setChecked(true)}>
              Check answer
            </Button>
          </>
        )}
      </div>
    </>
  );
}
