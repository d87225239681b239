import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { compile } from 'tailwindcss';
import { type ESTree, parseSync, Visitor } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import { valuesOf } from './sentences.ts';

const root = join(import.meta.dirname, '../..');
const web = 'apps/web/src';
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const paths = readdirSync(join(root, web), { recursive: true, encoding: 'utf8' }).map((path) => posix.join(web, path));
const sheets = paths.filter((path) => path.endsWith('.css') && !/\/ui\/(theme(-variables)?|utility-tokens)\.css$/.test(path));
const sources = paths.filter((path) => /\.tsx?$/.test(path)).map((path) => ({ path, text: read(path) }));

/** Sizes that are allowed although they are in no scale, by style sheet. */
const allowed: Record<string, readonly string[]> = {
  'apps/web/src/features/classes/live-classes/ClassRoom.module.css': ['font-size: clamp(1.125rem, 2.2vw, 1.75rem)'],
};

/** The literal font sizes in a sheet. Points (for paper) and em (relative to a size that a token has set) are allowed. */
const literalSizes = (text: string) =>
  [...text.matchAll(/^\s+((?:font-size|line-height): [^;]*\d[^;]*);/gm)]
    .map(([, declaration = '']) => declaration)
    .filter((declaration) => !/: (?:var\(--[\w-]+\)|[\d.]+(?:em|pt|%))$/.test(declaration));

const classesIn = (text: string) => {
  const withoutForeign = text.replaceAll(/\/\*.*?\*\/|:global\([^)]*\)|url\([^)]*\)/gs, '');
  return new Set([...withoutForeign.matchAll(/\.([A-Za-z_][\w-]*)(?=[^{};]*\{)/g)].map(([, name = '']) => name));
};

/** The CSS modules that a file imports, by their names in that file. */
const modulesOf = ({ path, text }: { path: string; text: string }) =>
  [...text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].map(([, local = '', to = '']) => ({
    local,
    sheet: posix.join(posix.dirname(path), to),
  }));

/** Classes that a file names and the sheet does not declare. */
function missingClasses(file: { path: string; text: string }, textOf: (sheet: string) => string): string[] {
  const code = file.text.replaceAll(/^import [^;]*;$/gm, '');
  return modulesOf(file).flatMap(({ local, sheet }) => {
    const declared = classesIn(textOf(sheet));
    const named = [...code.matchAll(new RegExp(`(?<![.\\w])${local}\\.([A-Za-z_]\\w*)`, 'g'))].map(([, name = '']) => name);
    return named.filter((name) => !declared.has(name));
  });
}

/** Classes that a sheet declares and no file that imports the sheet names. */
function unusedClasses(sheet: string, text: string, files: typeof sources): string[] {
  const users = files.flatMap((file) =>
    modulesOf(file)
      .filter((module) => module.sheet === sheet)
      .map(({ local }) => ({ text: file.text, local })),
  );
  const isUsed = (name: string) => users.some((user) => new RegExp(`\\b${user.local}(\\.${name}\\b|\\[)`).test(user.text));
  return [...classesIn(text)].filter((name) => !isUsed(name));
}

const isClassOfModule = (node: ESTree.Node, modules: ReadonlySet<string>) =>
  node.type === 'MemberExpression' && node.object.type === 'Identifier' && modules.has(node.object.name);

/** The words that a file writes as classes: in `className` and `classNames`, and in a template beside a class of a module. */
function writtenClasses(file: { path: string; text: string }): Set<string> {
  const modules = new Set(modulesOf(file).map(({ local }) => local));
  const words = new Set<string>();
  const add = (node: ESTree.Node | null | undefined): void => {
    for (const value of valuesOf(node)) {
      const texts =
        value.type === 'TemplateLiteral'
          ? value.quasis.map((part) => part.value.cooked ?? '')
          : value.type === 'Literal' && typeof value.value === 'string'
            ? [value.value]
            : [];
      for (const text of texts) for (const word of text.match(/\S+/g) ?? []) words.add(word);
      if (value.type === 'TemplateLiteral') for (const expression of value.expressions) add(expression);
      if (value.type === 'ObjectExpression') for (const property of value.properties) if (property.type === 'Property') add(property.value);
    }
  };
  new Visitor({
    JSXAttribute: ({ name, value }) => {
      if (name.type === 'JSXIdentifier' && /^(?:class|\w+Class)Names?$/.test(name.name)) add(value);
    },
    TemplateLiteral: (node) => {
      if (node.expressions.some((expression) => isClassOfModule(expression, modules))) add(node);
    },
  }).visit(parseSync(file.path, file.text).program);
  return words;
}

/** Classes with a size of type or a height of lines that is no token. */
const literalUtilities = (words: Iterable<string>) =>
  [...words].filter((word) => /(?:^|:)(?:text-\[[^\]]*\d|leading-(?:\d|\[[^\]]*\d))/.test(word) && !/[\d.]+(?:em|pt|%)\]/.test(word));

const escaped = (word: string) => word.replaceAll(/[^\w-]/g, '\\$&');

/** Compiles utilities as the build does. */
async function compileUtilities(): Promise<(words: readonly string[]) => string> {
  const folder = join(root, web, 'ui');
  const loadStylesheet = (id: string, base: string) => {
    const path = id.startsWith('.') ? join(base, id) : join(root, 'node_modules', id);
    return Promise.resolve({ path, base, content: readFileSync(path, 'utf8') });
  };
  const { build } = await compile(read(`${web}/ui/utilities.css`), { base: folder, loadStylesheet });
  return (words) => build([...words]);
}

describe('the classes in the markup', () => {
  const written = sources.filter(({ path }) => !path.includes('.test.')).map((file) => ({ path: file.path, words: writtenClasses(file) }));
  const inGlobalSheets = new Set(
    paths.filter((path) => path.endsWith('.css') && !path.endsWith('.module.css')).flatMap((path) => [...classesIn(read(path))]),
  );
  let build: (words: readonly string[]) => string;
  /** A mistyped utility has no rule, and nothing else would tell. */
  const unknown = (words: Iterable<string>) => {
    const utilities = [...words].filter((word) => !inGlobalSheets.has(word));
    const sheet = build(utilities);
    return utilities.filter((word) => !sheet.includes(`.${escaped(word)}`));
  };

  beforeAll(async () => {
    build = await compileUtilities();
  });

  it('are utilities or classes of a global style sheet', () => {
    const words = new Set(written.flatMap((file) => [...file.words]));
    expect(words.size).toBeGreaterThan(100);
    const faults = new Set(unknown(words));
    expect(written.flatMap((file) => [...file.words].filter((word) => faults.has(word)).map((word) => `${file.path}: ${word}`))).toEqual(
      [],
    );
  });

  it('take font sizes and line heights from the tokens', () => {
    expect(written.flatMap((file) => literalUtilities(file.words).map((word) => `${file.path}: ${word}`))).toEqual([]);
  });

  it.each(['text-[14px]', 'max-36:text-[1rem]', 'leading-[1.5]', 'leading-7'])('with a literal size are refused: %s', (word) =>
    expect(literalUtilities([word])).toEqual([word]),
  );

  it.each(['felx', 'gap-12px', 'text-15px', 'max-37:p-4', 'bg-red-500'])('are refused if no style has the name: %s', (word) => {
    expect(unknown([word, 'flex'])).toEqual([word]);
  });

  it('are found in every place where a file writes them', () => {
    const text = [
      "import classes from './Bar.module.css';",
      'const row = `${classes.row} in-a-constant`;',
      "const bar = <a className={`${isOn === 'no' ? 'one' : `${classes.b} two`} three`} classNames={{ body: 'four' }} title=\"no\" />;",
    ].join('\n');
    expect([...writtenClasses({ path: 'a/Bar.tsx', text })].toSorted()).toEqual(['four', 'in-a-constant', 'one', 'three', 'two']);
  });
});

describe('the style sheets of the site', () => {
  it('take font sizes and line heights from the tokens of ui/theme.css', () => {
    expect(sheets.length).toBeGreaterThan(50);
    const found = sheets.flatMap((path) =>
      literalSizes(read(path))
        .filter((declaration) => !allowed[path]?.includes(declaration))
        .map((declaration) => `${path}: ${declaration}`),
    );
    expect(found).toEqual([]);
  });

  it('name only tokens that exist', () => {
    const tokens = new Set([...read(`${web}/ui/theme.css`).matchAll(/^\s+(--[\w-]+):/gm)].map(([, name]) => name));
    const used = sheets.flatMap((path) => read(path).match(/--(?:text|leading|weight|space|radius)-[\w-]+/g) ?? []);
    expect(used.filter((name) => !tokens.has(name))).toEqual([]);
  });

  it('declare only classes that a file uses', () => {
    const found = sheets
      .filter((path) => path.endsWith('.module.css'))
      .flatMap((path) => unusedClasses(path, read(path), sources).map((name) => `${path}: .${name}`));
    expect(found).toEqual([]);
  });

  it('declare every class that a file names', () => {
    const found = sources.flatMap((file) => missingClasses(file, read).map((name) => `${file.path}: .${name}`));
    expect(found).toEqual([]);
  });

  it.each([
    '.a {\n  font-size: 14px;\n}',
    '.a {\n  line-height: 1.5;\n}',
    '@media print {\n  .a {\n    font-size: calc(1rem + 2px);\n  }\n}',
  ])('with a literal size are refused: %s', (text) => expect(literalSizes(text)).toHaveLength(1));

  it('are refused if a file uses a class that they do not declare', () => {
    const file = { path: 'a/Bar.tsx', text: "import classes from './Bar.module.css';\nconst bar = [classes.used, classes.missing];" };
    expect(missingClasses(file, () => '.used {\n  gap: 0;\n}')).toEqual(['missing']);
  });

  it('are refused if they declare a class that no file uses', () => {
    const files = [{ path: 'a/Bar.tsx', text: "import classes from './Bar.module.css';\nconst bar = classes.used;" }];
    expect(unusedClasses('a/Bar.module.css', '.used,\n.unused[data-on] > li {\n  gap: 0;\n}', files)).toEqual(['unused']);
  });
});
