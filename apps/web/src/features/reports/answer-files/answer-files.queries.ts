import { sendAnswerFile } from '@abhyas/contract/tests/test-codes';
import { useSend } from '../../../platform/queries.ts';

export const useSendAnswerFile = () => useSend(sendAnswerFile, { ownFailures: true });
