// A test's responses on their way from the database to the student, text all the way: a hall opens its papers again all at once.
import type { PlacedQuestion } from '../papers/papers.ts';

/**
 * A response in SQL, as words with blanks between them: PostgreSQL writes words at half the price of JSON, and they are read at half the price.
 * No field holds a blank or a quotation mark. The last two are null as long as the test runs.
 */
export const wordsOfResponse = `concat_ws(' ', question_id, id, responses::text, coalesce('"' || rich_response || '"', 'null'), is_marked, is_visited, version,
  question_time_spent, case when solution_request_time is null and result is null then 'null null'
    else concat_ws(' ', coalesce(solution_request_time::text, 'null'), coalesce(result::text, 'null')) end)`;
const wordsPerResponse = 10;

/** JSON array of the responses that `text` holds the words of, as their owner may see them. None of a test is ever verified. */
export function responsesAsJson(
  text: string | null,
  placeById: ReadonlyMap<number, PlacedQuestion>,
  isResultShown: (question_id: number) => boolean,
): string {
  const words = text?.split(' ') ?? [];
  let json = '';
  for (let at = 0; at < words.length; at += wordsPerResponse) {
    const question_id = Number(words[at]);
    const place = placeById.get(question_id);
    if (!place) continue;
    const result = isResultShown(question_id) ? words[at + 9] : 'null';
    // What differs from one response to the next stands together, so that the rest is one match when it is compressed.
    json += `${json && ','}{${place.response_fields},"id":${words[at + 1]},"responses":[${words[at + 2]?.slice(1, -1)}],"question_time_spent":${words[at + 7]},"version":${words[at + 6]},"is_marked":${words[at + 4] === 't'},"rich_response":${words[at + 3]},"is_visited":${words[at + 5] === 't'},"verified":false,"verified_at":null,"result":${result},"solution_request_time":${words[at + 8]}}`;
  }
  return `[${json}]`;
}
