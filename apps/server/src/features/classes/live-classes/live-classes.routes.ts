import {
  createMeetingSignature,
  getLiveClasses,
  getLiveVideo,
  getMeetingVideos,
  getNextClass,
  markStudentAttendance,
  sendMeetingFeedback,
} from '@abhyas/contract/classes/live-classes';
import { getQuizQuestionData } from '@abhyas/contract/classes/live-quiz';
import { type Route, serve } from '../../../http/serve.ts';
import type { MeetingProviders } from '../../../integrations/meetings/meetings.ts';
import { quizStateFor } from '../live-quiz/live-quiz.ts';
import { attendedClass, classesOfDay, classPage, joinClass, liveVideo, nextClass, signEntrance, takeFeedback } from './live-classes.ts';

export const liveClassRoutes = (providers: MeetingProviders): Route[] => [
  serve(getLiveClasses, (input, context) => classesOfDay(context, context.student, input, providers)),
  serve(markStudentAttendance, ({ id }, context) => joinClass(context, context.student, id, providers)),
  serve(createMeetingSignature, (input, context) => signEntrance(context, context.student, input, providers)),
  serve(getMeetingVideos, ({ id }, context) => classPage(context, context.student, id)),
  serve(getQuizQuestionData, async ({ id }, context) =>
    quizStateFor(context, context.student.id, await attendedClass(context, context.student, id)),
  ),
  serve(getLiveVideo, (_input, context) => liveVideo(context, context.student)),
  serve(sendMeetingFeedback, (input, context) => takeFeedback(context, context.student, input)),
  serve(getNextClass, (_input, context) => nextClass(context, context.student)),
];
