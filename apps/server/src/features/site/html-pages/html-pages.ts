import { brand } from '@abhyas/contract/institute/brand';
import type { Answer } from '@abhyas/contract/endpoint';
import type { getLandingPageData } from '@abhyas/contract/site/home';
import { authoredHtml } from './authored-html.ts';
import { hindiOfQuestions } from './hindi-of-questions.ts';

type Questions = Answer<typeof getLandingPageData>['questions'];
const written = new WeakMap<object, Questions>();

/** The questions that a visitor may try, with their formulas as MathML. */
export function tryQuestions(): Questions {
  const { questions } = brand.landing;
  const known = written.get(questions);
  if (known) return known;
  const made = questions.map((question) => {
    const options = 'options' in question ? question.options : [];
    const html = { text: authoredHtml(question.text), options: options.map(authoredHtml), solution: authoredHtml(question.solution) };
    const hindi = question.hindi ?? hindiOfQuestions[question.text];
    return { ...question, options, html, ...(hindi && { hindi }) };
  });
  written.set(questions, made);
  return made;
}
