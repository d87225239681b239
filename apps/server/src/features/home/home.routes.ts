import { getLandingPageData, getStudentHomeData } from '@abhyas/contract/home';
import { type Route, serve } from '../../http/serve.ts';
import { homeData, landingFigures } from './home.ts';

export const homeRoutes: Route[] = [
  serve(getStudentHomeData, (input, context) => homeData(context, context.student, input)),
  serve(getLandingPageData, (_input, context) => landingFigures(context)),
];
