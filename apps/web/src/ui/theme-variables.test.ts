import { DEFAULT_THEME, deepMerge, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import { expect, test } from 'vitest';
import { theme } from './theme.ts';

/** Our colours under Mantine's names; Mantine's own greys and red miss a contrast of 4.5:1. */
const colours: Record<string, string> = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-soft)',
  '--mantine-color-placeholder': 'var(--ink-soft)',
  '--mantine-color-error': 'var(--incorrect)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-color-red-filled': '#bd2626',
  '--mantine-color-red-filled-hover': '#a32020',
  '--mantine-color-indigo-text': 'var(--accent)',
  '--mantine-color-indigo-light': 'var(--accent-soft)',
  '--mantine-color-indigo-light-hover': 'var(--accent-soft)',
  '--mantine-color-indigo-light-color': 'var(--accent)',
  '--mantine-color-indigo-outline': 'var(--accent)',
  '--mantine-primary-color-light': 'var(--accent-soft)',
  '--mantine-primary-color-light-hover': 'var(--accent-soft)',
  '--mantine-primary-color-light-color': 'var(--accent)',
};

/** Colours of Mantine that no component of the site uses. Its toasts are green, yellow and red. */
const unused = /^--mantine-color-(?:blue|cyan|grape|lime|orange|pink|teal|violet)-/;

type Variables = ReturnType<typeof defaultCssVariablesResolver>;

/** A CSS rule with the variables whose values differ from Mantine's default style sheet. */
function ruleOf(selector: string, own: Record<string, string>, defaults: Record<string, string>): string {
  const lines = Object.entries(own).flatMap(([name, value]) =>
    defaults[name] === value || unused.test(name) ? [] : [`  ${name}: ${value.replaceAll("'", '"')};\n`],
  );
  return `${selector} {\n${lines.join('')}}\n`;
}

test('the style sheet of theme variables agrees with theme.ts; `npx vitest run --project web -u` writes it', async () => {
  const resolved = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme));
  const own: Variables = deepMerge(resolved, { variables: {}, light: colours, dark: colours });
  const defaults = defaultCssVariablesResolver(DEFAULT_THEME);
  const rules = [
    ruleOf(':root', own.variables, defaults.variables),
    ruleOf(':root[data-mantine-color-scheme="dark"]', own.dark, defaults.dark),
    ruleOf(':root[data-mantine-color-scheme="light"]', own.light, defaults.light),
  ];
  const head = '/* Written by theme-variables.test.ts from theme.ts: Mantine would compute these at every visit. */\n';
  await expect(`${head}${rules.join('\n')}`).toMatchFileSnapshot('./theme-variables.css');
});
