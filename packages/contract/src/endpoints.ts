import * as bookmarks from './practice/bookmarks.ts';
import * as classSchedule from './classes/class-schedule.ts';
import * as liveClasses from './classes/live-classes.ts';
import * as classrooms from './institute/classrooms.ts';
import * as bankExports from './bank/bank-exports.ts';
import * as bankQuestions from './bank/bank-questions.ts';
import * as cheatSheets from './bank/cheat-sheets.ts';
import * as questionImports from './bank/question-imports.ts';
import type { Endpoint } from './endpoint.ts';
import * as firstDay from './site/first-day.ts';
import * as feedback from './institute/feedback.ts';
import * as guardians from './reports/guardians.ts';
import * as home from './site/home.ts';
import * as identity from './institute/identity.ts';
import * as instituteCodes from './institute/institute-codes.ts';
import * as answerFiles from './reports/answer-files.ts';
import * as testCodes from './tests/test-codes.ts';
import * as leaderboard from './reports/leaderboard.ts';
import * as liveQuiz from './classes/live-quiz.ts';
import * as mistakes from './practice/mistakes.ts';
import * as notifications from './institute/notifications.ts';
import * as attempts from './tests/attempts.ts';
import * as payments from './payments/payments.ts';
import * as paperDrafts from './exam-office/paper-drafts.ts';
import * as paperPrint from './exam-office/paper-print.ts';
import * as papers from './tests/papers.ts';
import * as translatedQuestions from './tests/translated-questions.ts';
import * as doubts from './practice/doubts.ts';
import * as dayPlan from './practice/day-plan.ts';
import * as practice from './practice/practice.ts';
import * as quizConsole from './classes/quiz-console.ts';
import * as profile from './institute/profile.ts';
import * as progress from './practice/progress.ts';
import * as scorePath from './practice/score-path.ts';
import * as questionReports from './exam-office/question-reports.ts';
import * as sessionReports from './reports/session-reports.ts';
import * as search from './bank/search.ts';
import * as audit from './institute/audit.ts';
import * as institutes from './institute/institutes.ts';
import * as students from './reports/students.ts';
import * as people from './institute/people.ts';
import * as keyChallenges from './exam-office/key-challenges.ts';
import * as keyCorrections from './exam-office/key-corrections.ts';
import * as publicPages from './site/public-pages.ts';
import * as hall from './exam-office/hall.ts';
import * as seats from './tests/seats.ts';
import * as letters from './site/letters.ts';
import * as seatMoves from './exam-office/seat-moves.ts';
import * as candidates from './institute/candidates.ts';
import * as instituteTests from './exam-office/institute-tests.ts';
import * as answerSheets from './exam-office/answer-sheets.ts';
import * as offlineTests from './exam-office/offline-tests.ts';
import * as attendance from './classes/attendance.ts';
import * as timetable from './classes/timetable.ts';
import * as videoLibrary from './classes/video-library.ts';
import * as sharedFiles from './classes/shared-files.ts';
import * as results from './exam-office/results.ts';
import * as testReports from './reports/test-reports.ts';
import * as secondFactor from './institute/second-factor.ts';
import * as storedFiles from './institute/stored-files.ts';
import * as consent from './institute/consent.ts';
import * as privacy from './site/privacy.ts';
import * as today from './site/today.ts';
import * as topicSamples from './bank/topic-samples.ts';
import * as tryQuestions from './bank/try-questions.ts';
import * as uploads from './reports/uploads.ts';
import * as videos from './bank/videos.ts';

const isEndpoint = (value: unknown): value is Endpoint => typeof value === 'object' && value !== null && 'route' in value;

const features = {
  bankQuestions,
  bankExports,
  questionImports,
  liveClasses,
  liveQuiz,
  classSchedule,
  classrooms,
  quizConsole,
  identity,
  instituteCodes,
  firstDay,
  home,
  papers,
  translatedQuestions,
  attempts,
  dayPlan,
  doubts,
  practice,
  uploads,
  sessionReports,
  testCodes,
  answerFiles,
  notifications,
  bookmarks,
  mistakes,
  search,
  profile,
  consent,
  privacy,
  feedback,
  payments,
  secondFactor,
  cheatSheets,
  videos,
  questionReports,
  topicSamples,
  tryQuestions,
  progress,
  scorePath,
  publicPages,
  storedFiles,
  sharedFiles,
  videoLibrary,
  timetable,
  attendance,
  answerSheets,
  offlineTests,
  today,
  hall,
  seatMoves,
  letters,
  seats,
  candidates,
  instituteTests,
  paperDrafts,
  keyChallenges,
  paperPrint,
  keyCorrections,
  people,
  students,
  guardians,
  audit,
  institutes,
  leaderboard,
  testReports,
  results,
};

/** Every call of the API, by feature and name. */
export const endpointsByFeature: Record<string, Record<string, Endpoint>> = Object.fromEntries(
  Object.entries(features).map(([feature, exported]) => [
    feature,
    Object.fromEntries(Object.entries(exported).filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))),
  ]),
);

/** Every call of the API, by name. Tests try each call; the server refuses to start when a call has no handler. */
export const endpoints: Record<string, Endpoint> = Object.assign({}, ...Object.values(endpointsByFeature));
