import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { whenTooOld } from '../platform/call.ts';
import { leadFailuresTo, queryClient } from '../platform/queries.ts';
import { colourSchemes, theme } from '../ui/theme.ts';
import { InstituteColours } from './layout/InstituteColours.tsx';
import { reloadUnlessInTest } from './too-old.ts';
import { router } from './screens.tsx';

leadFailuresTo((to) => router.history.push(to));
whenTooOld(() => reloadUnlessInTest(() => router.state.matches.at(-1)?.staticData.surround === 'bare'));

/** Everything that every screen stands in. */
export function Site() {
  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={colourSchemes}
      defaultColorScheme="auto"
      // They stand in a style sheet (theme-variables.css).
      withCssVariables={false}
      // Nothing here is shown or hidden by Mantine's breakpoints.
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queryClient}>
        <InstituteColours />
        <RouterProvider router={router} />
        <Notifications position="top-center" limit={3} containerWidth={440} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
