import { useCallback, useState } from 'react';
import { useIsWide } from '../../../session/screen/SessionFrame.tsx';

/** The palette stands beside the question where the window has room, else in a sheet; to open it leads to it either way. */
export function usePaletteSheet() {
  const isWide = useIsWide();
  const [isSheetOpen, setSheetOpen] = useState(false);
  const openPalette = useCallback(() => {
    if (!isWide) setSheetOpen(true);
    else document.querySelector<HTMLElement>('aside [aria-current="true"]')?.focus();
  }, [isWide]);
  return { isWide, isSheetOpen, setSheetOpen, openPalette };
}
