import type { Import, SourceModule } from './source-module.ts';

/** A boundary of the repository: what breaks it, and why it stands. */
export interface Rule {
  why: string;
  /** Lines that break it. */
  faults(module: SourceModule): number[];
}

const isTest = (path: string) => /\.test\.tsx?$/.test(path) || path.startsWith('apps/server/src/testing/');
const isIn = (folder: string, path: string) => path.startsWith(`${folder}/`);
const isPackage = (to: string, names: readonly string[]) => names.some((name) => to === name || to.startsWith(`${name}/`));
const testTools = ['vitest', 'fast-check'];

/** A rule about each import of the files in one place; tests are left out unless they are asked for. */
function onImports(place: RegExp, why: string, isBroken: (to: Import, from: string) => boolean, { withTests = false } = {}): Rule {
  return {
    why,
    faults: ({ path, imports }) => {
      if (!place.test(path) || (isTest(path) && !withTests)) return [];
      return imports.filter((to) => isBroken(to, path)).map(({ line }) => line);
    },
  };
}

/** A package of the repository may import itself and the packages named. */
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

/** The nine domains of the product, from the bottom up: each may import from those before it. */
export const domains = ['institute', 'bank', 'payments', 'tests', 'classes', 'practice', 'exam-office', 'reports', 'site'] as const;
export const sidesWithDomains = ['apps/server/src/features', 'apps/web/src/features', 'packages/contract/src', 'packages/exam/src'];

/** Where a path stands among the domains of its side: `['apps/server/src/features', 3]`. */
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

/** Whether a file is the one through which a feature of the server is reached, and the other one lies behind it. */
function isDoorOf(door: string, behind: string): boolean {
  const [front, back] = [placeInFeature(door), placeInFeature(behind)];
  return isIn(server, door) && front?.file === `${front?.name}.ts` && front.feature === back?.feature;
}

const layersOfWeb = ['platform', 'ui', 'question', 'session', 'features', 'app'];
const heightInWeb = (path: string) => (isIn(web, path) ? layersOfWeb.indexOf(path.split('/')[3] ?? '') : -1);

export const rules = {
  'the rules of exams stand alone': onlyPackages(
    'packages/exam',
    'packages/exam runs in the server, the browser and a worker, and is checked by hand: it imports nothing but big.js and ts-fsrs',
    ['big.js', 'ts-fsrs'],
  ),
  'the contract is a list': onlyPackages(
    'packages/contract',
    'packages/contract is read by both sides and is in the first load of the site: it imports nothing but the exam package and typebox',
    ['@abhyas/exam', 'typebox'],
  ),
  'the ledger of the fault run stands alone': onlyPackages(
    'faults/ledger',
    'faults/ledger judges the product: what it took from it could be wrong in the same way',
    [],
  ),
  'web and server meet in the contract only': {
    why: 'What one app takes from the other is not in the contract, and what is secret in the server would reach the browser',
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
    why: 'A relative path into another workspace goes past its exports; import @abhyas/… instead',
    faults: ({ path, imports }) => {
      const workspace = /^(?:packages|apps)\/[^/]+|^[^/]+/.exec(path)?.[0] ?? path;
      // The scripts are no workspace: whoever measures or tests finds the browser as they do.
      const isElsewhere = ({ to, isRelative }: Import) => isRelative && !isIn(workspace, to) && !isIn('scripts', to);
      return imports.filter(isElsewhere).map(({ line }) => line);
    },
  },
  'nothing needs the tests': onImports(
    /^(packages|apps|scripts)\//,
    'What runs for students must not need what only tests and measurements have',
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
    'The nine domains stand one above the other (see `domains`): a lower one can be read, tested and changed without a higher one',
    ({ to, isRelative }, from) => {
      const [here, there] = [placeAmongDomains(from), placeAmongDomains(to)];
      return isRelative && here !== undefined && here.side === there?.side && there.height > here.height;
    },
  ),
  'routes, jobs and channels are listed by their domain': onImports(
    /^apps\/server\/src\//,
    'x.domain.ts lists what its domain offers, and app.ts puts the domains together; whoever else imports these files makes a second list',
    ({ to }, from) => {
      if (isListOfDomain(to)) return from !== `${server}/app.ts`;
      return /\.(routes|jobs|channel)\.ts$/.test(to) && !isListOfDomain(from) && from !== `${server}/app.ts`;
    },
  ),
  'a feature is reached through its own file': onImports(
    /^apps\/server\/src\//,
    'features/domain/x/x.ts says what a feature does; its store and its other files may change without anybody else noticing',
    ({ to }, from) => {
      const place = placeInFeature(to);
      if (!place || place.feature === placeInFeature(from)?.feature) return false;
      return place.file !== `${place.name}.ts` && !/\.(routes|jobs|channel)\.ts$/.test(place.file);
    },
  ),
  'features know nothing above them': onImports(
    /^apps\/server\/src\/features\//,
    'A feature gets what it needs as arguments; app, demo, settings and commands are built on features',
    ({ to }) => to !== `${server}/context.ts` && /^apps\/server\/src\/([^/]+\.ts$|commands\/|demo\/)/.test(to),
  ),
  'calls are answered by features, not by http': onImports(
    /^apps\/server\/src\/http\//,
    'http/ takes calls in and sends answers out; what it needs of a feature, such as who is signed in, app.ts hands to it',
    ({ to }) => placeInFeature(to) !== undefined,
  ),
  'a store knows no rule': onImports(
    /\.store\.ts$/,
    'Routes -> feature -> store -> database, never back: a store reads and writes, it neither decides nor answers calls (types it may borrow)',
    ({ to, isType }) => {
      if (isType) return false;
      const place = placeInFeature(to);
      return (
        (place !== undefined && place.file === `${place.name}.ts`) || isIn(`${server}/http`, to) || isPackage(to, ['fastify', '@fastify'])
      );
    },
  ),
  'the database stands below the features': onImports(
    /^apps\/server\/src\/database\//,
    'The database is opened before there is any feature: it imports none, and no HTTP',
    ({ to, isRelative }) => isRelative && !isIn(`${server}/database`, to),
  ),
  'input is checked in one place': onImports(
    /^apps\/server\/src\//,
    'The library lists every error of an input, which costs the square of what was sent; http/validator.ts names the first one. Authored content is no outside input',
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
    'app -> features -> session -> question -> ui -> platform: what lies below can be used and tested without what lies above',
    ({ to, isRelative }, from) => isRelative && isIn(web, to) && heightInWeb(to) > heightInWeb(from),
  ),
  'pages compose features': onImports(
    /^apps\/web\/src\/features\//,
    'Features of the site do not import each other; what two of them share belongs into question, session or ui',
    ({ to, isRelative }, from) =>
      isRelative && placeInFeature(to) !== undefined && placeInFeature(to)?.feature !== placeInFeature(from)?.feature,
  ),

  'a thing is imported from where it is': {
    why: 'A file that hands on the exports of others hides where things are and makes cycles; import the file itself',
    // A feature's own file is its door: it may hand on what other files of its folder do.
    faults: ({ path, reexports }) => reexports.filter(({ of }) => !isDoorOf(path, of)).map(({ line }) => line),
  },
  'a file says what is in it': {
    why: 'utils, helpers, common, types and index say nothing: name the file after the thing it holds',
    faults: ({ path }) => (/(^|\/)(utils?|helpers?|common|misc|shared|types|index)(\.[a-z.]+$|\/)/.test(path) ? [1] : []),
  },
  'whoever silences a check says why': {
    why: 'A suppression without a reason cannot be judged later; write `-- because …` behind it',
    faults: ({ unexplained }) => unexplained,
  },
} satisfies Record<string, Rule>;
