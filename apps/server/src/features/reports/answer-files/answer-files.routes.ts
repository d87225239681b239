import { sendAnswerFile } from '@abhyas/contract/reports/answer-files';
import { type Route, serve } from '../../../http/serve.ts';
import { takeAnswerFile } from './answer-files.ts';

export const answerFileRoutes: Route[] = [serve(sendAnswerFile, ({ file }, context) => takeAnswerFile(context, file))];
