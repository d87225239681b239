import { useCallback, useState } from 'react';
import { useIsWide } from '../../../session/screen/SessionFrame.tsx';

/** Opens the palette, which is beside the question in a wide window and otherwise in a sheet. In both cases the focus moves to it. */
export function usePaletteSheet() {
  const isWide = useIsWide();
  const [isSheetOpen, setSheetOpen] = useState(false);
  const openPalette = useCallback(() => {
    if (!isWide) setSheetOpen(true);
    else document.querySelector<HTMLElement>('aside [aria-current="true"]')?.focus();
  }, [isWide]);
  return { isWide, isSheetOpen, setSheetOpen, openPalette };
}
