/** Characters of a search. Apart from the calls, because every page reads addresses and few search. */
export const MOST_SEARCH_TEXT = 500;
