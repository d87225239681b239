import { i18n } from '../../../platform/language.ts';
import { brand } from '@abhyas/contract/institute/brand';
import { getLandingPageData } from '@abhyas/contract/site/home';
import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react';
import { useNavigate, useSearch as useAddress } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useCall } from '../../../platform/queries.ts';
import { preloadMaths } from '../../../question/maths.ts';
import chips from '../../../ui/chips.module.css';
import { formatNumber } from '../../../ui/format.ts';
import { useMedia } from '../../../ui/useMedia.ts';
import { FilterPages } from './FilterPages.tsx';
import { Filters } from './Filters.tsx';
import { Results } from './Results.tsx';
import { SearchField } from './SearchField.tsx';
import { type BoardAddress, hasFilters, isSearched, withFilter, withText } from './solutions-address.ts';
import { useCategories, useCourses } from './solutions.queries.ts';
import classes from './SolutionsPage.module.css';

/** /solutions: every question that may be shown, found by words, formulas and filters. The address contains the search. */
export default function SolutionsPage() {
  const address: BoardAddress = useAddress({ from: '/solutions' });
  const navigate = useNavigate();
  const isWide = useMedia('(min-width: 62em)');
  const [isFiltering, setFiltering] = useState(false);
  const categories = useCategories(address).data;
  const courses = useCourses();
  useEffect(() => void preloadMaths(), []);

  const change = (search: BoardAddress) => void navigate({ to: '/solutions', search, replace: true, resetScroll: false });
  const filters = { address, categories, onChange: change };
  return (
    <>
      <h1 className="unseen">{i18n.t('Solutions')}</h1>
      <div className="flex items-start gap-32">
        {isWide && <Filters {...filters} />}
        <div className="flex-1 min-w-0">
          <SearchField text={address.search_question_text ?? ''} onSearch={(text) => change(withText(address, text))} />
          <div
            className="flex flex-wrap gap-8 min-h-44 mt-12 mb-24 max-36:flex-nowrap max-36:-mx-16 max-36:mb-16 max-36:px-16 max-36:strip"
            role="group"
            aria-label={i18n.t('Courses')}
          >
            {!isWide && (
              <button
                type="button"
                className={chips.chip}
                data-filtered={hasFilters(address) || undefined}
                onClick={() => setFiltering(true)}
              >
                <IconAdjustmentsHorizontal size={18} aria-hidden /> {i18n.t('Filters')}
              </button>
            )}
            {courses.map(({ id, name }) => {
              const isChosen = address.test_type_id === id;
              return (
                <button
                  key={id}
                  type="button"
                  className={chips.chip}
                  aria-pressed={isChosen}
                  onClick={() => change(withFilter(address, 'test_type_id', isChosen ? null : id))}
                >
                  {name}
                  {isChosen && <IconX size={16} aria-hidden />}
                </button>
              );
            })}
          </div>
          {isSearched(address) ? <Results address={address} onLoosen={change} /> : <Prompt />}
        </div>
      </div>
      {!isWide && <FilterPages {...filters} isOpen={isFiltering} onClose={() => setFiltering(false)} />}
    </>
  );
}

/** The text before the first search, with the installation's figure or, without one, the number of questions. */
function Prompt() {
  const { data } = useCall(getLandingPageData, {}, { ownFailures: true, staleTime: 600_000, enabled: brand.figures.solutions === null });
  const figure = brand.figures.solutions ?? (data && data.question_count > 0 ? formatNumber(data.question_count) : null);
  return (
    <p className={`grid gap-8 py-48 text-center text-20 leading-heading font-bold text-balance ${classes.prompt}`}>
      {figure === null
        ? i18n.t('Search for any question from our database!')
        : i18n.t('Search for any question from our database of {figure} questions!', { figure })}
      <span>{i18n.t('Words, a part of a word, or a formula such as v=u+at or H2SO4.')}</span>
    </p>
  );
}
