import { i18n } from '../../platform/language.ts';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { LinkTabs } from '../../ui/LinkTabs.tsx';
import { currentItem, type MenuGroup } from './menu.ts';

/** Groups that are left out, because their pages have their own tabs with subjects or counts. */
const withOwnTabs = new Set(['Train', 'Test']);

/** The pages of the current menu group as tabs, on phones, where the menu shows groups only. */
export function PhoneTabs({ menu }: { menu: readonly MenuGroup[] }) {
  const { pathname, search } = useLocation();
  const place = useRef<HTMLDivElement>(null);
  const current = currentItem(menu, pathname, search);
  const group = menu.find(({ items }) => current && items.includes(current));
  const isShown = group && group.items.length > 1 && !withOwnTabs.has(group.label) && current?.isFor(pathname, search);
  useEffect(() => {
    if (isShown) place.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [isShown, current?.label]);
  if (!isShown) return null;
  return (
    <div ref={place}>
      <LinkTabs
        label={i18n.t(group.label)}
        phoneOnly
        tabs={group.items.map((item) => ({ label: i18n.t(item.label), link: item.link, isCurrent: item === current }))}
      />
    </div>
  );
}
