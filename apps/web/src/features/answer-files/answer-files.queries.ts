import { sendAnswerFile } from '@abhyas/contract/institute';
import { useSend } from '../../platform/queries.ts';

export const useSendAnswerFile = () => useSend(sendAnswerFile, { ownFailures: true });
