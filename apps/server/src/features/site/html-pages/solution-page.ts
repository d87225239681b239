import type { Answer, Value } from '@abhyas/contract/endpoint';
import { brand } from '@abhyas/contract/institute/brand';
import type { FoundQuestion, getSolution } from '@abhyas/contract/bank/search';
import { beginningOf } from '@abhyas/exam/institute/cut-text';
import { escapeHtml, type Page } from '../../../http/page.ts';
import { authoredHtml, plainText } from './authored-html.ts';

type Question = Value<typeof FoundQuestion>;
type Picture = NonNullable<Question['supporting_picture']>;

const options = [1, 2, 3, 4] as const;
const longestTitle = 60;
const longestDescription = 155;

const shortened = (text: string, most: number) => (text.length > most ? `${beginningOf(text, most).replace(/\s\S*$/, '')} …` : text);
const pictureHtml = (picture: Picture | null | undefined) =>
  picture ? `<p><img src="${escapeHtml(picture.url)}" alt="${escapeHtml(picture.alt)}" width="310" loading="lazy"></p>` : '';

export const pathOfSolution = ({ id, slug }: { id: number; slug: string }): string => `/solutions/${id}/${slug}`;

/** The accepted answers as text: the options' texts, or the number. */
function answerTexts({ accepted_answers = [], ...question }: Question): string[] {
  return accepted_answers.flatMap((accepted) => {
    if (typeof accepted === 'string') return [accepted];
    if (typeof accepted === 'object' && !Array.isArray(accepted)) return [`${accepted.from} to ${accepted.to}`];
    const chosen = typeof accepted === 'number' ? [accepted] : accepted;
    return chosen.map((option) => plainText(question[`option_${option as 1 | 2 | 3 | 4}`] ?? `Option ${option}`));
  });
}

function structuredData(question: Question, text: string): object {
  const right = answerTexts(question);
  const explanation = question.solution_text ? plainText(question.solution_text) : null;
  const offered = options.flatMap((option) => question[`option_${option}`] ?? []).map(plainText);
  const acceptedAnswer = right.map((answer) => ({
    '@type': 'Answer',
    text: answer,
    ...(explanation && { answerExplanation: { '@type': 'Comment', text: explanation } }),
  }));
  return {
    '@context': 'https://schema.org',
    '@type': 'Quiz',
    name: `${question.chapter_name}: question and solution`,
    about: { '@type': 'Thing', name: `${question.subject_name}, ${question.chapter_name}` },
    educationalLevel: 'JEE, NEET',
    hasPart: [
      {
        '@type': 'Question',
        name: shortened(text, longestTitle),
        text,
        learningResourceType: 'Practice problem',
        eduQuestionType: offered.length > 0 ? (right.length > 1 ? 'Checkbox' : 'Multiple choice') : 'Flashcard',
        ...(offered.length > 0 && {
          suggestedAnswer: offered
            .filter((option) => !right.includes(option))
            .map((option, position) => ({ '@type': 'Answer', position, text: option })),
        }),
        ...(acceptedAnswer.length > 0 && { acceptedAnswer: acceptedAnswer.length === 1 ? acceptedAnswer[0] : acceptedAnswer }),
      },
    ],
  };
}

function solutionHtml(question: Question): string {
  if (question.is_solution_locked) return '<p>The solution is part of Premium. <a href="/payment">Get Premium</a></p>';
  const answers = answerTexts(question);
  return [
    answers.length > 0 ? `<p>Correct answer: <strong>${answers.map(escapeHtml).join(', ')}</strong></p>` : '',
    question.solution_text ? authoredHtml(question.solution_text) : '',
    pictureHtml(question.solution_supporting_picture),
  ].join('');
}

/** The page of one question without JavaScript, with everything that a visitor may see. */
export function solutionPage({ question, comprehension_question: passage }: Answer<typeof getSolution>): Page {
  const text = plainText(question.question_text);
  const place = [question.subject_name, question.chapter_name, question.topic_name, ...question.previous_papers].map(escapeHtml);
  const optionItems = options.flatMap((option) => {
    const words = question[`option_${option}`];
    const picture = question[`image_option_${option}`];
    return words === null && picture === null ? [] : [`<li>${words === null ? '' : authoredHtml(words)}${pictureHtml(picture)}</li>`];
  });
  const more = `/solutions?search_question_text=${encodeURIComponent(question.chapter_name)}`;
  const body = `<main class="open-page">
<p><a href="/">${escapeHtml(brand.name)}</a> · <a href="/solutions">Solutions</a></p>
<h1>${escapeHtml(question.chapter_name)}: question and solution</h1>
<p>${place.join(' · ')}</p>
${passage ? `<section>${authoredHtml(passage.comprehension_text)}${pictureHtml(passage.supporting_picture)}</section>` : ''}
<section>${authoredHtml(question.question_text)}${pictureHtml(question.supporting_picture)}${optionItems.length > 0 ? `<ol>${optionItems.join('')}</ol>` : ''}</section>
<section><h2>Solution</h2>${solutionHtml(question)}</section>
<p><a href="${escapeHtml(more)}">More questions of ${escapeHtml(question.chapter_name)}</a></p>
</main>`;
  return {
    title: `${shortened(text, longestTitle)} · ${brand.name}`,
    description: shortened(`${question.subject_name}, ${question.chapter_name}: ${text}`, longestDescription),
    path: pathOfSolution(question),
    structuredData: structuredData(question, text),
    body,
  };
}
