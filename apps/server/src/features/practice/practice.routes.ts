import { objectTypes, sessionTypes } from '@abhyas/contract/catalogue';
import { Problem } from '@abhyas/contract/problem';
import {
  createPersonalisedTest,
  getQuestionsForPersonalisedTest,
  getReviseQuestionsForChapters,
  getTrainQuestions,
  restartTrainSessionItem,
} from '@abhyas/contract/practice';
import { type Route, serve } from '../../http/serve.ts';
import { openTopic, reviewTopic } from './adaptive.ts';
import { createPersonalised, openPersonalised, openPreviousPapers, reviewPreviousPapers } from './chapter-practice.ts';
import { restart } from './practice.ts';
import { openRevision } from './revision.ts';

export const practiceRoutes: Route[] = [
  serve(
    getTrainQuestions,
    ({ id, object_type = objectTypes.checkpoint, session_type = sessionTypes.adaptive, is_review = false }, context) => {
      if (object_type === objectTypes.chapter && session_type === sessionTypes.previous_paper)
        return (is_review ? reviewPreviousPapers : openPreviousPapers)(context, context.student, id);
      if (object_type !== objectTypes.checkpoint || session_type !== sessionTypes.adaptive) throw new Problem('not_found');
      return (is_review ? reviewTopic : openTopic)(context, context.student, id);
    },
  ),
  serve(
    getReviseQuestionsForChapters,
    ({ id, object_type = objectTypes.chapter, session_type = sessionTypes.revise, wrong_of }, context) => {
      if (session_type !== sessionTypes.revise) throw new Problem('not_found');
      return openRevision(context, context.student, id, object_type, wrong_of);
    },
  ),
  serve(getQuestionsForPersonalisedTest, ({ id, is_review = false }, context) => openPersonalised(context, context.student, id, is_review)),
  serve(createPersonalisedTest, (input, context) => createPersonalised(context, context.student, input)),
  serve(
    restartTrainSessionItem,
    ({ id, is_previous_paper = false }, context) => restart(context, context.student, id, is_previous_paper),
    'begins',
  ),
];
