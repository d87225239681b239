import * as bookmarks from './bookmarks.ts';
import * as classSchedule from './class-schedule.ts';
import * as classes from './classes.ts';
import * as classrooms from './classrooms.ts';
import * as cheatSheets from './cheat-sheets.ts';
import type { Endpoint } from './endpoint.ts';
import * as feedback from './feedback.ts';
import * as guardians from './guardians.ts';
import * as home from './home.ts';
import * as identity from './identity.ts';
import * as instituteCodes from './institute-codes.ts';
import * as institute from './institute.ts';
import * as leaderboard from './leaderboard.ts';
import * as liveQuiz from './live-quiz.ts';
import * as mistakes from './mistakes.ts';
import * as notifications from './notifications.ts';
import * as attempts from './attempts.ts';
import * as payments from './payments.ts';
import * as papers from './papers.ts';
import * as plan from './plan.ts';
import * as practice from './practice.ts';
import * as quizConsole from './quiz-console.ts';
import * as profile from './profile.ts';
import * as progress from './progress.ts';
import * as questionReports from './question-reports.ts';
import * as reports from './reports.ts';
import * as search from './search.ts';
import * as audit from './audit.ts';
import * as instituteSettings from './institute-settings.ts';
import * as students from './students.ts';
import * as people from './people.ts';
import * as keyCorrections from './key-corrections.ts';
import * as staticPages from './static-pages.ts';
import * as hall from './hall.ts';
import * as instituteTests from './institute-tests.ts';
import * as offlineTests from './offline-tests.ts';
import * as attendance from './attendance.ts';
import * as timetable from './timetable.ts';
import * as videoLibrary from './video-library.ts';
import * as sharedFiles from './shared-files.ts';
import * as staffResults from './staff-results.ts';
import * as testReports from './test-reports.ts';
import * as secondFactor from './second-factor.ts';
import * as storedFiles from './stored-files.ts';
import * as consent from './consent.ts';
import * as privacy from './privacy.ts';
import * as today from './today.ts';
import * as topicSamples from './topic-samples.ts';
import * as uploads from './uploads.ts';
import * as videos from './videos.ts';

const isEndpoint = (value: unknown): value is Endpoint => typeof value === 'object' && value !== null && 'route' in value;

const features = {
  classes,
  liveQuiz,
  classSchedule,
  classrooms,
  quizConsole,
  identity,
  instituteCodes,
  home,
  papers,
  attempts,
  plan,
  practice,
  uploads,
  reports,
  institute,
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
  progress,
  staticPages,
  storedFiles,
  sharedFiles,
  videoLibrary,
  timetable,
  attendance,
  offlineTests,
  today,
  hall,
  instituteTests,
  keyCorrections,
  people,
  students,
  guardians,
  audit,
  instituteSettings,
  leaderboard,
  testReports,
  staffResults,
};

/** Every call there is, by feature and name. */
export const endpointsByFeature: Record<string, Record<string, Endpoint>> = Object.fromEntries(
  Object.entries(features).map(([feature, exported]) => [
    feature,
    Object.fromEntries(Object.entries(exported).filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))),
  ]),
);

/** Every call there is, by name. Tests walk it; the server refuses to start when one has no handler. */
export const endpoints: Record<string, Endpoint> = Object.assign({}, ...Object.values(endpointsByFeature));
