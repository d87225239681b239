import { check100000 } from './check-100000.ts';
import { correction10000 } from './correction-10000.ts';
import { dayView } from './day-view.ts';
import { end10000 } from './end-10000.ts';
import { fill180 } from './fill-180.ts';
import { firstQuestionCold, firstQuestionWarm } from './first-question.ts';
import { hall2000 } from './hall-2000.ts';
import { importChecked100000, importCommitted100000, importStaged100000 } from './import-100000.ts';
import { jsFirstLoad } from './js-first-load.ts';
import { landingPaint } from './landing-paint.ts';
import { lists50000 } from './lists-50000.ts';
import { liveAnswers1000 } from './live-answers-1000.ts';
import { liveQuiz1000 } from './live-quiz-1000.ts';
import { longestTask } from './longest-task.ts';
import type { Measure } from './measure.ts';
import { nextQuestion } from './next-question.ts';
import { omr200 } from './omr-200.ts';
import { paper, paperResumed } from './paper.ts';
import { finish1m, leaderboard1m, rank1m, report1m } from './reports-1m.ts';
import { rush2000 } from './rush-2000.ts';
import { search240000, searchRecall } from './search-240000.ts';
import { statistics10000 } from './statistics-10000.ts';
import { studentFlow } from './student-flow.ts';
import { upload15, upload15Of5000 } from './upload-15.ts';
import { worstBody, worstInThread } from './worst-body.ts';

/** The measures in their order. The measures of one list share their prepared data, and so their process. */
export const measures: readonly (readonly Measure[])[] = [
  [upload15],
  [upload15Of5000],
  [paper],
  [paperResumed],
  [rush2000],
  [end10000],
  [check100000],
  [studentFlow],
  [firstQuestionCold],
  [firstQuestionWarm],
  [jsFirstLoad],
  [longestTask],
  [nextQuestion],
  [worstBody],
  [worstInThread],
  [landingPaint],
  [search240000, searchRecall],
  [rank1m, leaderboard1m, report1m, finish1m, statistics10000],
  [hall2000],
  [correction10000],
  [dayView],
  [liveQuiz1000],
  [liveAnswers1000],
  [lists50000],
  [fill180],
  [omr200],
  [importStaged100000, importChecked100000, importCommitted100000],
];

/** The measures to take before and after a change of the test's screens: under six minutes a pass. */
export const smallSet: readonly Measure[] = [paper, paperResumed, studentFlow, firstQuestionWarm, jsFirstLoad];
