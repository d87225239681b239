import { i18n, named } from '../../../platform/language.ts';
import { Button, Modal } from '@mantine/core';
import { brand } from '@abhyas/contract/institute/brand';
import { IconArrowLeft, IconBrandYoutube, IconChevronRight, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { FilterList } from './FilterList.tsx';
import { type FilterProps, listFilters } from './Filters.tsx';
import classes from './Filters.module.css';
import { PaperList } from './PaperList.tsx';
import { papersOf, withFilter, withPaper } from './solutions-address.ts';

type PageName = (typeof listFilters)[number]['field'] | 'previous_papers';

interface Props extends FilterProps {
  isOpen: boolean;
  onClose: () => void;
}

/** The filters of a phone: a page of categories, and a page for each of them. */
export function FilterPages({ address, categories, onChange, isOpen, onClose }: Props) {
  const [page, setPage] = useState<PageName | null>(null);
  const list = listFilters.find(({ field }) => field === page);
  const close = () => {
    setPage(null);
    onClose();
  };
  const title = i18n.t(page === null ? 'Filters' : (list?.label ?? 'Previous Papers'));
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      fullScreen
      withCloseButton={false}
      aria-label={title}
      padding={0}
      transitionProps={{ duration: 0 }}
    >
      <div className={`${classes.page} grid grid-rows-[auto_1fr_auto] content-start min-h-dvh px-16 py-8`}>
        <header className={`flex items-center gap-8 ${classes.pageHead}`}>
          {page !== null && (
            <button
              type="button"
              className="grid place-items-center size-44 p-0 rounded-control text-ink"
              aria-label={i18n.t('Back to the filters')}
              onClick={() => setPage(null)}
            >
              <IconArrowLeft size={22} aria-hidden />
            </button>
          )}
          <h2>{title}</h2>
          <button
            type="button"
            className="grid place-items-center size-44 p-0 rounded-control text-ink"
            aria-label={i18n.t('Close')}
            data-autofocus
            onClick={close}
          >
            <IconX size={22} aria-hidden />
          </button>
        </header>
        {page === null && (
          <ul className={classes.categories}>
            {listFilters.map(({ field, label, all, from }) => (
              <li key={field}>
                <button type="button" onClick={() => setPage(field)}>
                  <span>{i18n.t(label)}</span>
                  <b>{named(categories?.[from].find(({ id }) => id === address[field])?.name ?? i18n.t(all))}</b>
                  <IconChevronRight size={20} aria-hidden />
                </button>
              </li>
            ))}
            <li>
              <button type="button" onClick={() => setPage('previous_papers')}>
                <span>{i18n.t('Previous Papers')}</span>
                <b>{papersOf(address).map(named).join(', ') || i18n.t('Any')}</b>
                <IconChevronRight size={20} aria-hidden />
              </button>
            </li>
            {brand.videoChannel && (
              <li>
                <a href={brand.videoChannel} rel="noreferrer">
                  <IconBrandYoutube size={20} aria-hidden /> {i18n.t('Our video channel')}
                </a>
              </li>
            )}
          </ul>
        )}
        {list && (
          <>
            {address[list.field] !== undefined && (
              <Button variant="default" onClick={() => onChange(withFilter(address, list.field, null))} leftSection={<IconX size={18} />}>
                {i18n.t(list.clear)}
              </Button>
            )}
            <FilterList
              isPage
              searchLabel={i18n.t(list.search)}
              choices={categories?.[list.from] ?? []}
              chosenId={address[list.field]}
              empty={i18n.t(list.empty)}
              onChoose={(id) => {
                onChange(withFilter(address, list.field, id));
                setPage(null);
              }}
            />
          </>
        )}
        {page === 'previous_papers' && (
          <PaperList address={address} categories={categories} onToggle={(name) => onChange(withPaper(address, name))} />
        )}
        <footer className={classes.pageFoot}>
          <Button size="md" fullWidth onClick={close}>
            {i18n.t('Show the results')}
          </Button>
        </footer>
      </div>
    </Modal>
  );
}
