import { uploadStudentResponses } from '@abhyas/contract/reports/uploads';
import { type Route, serveUnchecked } from '../../../http/serve.ts';
import { upload } from './uploads.ts';

export const uploadRoutes: Route[] = [serveUnchecked(uploadStudentResponses, (input, context) => upload(context, input))];
