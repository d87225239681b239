import { getAllFilterCategories, getCoursesAndPreviousPaper, getSolution, searchQuestions } from '@abhyas/contract/bank/search';
import { type Route, serve } from '../../../http/serve.ts';
import { coursesAndPreviousPapers, filterCategories, search, searchOfVisitor, solution } from './search.ts';

export const searchRoutes: Route[] = [
  serve(searchQuestions, (input, context) => (context.caller ? search(context, input) : searchOfVisitor(context, context.holder, input))),
  serve(getSolution, (input, context) => solution(context, input)),
  serve(getAllFilterCategories, (input, context) => filterCategories(context, input)),
  serve(getCoursesAndPreviousPaper, (_input, context) => coursesAndPreviousPapers(context)),
];
