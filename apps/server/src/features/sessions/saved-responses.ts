// A test's responses on their way from the database to the student, text all the way: a hall opens its papers again all at once.
import type { PlacedQuestion } from '../papers/papers.ts';

/**
 * A response in SQL, as words with blanks between them: PostgreSQL writes words at half the price of JSON, and they are read at half the price.
 * No field holds a blank or a quotation mark.
 */
export const wordsOfResponse = `concat_ws(' ', question_id, id, responses::text, coalesce('"' || rich_response || '"', 'null'), is_marked, is_visited, version,
  question_time_spent, coalesce(solution_request_time::text, 'null'), coalesce(result::text, 'null'))`;
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
    json += `${json && ','}{"id":${words[at + 1]},${place.response_fields},"responses":[${words[at + 2]?.slice(1, -1)}],"rich_response":${words[at + 3]},"is_marked":${words[at + 4] === 't'},"is_visited":${words[at + 5] === 't'},"verified":false,"verified_at":null,"result":${result},"version":${words[at + 6]},"question_time_spent":${words[at + 7]},"solution_request_time":${words[at + 8]}}`;
  }
  return `[${json}]`;
}
