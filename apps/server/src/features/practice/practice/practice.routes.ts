import { objectTypes, sessionTypes } from '@abhyas/contract/bank/catalogue';
import { Problem } from '@abhyas/contract/problem';
import {
  checkOfflinePractice,
  createPersonalisedTest,
  getOfflinePractice,
  getQuestionsForPersonalisedTest,
  getReviseQuestionsForChapters,
  getTrainQuestions,
  restartTrainSessionItem,
  showHint,
} from '@abhyas/contract/practice/practice';
import { type Route, serve } from '../../../http/serve.ts';
import * as practice from './practice.ts';

export const practiceRoutes: Route[] = [
  serve(
    getTrainQuestions,
    ({ id, object_type = objectTypes.checkpoint, session_type = sessionTypes.adaptive, is_review = false }, context) => {
      if (object_type === objectTypes.chapter && session_type === sessionTypes.previous_paper)
        return (is_review ? practice.reviewPreviousPapers : practice.openPreviousPapers)(context, context.student, id);
      if (object_type !== objectTypes.checkpoint || session_type !== sessionTypes.adaptive) throw new Problem('not_found');
      return (is_review ? practice.reviewTopic : practice.openTopic)(context, context.student, id);
    },
  ),
  serve(
    getReviseQuestionsForChapters,
    ({ id, object_type = objectTypes.chapter, session_type = sessionTypes.revise, ...choice }, context) => {
      if (session_type !== sessionTypes.revise) throw new Problem('not_found');
      return practice.openRevision(context, context.student, id, object_type, choice);
    },
  ),
  serve(getQuestionsForPersonalisedTest, ({ id, is_review = false }, context) =>
    practice.openPersonalised(context, context.student, id, is_review),
  ),
  serve(getOfflinePractice, ({ id }, context) => practice.offlineTopic(context, context.student, id)),
  serve(checkOfflinePractice, ({ topic_ids }, context) => practice.checkOffline(context, context.student, topic_ids)),
  serve(showHint, ({ id, question_id }, context) => practice.showHint(context, context.student, id, question_id)),
  serve(createPersonalisedTest, (input, context) => practice.createPersonalised(context, context.student, input)),
  serve(
    restartTrainSessionItem,
    ({ id, is_previous_paper = false }, context) => practice.restart(context, context.student, id, is_previous_paper),
    'begins',
  ),
];
