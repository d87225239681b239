/** The interface of practice for other features: by topic, by chapter, revision of missed questions, and settling. */
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
export { showHint } from './hints.ts';
export { finishPractice, restart, settlePractice } from './settling.ts';
