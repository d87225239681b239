import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { parseSync, Visitor } from 'vite';

export interface Import {
  /** From the root of the repository (`apps/web/src/ui/theme.ts`), or the name of a package with its path. */
  to: string;
  isRelative: boolean;
  /** Gone once the types are checked: nothing of it is run. */
  isType: boolean;
  line: number;
}

/** What the boundaries must know of one file. */
export interface SourceModule {
  /** From the root of the repository, with slashes. */
  path: string;
  imports: Import[];
  /** What the file hands on that another one exports. */
  reexports: { of: string; line: number }[];
  /** Lines on which a query of the query builder begins. */
  queries: number[];
  /** Lines with a comment that silences a check and does not say why. */
  unexplained: number[];
}

const queryBuilders = new Set(['selectFrom', 'selectNoFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto']);
const silences = /oxlint-disable|eslint-disable|@ts-(?:expect-error|ignore|nocheck)|biome-ignore|knip-ignore/;
const reason = /(?:--|:)\s*\S+\s+\S+/;

/** Reads the imports and the rest of a source text as if it stood at `path`. Throws where it is no TypeScript. */
export function readModule(path: string, text: string): SourceModule {
  const { program, module, comments, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  const found: SourceModule = { path, imports: [], reexports: [], queries: [], unexplained: [] };
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
