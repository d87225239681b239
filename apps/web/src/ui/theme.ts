import { i18n } from '../platform/language.ts';
import { type ButtonProps, createTheme, localStorageColorSchemeManager, type MantineColorsTuple, type MantineTheme } from '@mantine/core';

const indigo: MantineColorsTuple = [
  '#eef0fc',
  '#dde1f8',
  '#bcc4f1',
  '#aab5ff',
  '#7f8de6',
  '#5263dc',
  '#3b4ec8',
  '#3344b4',
  '#2b3998',
  '#232f7c',
];

/** The neutral colours of theme.css, from the ink (0) through the surface (7) to below the page (9). */
const dark: MantineColorsTuple = [
  '#eceef2',
  '#cfd3db',
  '#a6acb9',
  '#767d8c',
  '#434957',
  '#2f3440',
  '#262a34',
  '#1c1f27',
  '#14161c',
  '#0d0f13',
];

/** A dialog's header must not be announced as the page's banner. */
const dialogProps = () => ({
  closeButtonProps: { 'aria-label': i18n.t('Close'), size: 44, iconSize: 20 },
  attributes: { header: { role: 'presentation' } },
});
const dialogStyles = { title: { fontSize: '1.25rem', fontWeight: 650, lineHeight: 1.4 } };

/** Spacing in multiples of 4, radius 8 for controls and 12 for cards, font sizes 12 14 16 20 24 32 44. */
export const theme = createTheme({
  colors: { indigo, dark },
  primaryColor: 'indigo',
  primaryShade: { light: 6, dark: 5 },
  fontFamily: "'Inter Variable', 'Inter Fallback', system-ui, sans-serif",
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.25rem', xl: '1.5rem' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '4px', sm: '8px', md: '8px', lg: '12px', xl: '12px' },
  defaultRadius: 'md',
  shadows: { xs: 'none', sm: 'none', md: 'var(--shadow)', lg: 'var(--shadow)', xl: 'var(--shadow)' },
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.3' },
      h2: { fontSize: '1.25rem', lineHeight: '1.4' },
      h3: { fontSize: '1rem', lineHeight: '1.5' },
    },
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Button: {
      defaultProps: { size: 'md' },
      vars: (_theme: MantineTheme, { variant, color }: ButtonProps) => ({
        root: {
          '--button-fz': '1rem',
          // Mantine's own red is too faint on the background of a subtle button under the pointer.
          ...(variant === 'subtle' && color === 'red'
            ? { '--button-color': 'var(--incorrect)', '--button-hover': 'var(--incorrect-soft)' }
            : {}),
        },
      }),
      styles: { root: { minHeight: 44 }, label: { fontWeight: 600 } },
    },
    InputWrapper: { styles: { label: { marginBottom: 4, fontSize: '0.875rem' }, description: { marginBottom: 8, fontSize: '0.875rem' } } },
    Modal: { defaultProps: () => ({ size: 600, radius: 'lg', centered: true, ...dialogProps() }), styles: dialogStyles },
    Drawer: { defaultProps: dialogProps, styles: dialogStyles },
  },
});

/** Uses the same key that the script in index.html reads before the first paint. */
export const colourSchemes = localStorageColorSchemeManager({ key: 'colour-scheme' });
