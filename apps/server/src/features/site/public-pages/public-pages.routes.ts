import { enquire, getOpenings, getPosition, getTeam } from '@abhyas/contract/site/public-pages';
import { type Route, serve } from '../../../http/serve.ts';
import { openings, position, type SiteTexts, takeEnquiry } from './public-pages.ts';

export const publicPageRoutes = (texts: SiteTexts): Route[] => [
  serve(getOpenings, async () => openings(texts)),
  serve(getPosition, async ({ type }) => position(texts, type)),
  serve(getTeam, async () => texts.team),
  serve(enquire, (input, context) => takeEnquiry(context, input)),
];
