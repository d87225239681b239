import { getLandingPageData, getMemberHome, getStudentHomeData } from '@abhyas/contract/site/home';
import { type Route, serve } from '../../../http/serve.ts';
import { tryQuestions } from '../html-pages/html-pages.ts';
import { homeData, landingFigures, memberHome } from './home.ts';

export const homeRoutes: Route[] = [
  serve(getStudentHomeData, (input, context) => homeData(context, context.student, input)),
  serve(getMemberHome, (_input, context) => memberHome(context, context.student)),
  serve(getLandingPageData, async (_input, context) => ({ ...(await landingFigures(context)), questions: tryQuestions() })),
];
