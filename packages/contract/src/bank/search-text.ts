/** The most characters of a search text. It is in its own file, because every page loads it, but few pages load the calls of the search. */
export const MOST_SEARCH_TEXT = 500;
