import { sendAnswerFile } from '@abhyas/contract/reports/answer-files';
import { useSend } from '../../../platform/queries.ts';

export const useSendAnswerFile = () => useSend(sendAnswerFile, { ownFailures: true });
