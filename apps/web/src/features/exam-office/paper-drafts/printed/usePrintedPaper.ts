import { useCallback, useEffect, useRef, useState } from 'react';
import { keepDraft, keptDraft } from '../../../../platform/kept-drafts.ts';
import { useUser } from '../../../../platform/user.ts';
import type { PaperSource } from './paper-source.ts';
import type { PrintedPaper } from './printed-paper.ts';

/** The data that the device keeps, so that a reload loses nothing but the choice of the file. */
export interface KeptPaper {
  paper: PrintedPaper;
  files: PaperSource['files'];
}

const mostSteps = 50;

/** The unfinished paper of this person on this device; there is one at most. */
export function useKeptPaper() {
  const person_id = useUser()?.id ?? 0;
  const read = useCallback(() => keptDraft<KeptPaper>('printed', person_id, 0), [person_id]);
  const keep = useCallback((kept: KeptPaper | null) => keepDraft('printed', person_id, 0, kept), [person_id]);
  return { read, keep };
}

/** A paper that is being cut, with undo. Every change is kept on the device. */
export function usePrintedPaper(begun: PrintedPaper, files: PaperSource['files']) {
  const { keep } = useKeptPaper();
  const [paper, setPaper] = useState(begun);
  const [former, setFormer] = useState<readonly PrintedPaper[]>([]);
  const [isKept, setKept] = useState(true);
  const isMade = useRef(false);
  useEffect(() => {
    if (!isMade.current) setKept(keep({ paper, files }));
  }, [keep, paper, files]);
  return {
    paper,
    /** Whether the device has the paper; otherwise it has no room. */
    isKept,
    /** Changes the paper. A change of a drag is one step of undo, which its beginning makes. */
    edit: (change: (paper: PrintedPaper) => PrintedPaper, isStep = true) => {
      if (isStep) setFormer((steps) => [...steps, paper].slice(-mostSteps));
      setPaper(change);
    },
    undo:
      former.length === 0
        ? null
        : () => {
            const last = former.at(-1);
            if (last) setPaper(last);
            setFormer(former.slice(0, -1));
          },
    /** Forgets the paper, which is made. */
    forget: () => {
      isMade.current = true;
      keep(null);
    },
  };
}

export type Editing = ReturnType<typeof usePrintedPaper>;
