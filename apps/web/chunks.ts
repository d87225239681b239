import type { Rolldown } from 'vite';

type Graph = Rolldown.ChunkingContext;

/** The screen where most visits begin, and the count beside its menu. They must not wait for code that they do not use. */
const firstScreen = /\/(features\/site\/home\/HomePage|app\/layout\/DueMistakes)\.tsx$/;
/** The parts that the shell loads once the first screen is shown, and on a device with a store. */
const besideFirstScreen = /\/app\/layout\/(OnThisDevice|live-notifications)\.tsx?$/;
/** Screens other than the test that show one question at a time. */
const practiceScreens =
  /\/features\/(tests\/sessions(?:\/trial)?|practice\/practice|reports\/answer-files|practice\/bookmarks)\/\w+Page\.tsx$/;
/** The maths engine, which every screen of questions loads a moment later. */
const mathsEngine = /\/question\/maths-engine\.ts$/;
/** The library that sets formulas. The editor's checks need it too, but a test is drawn before its first formula is set. */
const formulas = /\/node_modules\/katex\//;
/** The list of messages, which any screen may load at any time. */
const toasts = /\/app\/ToastList\.tsx$/;
/** Screens that a student opens one after another during a test: the code that only they use is one file. */
const testScreens = /\/features\/tests\/(papers\/TestInstructionPage|sessions\/TestPage)\.tsx$/;

/** What a student's visit loads up to the end of a test. */
export const firstParts: readonly RegExp[] = [firstScreen, besideFirstScreen, testScreens, mathsEngine, toasts];

/** Whether a module is imported by app/staff only: the console's shell and screens. */
const isOfConsole = (id: string, graph: Graph) =>
  id.includes('/app/staff/') || (graph.getModuleInfo(id)?.dynamicImporters.every((importer) => importer.includes('/app/staff/')) ?? false);

/** A library's entry module, which re-exports all its parts. */
const entry = /\/(@mantine\/\w+|@tabler\/icons-react)\/(.*\/)?(index|tabler-icons-react)\.mjs$/;

const namesIn = new Map<string, ReadonlySet<string>>();

/** The names that a module imports. */
function namesOf(id: string, graph: Graph): ReadonlySet<string> {
  const known = namesIn.get(id);
  if (known) return known;
  const lists = (graph.getModuleInfo(id)?.code ?? '').matchAll(/^import [^'"]*?\{([^}]*)\} from/gm);
  const names = new Set([...lists].flatMap(([, list = '']) => list.match(/\w+/g) ?? []));
  namesIn.set(id, names);
  return names;
}

/** Modules that use a part of a library through its entry, because they import the part by name. */
function importersByName(entryId: string, part: string, graph: Graph): string[] {
  return [...(graph.getModuleInfo(entryId)?.importers ?? [])].flatMap((importer) => {
    if (entry.test(importer)) return importersByName(importer, part, graph);
    return namesOf(importer, graph).has(part) ? [importer] : [];
  });
}

/** The exported name of a library's file: `useMediaQuery` for 'use-media-query.mjs'. */
const partOf = (id: string) => (/([^/]+)\.mjs$/.exec(id)?.[1] ?? '').replaceAll(/-(\w)/g, (_all, letter: string) => letter.toUpperCase());

/** The screens, and other parts loaded on demand, that need the module. */
function screensOf(id: string, graph: Graph, seen: Set<string> = new Set()): Set<string> {
  const info = seen.has(id) ? null : graph.getModuleInfo(id);
  seen.add(id);
  if (!info) return new Set();
  const own = info.dynamicImporters.length > 0 ? [id] : [];
  // The bundler reuses the lists of its answer for the next module, so they are copied.
  const importers = [...info.importers].flatMap((importer) =>
    entry.test(importer) ? importersByName(importer, partOf(id), graph) : [importer],
  );
  return new Set([...own, ...importers.flatMap((importer) => [...screensOf(importer, graph, seen)])]);
}

/** Whether only charts need the module, so that screens without charts need not load it. */
function isOfCharts(id: string, graph: Graph, seen: Set<string> = new Set()): boolean {
  if (id.includes('/@mantine/charts/') || seen.has(id)) return true;
  seen.add(id);
  const importers = [...(graph.getModuleInfo(id)?.importers ?? [])];
  return id.includes('/node_modules/') && importers.length > 0 && importers.every((importer) => isOfCharts(importer, graph, seen));
}

/** Name of the file that a module is written to; null leaves the choice to the bundler. */
function fileOf(id: string, graph: Graph): string | null {
  if (isOfCharts(id, graph)) return 'charts';
  if (formulas.test(id)) return 'formulas';
  const screens = [...screensOf(id, graph)];
  if (screens.every((screen) => testScreens.test(screen))) return 'test';
  if (screens.length === 1) return null;
  if (screens.every((screen) => isOfConsole(screen, graph))) return 'staff';
  if (screens.some((screen) => firstScreen.test(screen))) return 'pages';
  if (screens.some((screen) => besideFirstScreen.test(screen))) return 'device';
  // Neither a test nor a message loads code that only other screens use.
  if (screens.some((screen) => [testScreens, mathsEngine, toasts].some((part) => part.test(screen)))) return 'session';
  return screens.every((screen) => practiceScreens.test(screen)) ? 'practice' : 'shared';
}

/** The code is split into few files: where a round trip takes 150 ms, twenty small files cost more than one that is a little too large. */
export const codeSplitting: Rolldown.CodeSplittingOptions = {
  includeDependenciesRecursively: false,
  groups: [
    { name: 'main', tags: ['$initial'], priority: 1 },
    { name: fileOf, debugName: 'screens' },
  ],
};
