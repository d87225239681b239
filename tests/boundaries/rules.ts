import type { Import, SourceModule } from './source-module.ts';

/** A boundary of the repository: the lines that break it, and its reason. */
export interface Rule {
  why: string;
  /** The lines of the module that break the boundary. */
  faults(module: SourceModule): number[];
}

const isTest = (path: string) => /\.test\.tsx?$/.test(path) || path.startsWith('apps/server/src/testing/');
const isIn = (folder: string, path: string) => path.startsWith(`${folder}/`);
const isPackage = (to: string, names: readonly string[]) => names.some((name) => to === name || to.startsWith(`${name}/`));
const testTools = ['vitest', 'fast-check'];

/** A rule about each import in the files whose path matches `place`. Tests are exempt unless `withTests` is set. */
function onImports(place: RegExp, why: string, isBroken: (to: Import, from: string) => boolean, { withTests = false } = {}): Rule {
  return {
    why,
    faults: ({ path, imports }) => {
      if (!place.test(path) || (isTest(path) && !withTests)) return [];
      return imports.filter((to) => isBroken(to, path)).map(({ line }) => line);
    },
  };
}

/** The rule that a package of the repository imports only its own files and the named packages. */
function onlyPackages(folder: string, why: string, names: readonly string[]): Rule {
  return {
    why,
    faults: ({ path, imports }) => {
      if (!isIn(folder, path)) return [];
      const allowed = isTest(path) ? [...names, ...testTools] : names;
      return imports.filter(({ to, isRelative }) => (isRelative ? !isIn(folder, to) : !isPackage(to, allowed))).map(({ line }) => line);
    },
  };
}

const server = 'apps/server/src';
const web = 'apps/web/src';

/** The nine domains of the product, in order from the lowest: each may import only from those before it. */
export const domains = ['institute', 'bank', 'payments', 'tests', 'classes', 'practice', 'exam-office', 'reports', 'site'] as const;
export const sidesWithDomains = ['apps/server/src/features', 'apps/web/src/features', 'packages/contract/src', 'packages/exam/src'];

/** The side to which a path belongs, and the position of its domain in `domains`: `{ side: 'apps/server/src/features', height: 3 }`. */
function placeAmongDomains(path: string): { side: string; height: number } | undefined {
  const side = sidesWithDomains.find((folder) => isIn(folder, path));
  const domain = side && path.slice(side.length + 1).split('/')[0];
  const height = domains.findIndex((name) => name === domain);
  return side && height >= 0 ? { side, height } : undefined;
}

/** `{ feature: 'tests/papers', name: 'papers', file: 'papers.store.ts' }` of a path below an app's features. */
function placeInFeature(path: string): { feature: string; name: string; file: string } | undefined {
  const [, domain, name, file] = /^apps\/(?:server|web)\/src\/features\/([^/]+)\/([^/]+)\/(.+)$/.exec(path) ?? [];
  return domain && name && file ? { feature: `${domain}/${name}`, name, file } : undefined;
}

/** Whether a file lists the routes, jobs and channels of its domain for app.ts. */
const isListOfDomain = (path: string) => /^apps\/server\/src\/features\/([^/]+)\/\1\.domain\.ts$/.test(path);

/** Whether `door` is the file through which others use a feature of the server, and `behind` is another file of the same feature. */
function isDoorOf(door: string, behind: string): boolean {
  const [front, back] = [placeInFeature(door), placeInFeature(behind)];
  return isIn(server, door) && front?.file === `${front?.name}.ts` && front.feature === back?.feature;
}

const layersOfWeb = ['platform', 'ui', 'question', 'session', 'features', 'app'];
const heightInWeb = (path: string) => (isIn(web, path) ? layersOfWeb.indexOf(path.split('/')[3] ?? '') : -1);

export const rules = {
  'the exam package imports nothing of the repository': onlyPackages(
    'packages/exam',
    'packages/exam runs in the server, the browser and a worker, and is checked by hand: it imports big.js and ts-fsrs only',
    ['big.js', 'ts-fsrs'],
  ),
  'the contract imports the exam package only': onlyPackages(
    'packages/contract',
    'packages/contract is read by both sides and is in the first load of the site: it imports the exam package and typebox only',
    // KaTeX is for the check of authored texts, which importer and editor share; the next rule keeps it out of other files.
    ['@abhyas/exam', 'typebox', 'katex'],
  ),
  'only the check of authored texts typesets in the contract': onImports(
    /^packages\/contract\/(?!src\/bank\/authored-text\.ts$)/,
    'KaTeX is large, and the first load of the site has the contract',
    ({ to }, from) =>
      isPackage(to, ['katex']) ||
      (to === 'packages/contract/src/bank/authored-text.ts' && !/\/(authored-text|content-faults)\./.test(from)),
  ),
  'the exchange imports the rules and the contract only': onlyPackages(
    'packages/exchange',
    'packages/exchange turns bytes into questions and back, without a database, a network or a disk, so that it can run in any worker',
    [
      '@abhyas/exam',
      '@abhyas/contract',
      'big.js',
      'entities',
      'fflate',
      'htmlparser2',
      'marked',
      'mathml-to-latex',
      'papaparse',
      'qr',
      'saxes',
      'uqr',
    ],
  ),
  'the ledger of the fault run imports nothing': onlyPackages(
    'faults/ledger',
    'faults/ledger judges the product: code that it shared with the product could be wrong in the same way',
    [],
  ),
  'web and server share the contract only': {
    why: 'Code shared in any other way is not in the contract, and secrets of the server could reach the browser',
    faults: ({ path, imports }) => {
      const other = isIn('apps/web', path)
        ? ['apps/server', '@abhyas/server']
        : isIn('apps/server', path)
          ? ['apps/web', '@abhyas/web']
          : [];
      return imports.filter(({ to }) => isPackage(to, other)).map(({ line }) => line);
    },
  },
  'workspaces are reached by name': {
    why: 'A relative path into another workspace bypasses its exports; import @abhyas/… instead',
    faults: ({ path, imports }) => {
      const workspace = /^(?:packages|apps)\/[^/]+|^[^/]+/.exec(path)?.[0] ?? path;
      // The folder scripts is not a workspace, but tests and bench use its code to find the browser.
      const isElsewhere = ({ to, isRelative }: Import) => isRelative && !isIn(workspace, to) && !isIn('scripts', to);
      return imports.filter(isElsewhere).map(({ line }) => line);
    },
  },
  'no product code imports the tests': onImports(
    /^(packages|apps|scripts)\//,
    'The product must run without the code and packages of tests and measures',
    ({ to }) =>
      isPackage(to, [
        'tests',
        'bench',
        'faults',
        '@abhyas/tests',
        '@abhyas/bench',
        '@abhyas/faults',
        'apps/server/src/testing',
        ...testTools,
      ]) || /\.test\.tsx?$/.test(to),
  ),

  'a domain imports from lower domains only': onImports(
    /^(apps|packages)\//,
    'The nine domains are ordered (see `domains`): a lower one can be read, tested and changed without a higher one',
    ({ to, isRelative }, from) => {
      const [here, there] = [placeAmongDomains(from), placeAmongDomains(to)];
      return isRelative && here !== undefined && here.side === there?.side && there.height > here.height;
    },
  ),
  'routes, jobs and channels are listed by their domain': onImports(
    /^apps\/server\/src\//,
    'x.domain.ts lists the routes, jobs and channels of its domain, and app.ts joins the domains; another import would make a second list',
    ({ to }, from) => {
      if (isListOfDomain(to)) return from !== `${server}/app.ts`;
      return /\.(routes|jobs|channel)\.ts$/.test(to) && !isListOfDomain(from) && from !== `${server}/app.ts`;
    },
  ),
  'a feature is reached through its own file': onImports(
    /^apps\/server\/src\//,
    'features/domain/x/x.ts is what a feature offers; its store and its other files may change without effect on other features',
    ({ to }, from) => {
      const place = placeInFeature(to);
      if (!place || place.feature === placeInFeature(from)?.feature) return false;
      return place.file !== `${place.name}.ts` && !/\.(routes|jobs|channel)\.ts$/.test(place.file);
    },
  ),
  'features import nothing above them': onImports(
    /^apps\/server\/src\/features\//,
    'A feature gets what it needs as arguments; app, demo, settings and commands are built on features',
    ({ to }) => to !== `${server}/context.ts` && /^apps\/server\/src\/([^/]+\.ts$|commands\/|demo\/)/.test(to),
  ),
  'http imports no feature': onImports(
    /^apps\/server\/src\/http\//,
    'http/ receives calls and sends answers; app.ts passes in what it needs from a feature, such as the signed-in person',
    ({ to }) => placeInFeature(to) !== undefined,
  ),
  'a store makes no decision': onImports(
    /\.store\.ts$/,
    'Routes -> feature -> store -> database, never back: a store reads and writes, it neither decides nor answers calls (it may import types)',
    ({ to, isType }) => {
      if (isType) return false;
      const place = placeInFeature(to);
      return (
        (place !== undefined && place.file === `${place.name}.ts`) || isIn(`${server}/http`, to) || isPackage(to, ['fastify', '@fastify'])
      );
    },
  ),
  'the database imports no feature': onImports(
    /^apps\/server\/src\/database\//,
    'The database is opened before any feature exists, so it imports neither features nor http',
    ({ to, isRelative }) => isRelative && !isIn(`${server}/database`, to),
  ),
  'input is checked in one place': onImports(
    /^apps\/server\/src\//,
    'The library lists every error of an input, at a cost that grows with the square of its size; http/validator.ts names the first one only. Authored content does not come from outside',
    ({ to }, from) =>
      isPackage(to, ['typebox/compile', 'typebox/value', 'typebox/schema']) &&
      from !== `${server}/http/validator.ts` &&
      !isIn(`${server}/features/bank/content`, from),
  ),
  'only stores ask the database': {
    why: 'A query outside a *.store.ts hides what a table is used for; stores, migrations, jobs, the demo and the staff commands are the only places',
    faults: ({ path, queries, imports }) => {
      const mayAsk = path.endsWith('.store.ts') || isTest(path) || /^apps\/server\/src\/(database|jobs|commands|demo)\//.test(path);
      if (!isIn(server, path) || mayAsk) return [];
      const ofTables = imports.filter(({ to }) => isPackage(to, ['kysely', 'pg', `${server}/database/tables.ts`]));
      return [...queries, ...ofTables.map(({ line }) => line)];
    },
  },

  'the web is built in layers': onImports(
    /^apps\/web\/src\/[^/]+\//,
    'app -> features -> session -> question -> ui -> platform: a lower layer can be used and tested without a higher one',
    ({ to, isRelative }, from) => isRelative && isIn(web, to) && heightInWeb(to) > heightInWeb(from),
  ),
  'features of the site do not import each other': onImports(
    /^apps\/web\/src\/features\//,
    'Features of the site do not import each other; code that two of them share belongs into question, session or ui',
    ({ to, isRelative }, from) =>
      isRelative && placeInFeature(to) !== undefined && placeInFeature(to)?.feature !== placeInFeature(from)?.feature,
  ),

  'rendering changes no state': {
    why: 'State that changes while rendering renders again at once and can run for ever (React #301); derive it, give the component a key, or change it in an event or effect',
    faults: ({ path, changesWhileRendering }) => (isIn(web, path) ? changesWhileRendering : []),
  },
  'a thing is imported from where it is': {
    why: 'A file that hands on the exports of others hides where things are and makes cycles; import the file itself',
    // A feature's main file is its door, so it may re-export what other files of its folder export.
    faults: ({ path, reexports }) => reexports.filter(({ of }) => !isDoorOf(path, of)).map(({ line }) => line),
  },
  'a file name tells its content': {
    why: 'utils, helpers, common, types and index tell nothing: name the file after its content',
    faults: ({ path }) => (/(^|\/)(utils?|helpers?|common|misc|shared|types|index)(\.[a-z.]+$|\/)/.test(path) ? [1] : []),
  },
  'a suppressed check has a reason': {
    why: 'A suppression without a reason cannot be judged later; write `-- because …` after it',
    faults: ({ unexplained }) => unexplained,
  },
} satisfies Record<string, Rule>;
