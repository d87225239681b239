import { uploadStudentResponses } from '@abhyas/contract/uploads';
import { type Route, serveUnchecked } from '../../http/serve.ts';
import { upload } from './responses.ts';

export const responseRoutes: Route[] = [serveUnchecked(uploadStudentResponses, (input, context) => upload(context, input))];
