/** What is practised, and how it is settled: by topic, by chapter, and again what was missed. */
export { openTopic, recordPlaces, reviewTopic, sessionPlaces } from './adaptive.ts';
export {
  createPersonalised,
  namedChapter,
  openPersonalised,
  openPreviousPapers,
  personalisedOf,
  previousPapersOf,
  reviewPreviousPapers,
} from './chapter-practice.ts';
export { checkOffline, offlineTopic } from './offline-practice.ts';
export { openRevision, reviseObject } from './revision.ts';
export { finishPractice, restart, settlePractice } from './settling.ts';
