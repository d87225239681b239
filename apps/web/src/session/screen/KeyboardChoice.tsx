import { Trans } from '@lingui/react';
import { useState } from 'react';
import { chooseKeyboard, worksWithKeyboard } from '../../platform/keyboard-choice.ts';
import forms from '../../ui/forms.module.css';

/** Keeps the keyboard on in exam-exact mode, for people who cannot work with mouse or finger. */
export function KeyboardChoice() {
  const [isOn, setOn] = useState(worksWithKeyboard);
  return (
    <label className={forms.tick}>
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ currentTarget }) => {
          chooseKeyboard(currentTarget.checked);
          setOn(currentTarget.checked);
        }}
      />
      <span>
        <Trans
          id="I work with the keyboard or a screen reader<0>Tab, the arrows, Enter and Space stay on. Otherwise no key works during the test.</0>"
          components={[<small />]}
        />
      </span>
    </label>
  );
}
