import { I18nProvider } from '@lingui/react';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { whenTooOld } from '../platform/call.ts';
import { i18n, languageOf, speak } from '../platform/language.ts';
import { leadFailuresTo, queryClient } from '../platform/queries.ts';
import { useUser } from '../platform/user.ts';
import { colourSchemes, theme } from '../ui/theme.ts';
import { focusFaults } from '../ui/fault-focus.ts';
import { InstituteColours } from './layout/InstituteColours.tsx';
import { reloadUnlessInTest } from './too-old.ts';
import { router } from './screens.tsx';
import { Toasts } from './Toasts.tsx';

leadFailuresTo((to) => router.history.push(to));
whenTooOld(() => reloadUnlessInTest(() => router.state.matches.at(-1)?.staticData.surround === 'bare'));

focusFaults(document);

/** The providers and listeners around every screen. */
export function Site() {
  const locale = useSyncExternalStore(
    (notify) => i18n.on('change', notify),
    () => i18n.locale,
  );
  const language = languageOf(useUser());
  useEffect(() => void speak(language), [language]);
  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={colourSchemes}
      defaultColorScheme="auto"
      // The variables are in a style sheet (theme-variables.css).
      withCssVariables={false}
      // No element here is shown or hidden by Mantine's breakpoints.
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queryClient}>
        <InstituteColours />
        {/* Every sentence is read again in another language. */}
        <I18nProvider key={locale} i18n={i18n}>
          <RouterProvider router={router} />
          <Toasts />
        </I18nProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
