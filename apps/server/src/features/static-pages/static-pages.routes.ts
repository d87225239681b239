import { enquire, getOpenings, getPosition, getTeam } from '@abhyas/contract/static-pages';
import { type Route, serve } from '../../http/serve.ts';
import { openings, position, type SiteTexts, takeEnquiry } from './static-pages.ts';

export const staticPageRoutes = (texts: SiteTexts): Route[] => [
  serve(getOpenings, async () => openings(texts)),
  serve(getPosition, async ({ type }) => position(texts, type)),
  serve(getTeam, async () => texts.team),
  serve(enquire, (input, context) => takeEnquiry(context, input)),
];
