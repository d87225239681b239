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
import layout from '../../../../ui/layout.module.css';
import textClasses from '../../../../ui/text.module.css';
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
        className={`${layout.square} ${styles.logo}`}
        aria-label={i18n.t('{name}: end or leave the test', { name: brand.name })}
        onClick={onEnd}
      >
        <Logo markOnly />
      </button>
      <HeaderLine message={message} className={`${layout.fill} ${styles.name}`}>
        <PageTitle>{name}</PageTitle>
        {saveState ? (
          <SaveStateLabel state={saveState} />
        ) : (
          <span className={`${textClasses.faint} ${styles.trial}`}>{i18n.t('This trial is not saved')}</span>
        )}
      </HeaderLine>
      <div className={styles.tools}>
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
      <Button variant="outline" className={styles.end} onClick={onEnd}>
        {i18n.t('End Test')}
      </Button>
    </>
  );
});
