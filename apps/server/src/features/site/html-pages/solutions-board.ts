import { brand } from '@abhyas/contract/institute/brand';
import type { Answer, Input } from '@abhyas/contract/endpoint';
import { type getAllFilterCategories, MOST_SEARCH_MATCHES, SEARCH_PAGE_SIZE, type searchQuestions } from '@abhyas/contract/bank/search';
import { MOST_SEARCH_TEXT } from '@abhyas/contract/bank/search-text';
import { beginningOf } from '@abhyas/exam/institute/cut-text';
import { escapeHtml, type Page } from '../../../http/page.ts';
import { authoredHtml } from './authored-html.ts';
import { pathOfSolution } from './solution-page.ts';

type Search = Input<typeof searchQuestions>;
type Found = Answer<typeof searchQuestions>['data'];
type Categories = Answer<typeof getAllFilterCategories>;

const idFields = ['test_type_id', 'subject_id', 'chapter_id', 'checkpoint_id'] as const;
const fields = ['search_question_text', ...idFields, 'previous_papers', 'page'] as const;
const longestPapers = 2000;

/** The filters in an address of the board; invalid ones are ignored. */
export function readBoardQuery(query: Readonly<Record<string, unknown>>): Search {
  const textOf = (name: string) => (typeof query[name] === 'string' ? query[name].replaceAll('\0', '').trim() : '');
  const search: Search = {};
  const text = beginningOf(textOf('search_question_text'), MOST_SEARCH_TEXT);
  if (text !== '') search.search_question_text = text;
  for (const field of idFields) {
    const id = Number(textOf(field));
    if (Number.isSafeInteger(id) && id > 0) search[field] = id;
  }
  const papers = textOf('previous_papers');
  if (papers !== '' && papers.length <= longestPapers) search.previous_papers = papers;
  const page = Number(textOf('page'));
  if (Number.isInteger(page) && page > 1 && page <= MOST_SEARCH_MATCHES / SEARCH_PAGE_SIZE) search.page = page;
  return search;
}

function pathOf(search: Search): string {
  const query = new URLSearchParams();
  for (const field of fields) if (search[field] !== undefined) query.set(field, String(search[field]));
  return query.size === 0 ? '/solutions' : `/solutions?${query.toString()}`;
}

const link = (search: Search, words: string, attributes = '') =>
  `<a href="${escapeHtml(pathOf(search))}"${attributes}>${escapeHtml(words)}</a>`;

interface Group {
  title: string;
  /** The address without a choice in this group of filters. */
  without: Search;
  choices: { name: string; isChosen: boolean; chosen: Search }[];
}

/** The filters, with each choice as a link. A lower filter is offered once the higher one is chosen, and is dropped with it. */
function groupsOf(search: Search, categories: Categories): Group[] {
  const { page: _page, ...first } = search;
  const group = (title: string, field: (typeof idFields)[number], offered: readonly { id: number; name: string }[]): Group => {
    const without = { ...first };
    for (const each of idFields.slice(idFields.indexOf(field))) delete without[each];
    const choices = offered.map(({ id, name }) => ({ name, isChosen: search[field] === id, chosen: { ...without, [field]: id } }));
    return { title, without, choices };
  };
  const { previous_papers: _papers, ...withoutPapers } = first;
  const papers = categories.previous_papers.map(({ name }) => ({
    name,
    isChosen: search.previous_papers === name,
    chosen: { ...withoutPapers, previous_papers: name },
  }));
  return [
    group('Course', 'test_type_id', categories.courses),
    group('Subject', 'subject_id', categories.subjects),
    group('Chapter', 'chapter_id', search.subject_id === undefined ? [] : categories.chapters),
    group('Topic', 'checkpoint_id', categories.topics),
    { title: 'Previous Papers', without: withoutPapers, choices: papers },
  ];
}

function groupHtml({ title, without, choices }: Group): string {
  if (choices.length === 0) return '';
  const items = choices.map(({ name, isChosen, chosen }) => link(chosen, name, isChosen ? ' aria-current="true"' : ''));
  const clear = choices.some(({ isChosen }) => isChosen) ? ` · ${link(without, 'All')}` : '';
  return `<p><strong>${title}:</strong> ${items.join(' · ')}${clear}</p>`;
}

function pagesHtml(search: Search, count: number): string {
  const page = search.page ?? 1;
  const last = Math.ceil(count / SEARCH_PAGE_SIZE);
  const { page: _page, ...first } = search;
  const to = (other: number): Search => (other === 1 ? first : { ...search, page: other });
  const links = [
    ...(page > 1 ? [link(to(page - 1), 'Previous page', ' rel="prev"')] : []),
    ...(last > 1 ? [`Page ${page} of ${last}`] : []),
    ...(page < last ? [link(to(page + 1), 'Next page', ' rel="next"')] : []),
  ];
  return links.length === 0 ? '' : `<nav aria-label="Pages"><p>${links.join(' · ')}</p></nav>`;
}

/** The board without JavaScript: a page of questions that link to their own pages, with filters and page numbers as links. */
export function solutionsBoard(search: Search, found: Found, categories: Categories): Page {
  const { totalQuestions, is_count_capped, has_only_common_words, questions } = found;
  const count = `${is_count_capped ? 'over ' : ''}${totalQuestions.toLocaleString('en-IN')} ${totalQuestions === 1 ? 'question' : 'questions'}`;
  const kept = fields.filter((field) => field !== 'page' && field !== 'search_question_text' && search[field] !== undefined);
  const hidden = kept.map((field) => `<input type="hidden" name="${field}" value="${escapeHtml(String(search[field]))}">`);
  const text = search.search_question_text ?? '';
  const list = questions.map(
    (question) =>
      `<li><p>${[question.subject_name, question.chapter_name].map(escapeHtml).join(' · ')}</p>${authoredHtml(question.question_text)}<p><a href="${pathOfSolution(question)}">Question and solution</a></p></li>`,
  );
  const start = ((search.page ?? 1) - 1) * SEARCH_PAGE_SIZE + 1;
  const html = `<main class="open-page">
<p><a href="/">${escapeHtml(brand.name)}</a></p>
<h1>Solutions</h1>
<form action="/solutions" role="search">${hidden.join('')}<label>Search Questions <input type="search" name="search_question_text" value="${escapeHtml(text)}" maxlength="${MOST_SEARCH_TEXT}"></label> <button>Search</button></form>
${groupsOf(search, categories).map(groupHtml).join('\n')}
<h2>${text === '' ? '' : `Results For &quot;${escapeHtml(text)}&quot;: `}${count}</h2>
${list.length === 0 ? `<p>No matches Found!${has_only_common_words ? ' Nearly every question has these words.' : ''}</p>` : `<ol start="${start}">${list.join('\n')}</ol>`}
${pagesHtml(search, totalQuestions)}
</main>`;
  return {
    title: `Solutions · ${brand.name}`,
    description: `Questions of JEE and NEET with worked solutions, by subject, chapter and topic.`,
    path: pathOf(search),
    // With JavaScript, the board itself is shown, which begins with an empty list.
    body: `<noscript>${html}</noscript>`,
  };
}
