import { brand } from '@abhyas/contract/institute/brand';
import { Button } from '@mantine/core';
import { IconInfoCircle, IconKeyboard, IconList } from '@tabler/icons-react';
import { memo } from 'react';
import { i18n } from '../../../../platform/language.ts';
import { HeaderLine } from '../../../../session/screen/HeaderLine.tsx';
import { SaveStateLabel } from '../../../../session/screen/SaveStateLabel.tsx';
import type { SaveState } from '../../../../session/engine/save-state.ts';
import type { SessionEngine } from '../../../../session/engine/session-engine.ts';
import type { HeaderMessage } from '../../../../session/screen/useHeaderMessage.ts';
import { Timer } from '../../../../session/screen/Timer.tsx';
import { Logo } from '../../../../ui/Logo.tsx';
import { PageTitle } from '../../../../ui/PageTitle.tsx';
import styles from './TestHeader.module.css';

interface TestHeaderProps {
  name: string;
  message: HeaderMessage | null;
  engine: SessionEngine;
  /** Null in a trial, which saves nothing. */
  saveState: SaveState | null;
  onEnd: () => void;
  onPaper: () => void;
  /** Opens the help on keys; null if no key has an effect. */
  onKeys: (() => void) | null;
  onInstructions: () => void;
}

export const TestHeader = memo(function TestHeader(props: TestHeaderProps) {
  const { name, message, engine, saveState, onEnd, onPaper, onKeys, onInstructions } = props;
  return (
    <>
      <button
        type="button"
        className="grid flex-none place-items-center size-44 -ml-6 p-0 rounded-control"
        aria-label={i18n.t('{name}: end or leave the test', { name: brand.name })}
        onClick={onEnd}
      >
        <Logo markOnly />
      </button>
      <HeaderLine message={message} className={`flex-1 min-w-0 ${styles.name}`}>
        <PageTitle>{name}</PageTitle>
        {saveState ? (
          <SaveStateLabel state={saveState} />
        ) : (
          <span className="text-12 leading-snug text-ink-soft">{i18n.t('This trial is not saved')}</span>
        )}
      </HeaderLine>
      <div className="flex gap-4 below-64:hidden">
        <Button variant="subtle" size="sm" leftSection={<IconList size={18} aria-hidden="true" />} onClick={onPaper}>
          {i18n.t('Whole paper')}
        </Button>
        <Button variant="subtle" size="sm" leftSection={<IconInfoCircle size={18} aria-hidden="true" />} onClick={onInstructions}>
          {i18n.t('Instructions')}
        </Button>
        {onKeys && (
          <Button variant="subtle" size="sm" leftSection={<IconKeyboard size={18} aria-hidden="true" />} onClick={onKeys}>
            {i18n.t('Keys')}
          </Button>
        )}
      </div>
      <Timer engine={engine} />
      <Button variant="outline" className="below-64:hidden" onClick={onEnd}>
        {i18n.t('End Test')}
      </Button>
    </>
  );
});
