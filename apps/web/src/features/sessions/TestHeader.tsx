import { brand } from '@abhyas/contract/brand';
import { Button } from '@mantine/core';
import { IconKeyboard, IconList } from '@tabler/icons-react';
import { memo } from 'react';
import { SaveStateLabel } from '../../session/screen/SaveStateLabel.tsx';
import type { SaveState } from '../../session/engine/save-state.ts';
import type { SessionEngine } from '../../session/engine/session-engine.ts';
import { Timer } from '../../session/screen/Timer.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import styles from './TestHeader.module.css';

interface TestHeaderProps {
  name: string;
  engine: SessionEngine;
  saveState: SaveState;
  onEnd: () => void;
  onPaper: () => void;
  onKeys: () => void;
}

export const TestHeader = memo(function TestHeader({ name, engine, saveState, onEnd, onPaper, onKeys }: TestHeaderProps) {
  return (
    <>
      <button type="button" className={styles.logo} aria-label={`${brand.name}: end or leave the test`} onClick={onEnd}>
        <Logo markOnly />
      </button>
      <div className={styles.name}>
        <PageTitle>{name}</PageTitle>
        <SaveStateLabel state={saveState} />
      </div>
      <div className={styles.tools}>
        <Button variant="subtle" size="sm" leftSection={<IconList size={18} aria-hidden="true" />} onClick={onPaper}>
          Whole paper
        </Button>
        <Button variant="subtle" size="sm" leftSection={<IconKeyboard size={18} aria-hidden="true" />} onClick={onKeys}>
          Keys
        </Button>
      </div>
      <Timer engine={engine} />
      <Button variant="outline" className={styles.end} onClick={onEnd}>
        End Test
      </Button>
    </>
  );
});
