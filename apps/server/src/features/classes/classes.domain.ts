import type { Channel } from '../../live/channel.ts';
import type { Domain } from '../domain.ts';
import { attendanceRoutes } from './attendance/attendance.routes.ts';
import { classScheduleRoutes } from './class-schedule/class-schedule.routes.ts';
import { liveClassChannel } from './live-classes/live-classes.channel.ts';
import { liveClassRoutes } from './live-classes/live-classes.routes.ts';
import { liveQuizChannel } from './live-quiz/live-quiz.channel.ts';
import { liveQuizRoutes } from './live-quiz/live-quiz.routes.ts';
import { quizScoreRoutes } from './quiz-scores/quiz-scores.routes.ts';
import { sharedFileRoutes } from './shared-files/shared-files.routes.ts';
import { timetableRoutes } from './timetable/timetable.routes.ts';
import { videoLibraryRoutes } from './video-library/video-library.routes.ts';

export const classes: Domain = {
  routes: ({ providers, reportMeetingFault, storage }) => [
    ...liveClassRoutes(providers),
    ...classScheduleRoutes(providers, reportMeetingFault),
    ...liveQuizRoutes,
    ...sharedFileRoutes(storage),
    ...timetableRoutes,
    ...attendanceRoutes,
    ...videoLibraryRoutes,
    ...quizScoreRoutes,
  ],
  channels: [liveQuizChannel, liveClassChannel] as Channel[],
};
