import type { Rolldown } from 'vite';

type Graph = Rolldown.ChunkingContext;

/** Where most visits begin: it waits for nothing that it does not show. */
const firstScreen = /\/features\/home\/HomePage\.tsx$/;
/** Screens that run a session, or show its questions. */
const sessionScreens = /\/features\/(sessions\/TestPage|practice\/TrainPage|answer-files\/AnswerFilePage|bookmarks\/BookmarksPage)\.tsx$/;
/** Screens that a student goes through one after another: what only they need comes as one file. */
const testScreens = /\/features\/(papers\/TestInstructionPage|sessions\/TestPage)\.tsx$/;

/** Staff's shell and screens are asked for by app/staff alone. */
const isOfConsole = (id: string, graph: Graph) =>
  id.includes('/app/staff/') || (graph.getModuleInfo(id)?.dynamicImporters.every((importer) => importer.includes('/app/staff/')) ?? false);

/** Screens, and other parts that are fetched when they are needed, which cannot be shown without the module. */
function screensOf(id: string, graph: Graph, seen: Set<string> = new Set()): Set<string> {
  const info = seen.has(id) ? null : graph.getModuleInfo(id);
  seen.add(id);
  if (!info) return new Set();
  const own = info.dynamicImporters.length > 0 ? [id] : [];
  // The answer's lists are used again for the next module.
  const importers = [...info.importers];
  return new Set([...own, ...importers.flatMap((importer) => [...screensOf(importer, graph, seen)])]);
}

/** Name of the file that a module goes into; null leaves it to the bundler. */
function fileOf(id: string, graph: Graph): string | null {
  // A library's one entry names all its parts, so nothing tells which screen needs which.
  if (id.includes('/@mantine/')) return 'shared';
  const screens = [...screensOf(id, graph)];
  if (screens.every((screen) => testScreens.test(screen))) return 'test';
  if (screens.length === 1) return null;
  if (screens.every((screen) => isOfConsole(screen, graph))) return 'staff';
  if (screens.some((screen) => firstScreen.test(screen))) return 'pages';
  return screens.every((screen) => sessionScreens.test(screen) || testScreens.test(screen)) ? 'session' : 'shared';
}

/** Few files: where a round trip takes 150 ms, twenty small ones cost more than one that is a little too large. */
export const codeSplitting: Rolldown.CodeSplittingOptions = {
  includeDependenciesRecursively: false,
  groups: [
    { name: 'main', tags: ['$initial'], priority: 1 },
    { name: fileOf, debugName: 'screens' },
  ],
};
