import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';

export interface Import {
  /** Path from the root of the repository (`apps/web/src/ui/theme.ts`), or the name of a package with a path in it. */
  to: string;
  isRelative: boolean;
  /** Whether it is a type-only import, which does not exist at run time. */
  isType: boolean;
  line: number;
}

/** The facts about one file that the boundaries are checked against. */
export interface SourceModule {
  /** Path from the root of the repository, with slashes. */
  path: string;
  imports: Import[];
  /** Exports of other files that the file re-exports. */
  reexports: { of: string; line: number }[];
  /** Lines on which a query of the query builder begins. */
  queries: number[];
  /** Lines on which a component or a hook changes state while it renders. */
  changesWhileRendering: number[];
  /** Lines with a comment that silences a check and does not say why. */
  unexplained: number[];
}

const queryBuilders = new Set(['selectFrom', 'selectNoFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto']);
const silences = /oxlint-disable|eslint-disable|@ts-(?:expect-error|ignore|nocheck)|biome-ignore|knip-ignore/;
const reason = /(?:--|:)\s*\S+\s+\S+/;

const isComponentOrHook = (name: string) => /^(?:use)?[A-Z]/.test(name);
const cacheWriters = new Set(['setQueryData', 'setQueriesData', 'setQueryDefaults']);

/**
 * Finds where a component or a hook changes state while it renders: where its own body, or a function given to `useMemo`, calls a setter of
 * `useState` or writes into the cache of queries.
 */
function readChangesWhileRendering(program: ESTree.Program, report: (start: number) => void): void {
  type Frame = { isRendering: boolean; setters: Set<string> };
  const frames: Frame[] = [{ isRendering: false, setters: new Set() }];
  const rendered = new Set<number>();
  const begin = (name: string | undefined, start: number) => {
    const setters = new Set(frames.at(-1)?.setters);
    frames.push({ isRendering: rendered.has(start) || (name !== undefined && isComponentOrHook(name)), setters });
  };
  const named = new Map<number, string>();
  const end = () => void frames.pop();
  new Visitor({
    FunctionDeclaration: ({ id, start }) => begin(id?.name, start),
    'FunctionDeclaration:exit': end,
    FunctionExpression: ({ id, start }) => begin(id?.name ?? named.get(start), start),
    'FunctionExpression:exit': end,
    ArrowFunctionExpression: ({ start }) => begin(named.get(start), start),
    'ArrowFunctionExpression:exit': end,
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && init)
        named.set(init.type === 'CallExpression' ? (init.arguments[0]?.start ?? -1) : init.start, id.name);
      const [, setter] = id.type === 'ArrayPattern' ? id.elements : [];
      const isState = init?.type === 'CallExpression' && init.callee.type === 'Identifier' && /^use(State|Reducer)$/.test(init.callee.name);
      if (isState && setter?.type === 'Identifier') frames.at(-1)?.setters.add(setter.name);
    },
    CallExpression: ({ callee, arguments: given, start }) => {
      const frame = frames.at(-1);
      if (!frame?.isRendering) return;
      if (callee.type === 'Identifier' && callee.name === 'useMemo' && given[0]) rendered.add(given[0].start);
      const isSetter = callee.type === 'Identifier' && frame.setters.has(callee.name);
      const isCache = callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && cacheWriters.has(callee.property.name);
      if (isSetter || isCache) report(start);
    },
  }).visit(program);
}

/** Reads the facts about a source text as if it were the file at `path`. Throws if it is not TypeScript. */
export function readModule(path: string, text: string): SourceModule {
  const { program, module, comments, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  const found: SourceModule = { path, imports: [], reexports: [], queries: [], changesWhileRendering: [], unexplained: [] };
  const add = (specifier: unknown, offset: number, isType = false) => {
    if (typeof specifier !== 'string') return;
    const isRelative = specifier.startsWith('.');
    const to = isRelative ? posix.join(posix.dirname(path), specifier) : specifier;
    found.imports.push({ to, isRelative, isType, line: lineAt(offset) });
  };
  for (const { moduleRequest, start, entries } of module.staticImports) {
    add(moduleRequest.value, start, entries.length > 0 && entries.every(({ isType }) => isType));
  }
  for (const { moduleRequest, start } of module.staticExports.flatMap(({ entries }) => entries)) {
    if (!moduleRequest) continue;
    add(moduleRequest.value, start);
    found.reexports.push({ of: found.imports.at(-1)?.to ?? '', line: lineAt(start) });
  }
  new Visitor({
    ImportExpression: ({ source, start }) => add(source.type === 'Literal' ? source.value : undefined, start),
    TSImportType: ({ source, start }) => add(source.value, start, true),
    MemberExpression: ({ property, start }) => {
      if (property.type === 'Identifier' && queryBuilders.has(property.name)) found.queries.push(lineAt(start));
    },
  }).visit(program);
  readChangesWhileRendering(program, (start) => found.changesWhileRendering.push(lineAt(start)));
  for (const { value, start } of comments) if (silences.test(value) && !reason.test(value)) found.unexplained.push(lineAt(start));
  return found;
}

const isSource = (name: string) => /\.(ts|tsx|mts|js|mjs)$/.test(name);
const isLeftOut = (name: string) => ['node_modules', 'dist', 'public', 'test-results'].includes(name);

/** All source files below a folder, relative to `root`. */
function sourceFilesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return isLeftOut(entry.name) ? [] : sourceFilesBelow(root, path);
    return isSource(entry.name) ? [path] : [];
  });
}

/** Every module of the repository. */
export function readModules(root: string): SourceModule[] {
  const files = ['packages', 'apps', 'tests', 'bench', 'faults', 'scripts'].flatMap((folder) => sourceFilesBelow(root, folder));
  return files.map((file) => readModule(relative('.', file).split(sep).join('/'), readFileSync(join(root, file), 'utf8')));
}
