import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { domains, type Rule, rules, sidesWithDomains } from './rules.ts';
import { readModules, readModule } from './source-module.ts';
import { violations } from './violations.ts';

const root = join(import.meta.dirname, '../..');
const modules = readModules(root);
const allRules = Object.entries<Rule>(rules);

describe('every module of the repository', () => {
  it('is checked', () => {
    const folders = ['apps', 'packages', 'tests', 'bench', 'faults', 'scripts'];
    const paths = folders.flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
    );
    const sources = paths.filter(
      (path) => /\.(ts|tsx|mts|js|mjs)$/.test(path) && !/(^|\/)(node_modules|dist|public|test-results)\//.test(path),
    );
    expect(modules.length).toBe(sources.length);
    console.info(
      `${modules.length} modules with ${modules.flatMap(({ imports }) => imports).length} imports were checked against ${allRules.length} boundaries.`,
    );
  });

  it('is linted, because no ignore rule excludes it', async () => {
    const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
    const { stdout } = await promisify(execFile)(process.execPath, [oxlint, '--allow', 'all', '--format', 'json'], { cwd: root });
    const { number_of_files } = JSON.parse(stdout) as { number_of_files: number };
    // The only module among the ignored files is the broken code in this folder.
    expect(number_of_files).toBeGreaterThanOrEqual(modules.filter(({ path }) => path !== 'tests/boundaries/violations.ts').length);
  });

  it.each(sidesWithDomains)('of %s is in one of the nine domains', (side) => {
    const loose = modules.filter(({ path }) => path.startsWith(`${side}/`) && !domains.some((name) => path.startsWith(`${side}/${name}/`)));
    const shared = [
      'apps/server/src/features/domain.ts',
      'packages/contract/src/endpoint.ts',
      'packages/contract/src/endpoints.ts',
      'packages/contract/src/problem.ts',
    ];
    expect(loose.map(({ path }) => path).filter((path) => !shared.includes(path))).toEqual([]);
  });

  it.each(['packages/exam/', 'packages/contract/', 'packages/exchange/', 'apps/server/', 'apps/web/', 'tests/', 'scripts/'])(
    'of %s has imports to check',
    (folder) => {
      const imports = modules.filter(({ path }) => path.startsWith(folder)).flatMap((module) => module.imports);
      expect(imports.length).toBeGreaterThan(0);
    },
  );

  it.each(allRules)('keeps the boundary: %s', (_name, { why, faults }) => {
    const found = modules.flatMap((module) => faults(module).map((line) => `${module.path}:${line}`));
    expect(found, why).toEqual([]);
  });
});

describe('a violation is found', () => {
  const cases = allRules.flatMap(([name, rule]) => {
    const ofRule = violations[name as keyof typeof rules];
    return ofRule.map(({ path, text }) => ({ name, rule, path, text }));
  });

  it('for every boundary rule', () => {
    expect(new Set(cases.map(({ name }) => name)).size).toBe(allRules.length);
  });

  it.each(cases)('of "$name" in $path: $text', ({ rule, path, text }) => {
    expect(rule.faults(readModule(path, text))).not.toEqual([]);
  });
});

describe('a script that runs before packages are installed', () => {
  const modulesByPath = new Map(modules.map((module) => [module.path, module]));
  /** A script and every script that it imports, directly or indirectly. */
  const reached = (path: string, seen = new Set<string>()): Set<string> => {
    const module = modulesByPath.get(path);
    if (!module || seen.has(path)) return seen;
    seen.add(path);
    for (const { to, isRelative } of module.imports) if (isRelative) reached(to, seen);
    return seen;
  };

  it.each(['start', 'test', 'install', 'dev', 'find-postgres', 'own-postgres'])(
    'imports only modules that come with Node: scripts/%s.mjs',
    (name) => {
      const scripts = [...reached(`scripts/${name}.mjs`)].flatMap((path) => modulesByPath.get(path) ?? []);
      expect(scripts.length).toBeGreaterThan(0);
      const foreign = scripts.flatMap(({ path, imports }) =>
        imports.filter(({ to, isRelative }) => !isRelative && !to.startsWith('node:')).map(({ to }) => `${path} imports ${to}`),
      );
      expect(foreign).toEqual([]);
    },
  );
});
