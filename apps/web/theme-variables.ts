import { convertCssVariables, DEFAULT_THEME, deepMerge, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import type { Plugin } from 'vite';
import { theme } from './src/ui/theme.ts';

/** Mantine's own words for our colours; without these its greys and red miss 4.5:1. */
const themeVariables: Record<string, string> = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-soft)',
  '--mantine-color-placeholder': 'var(--ink-soft)',
  '--mantine-color-error': 'var(--incorrect)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-color-indigo-text': 'var(--accent)',
  '--mantine-color-indigo-light': 'var(--accent-soft)',
  '--mantine-color-indigo-light-color': 'var(--accent)',
  '--mantine-color-indigo-outline': 'var(--accent)',
  '--mantine-primary-color-light': 'var(--accent-soft)',
  '--mantine-primary-color-light-color': 'var(--accent)',
};

type Variables = ReturnType<typeof defaultCssVariablesResolver>;

const unlike = (own: Record<string, string>, usual: Record<string, string>) =>
  Object.fromEntries(Object.entries(own).filter(([name, value]) => usual[name] !== value));

/** What the theme says otherwise than Mantine's style sheet of default variables. */
function ownVariables(): string {
  const own = mergeMantineTheme(DEFAULT_THEME, theme);
  const all: Variables = deepMerge(defaultCssVariablesResolver(own), { variables: {}, light: themeVariables, dark: themeVariables });
  const usual = defaultCssVariablesResolver(DEFAULT_THEME);
  return convertCssVariables({
    variables: unlike(all.variables, usual.variables),
    light: unlike(all.light, usual.light),
    dark: unlike(all.dark, usual.dark),
  });
}

/** Puts the theme's variables into a style sheet: else each visit computes them, and lays them over its first screen. */
export const writeThemeVariables: Plugin = {
  name: 'theme-variables',
  enforce: 'pre',
  transform: (code, id) => (id.endsWith('/ui/theme-variables.css') ? code + ownVariables() : null),
};
