import type { Rolldown } from 'vite';

type Graph = Rolldown.ChunkingContext;

/** Where most visits begin, with what the shell fetches beside it: they wait for nothing that they do not show. */
const firstScreen = /\/(features\/site\/home\/HomePage|app\/layout\/(OnThisDevice|DueMistakes|live-notifications))\.tsx?$/;
/** Screens that show questions one at a time besides the test. */
const practiceScreens = /\/features\/(tests\/sessions|practice\/practice|reports\/answer-files|practice\/bookmarks)\/\w+Page\.tsx$/;
/** Screens that a student goes through one after another: what only they need comes as one file. */
const testScreens = /\/features\/tests\/(papers\/TestInstructionPage|sessions\/TestPage)\.tsx$/;

/** Staff's shell and screens are asked for by app/staff alone. */
const isOfConsole = (id: string, graph: Graph) =>
  id.includes('/app/staff/') || (graph.getModuleInfo(id)?.dynamicImporters.every((importer) => importer.includes('/app/staff/')) ?? false);

/** A library's entry, which names all its parts. */
const entry = /\/(@mantine\/\w+|@tabler\/icons-react)\/(.*\/)?(index|tabler-icons-react)\.mjs$/;

const namesIn = new Map<string, ReadonlySet<string>>();

/** What a module names in its imports. */
function namesOf(id: string, graph: Graph): ReadonlySet<string> {
  const known = namesIn.get(id);
  if (known) return known;
  const lists = (graph.getModuleInfo(id)?.code ?? '').matchAll(/^import [^'"]*?\{([^}]*)\} from/gm);
  const names = new Set([...lists].flatMap(([, list = '']) => list.match(/\w+/g) ?? []));
  namesIn.set(id, names);
  return names;
}

/** Modules that need a part of a library through its entry: those that name it. */
function importersByName(entryId: string, part: string, graph: Graph): string[] {
  return [...(graph.getModuleInfo(entryId)?.importers ?? [])].flatMap((importer) => {
    if (entry.test(importer)) return importersByName(importer, part, graph);
    return namesOf(importer, graph).has(part) ? [importer] : [];
  });
}

/** 'use-media-query.mjs' holds `useMediaQuery`. */
const partOf = (id: string) => (/([^/]+)\.mjs$/.exec(id)?.[1] ?? '').replaceAll(/-(\w)/g, (_all, letter: string) => letter.toUpperCase());

/** Screens, and other parts that are fetched when they are needed, which cannot be shown without the module. */
function screensOf(id: string, graph: Graph, seen: Set<string> = new Set()): Set<string> {
  const info = seen.has(id) ? null : graph.getModuleInfo(id);
  seen.add(id);
  if (!info) return new Set();
  const own = info.dynamicImporters.length > 0 ? [id] : [];
  // The answer's lists are used again for the next module.
  const importers = [...info.importers].flatMap((importer) =>
    entry.test(importer) ? importersByName(importer, partOf(id), graph) : [importer],
  );
  return new Set([...own, ...importers.flatMap((importer) => [...screensOf(importer, graph, seen)])]);
}

/** What only charts need: nobody waits for it who sees none. */
function isOfCharts(id: string, graph: Graph, seen: Set<string> = new Set()): boolean {
  if (id.includes('/@mantine/charts/') || seen.has(id)) return true;
  seen.add(id);
  const importers = [...(graph.getModuleInfo(id)?.importers ?? [])];
  return id.includes('/node_modules/') && importers.length > 0 && importers.every((importer) => isOfCharts(importer, graph, seen));
}

/** Name of the file that a module goes into; null leaves it to the bundler. */
function fileOf(id: string, graph: Graph): string | null {
  if (isOfCharts(id, graph)) return 'charts';
  const screens = [...screensOf(id, graph)];
  if (screens.every((screen) => testScreens.test(screen))) return 'test';
  if (screens.length === 1) return null;
  if (screens.every((screen) => isOfConsole(screen, graph))) return 'staff';
  if (screens.some((screen) => firstScreen.test(screen))) return 'pages';
  // A test waits for nothing that only other screens show.
  if (screens.some((screen) => testScreens.test(screen))) return 'session';
  return screens.every((screen) => practiceScreens.test(screen)) ? 'practice' : 'shared';
}

/** Few files: where a round trip takes 150 ms, twenty small ones cost more than one that is a little too large. */
export const codeSplitting: Rolldown.CodeSplittingOptions = {
  includeDependenciesRecursively: false,
  groups: [
    { name: 'main', tags: ['$initial'], priority: 1 },
    { name: fileOf, debugName: 'screens' },
  ],
};
