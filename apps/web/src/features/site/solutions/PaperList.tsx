import { i18n, named } from '../../../platform/language.ts';
import classes from './Filters.module.css';
import { type BoardAddress, papersOf } from './solutions-address.ts';
import type { Categories } from './solutions.queries.ts';

interface Props {
  address: BoardAddress;
  categories: Categories | undefined;
  onToggle: (name: string) => void;
}

/** Previous papers to tick. A ticked one stays in the list, whatever course is chosen. */
export function PaperList({ address, categories, onToggle }: Props) {
  const ticked = papersOf(address);
  const offered = (categories?.previous_papers ?? []).map(({ name }) => name);
  const names = [...new Set([...offered, ...ticked])];
  if (names.length === 0) return null;
  return (
    <fieldset className={classes.papers}>
      <legend className="mb-8 p-0 text-14 font-semibold">{i18n.t('Previous Papers')}</legend>
      {names.map((name) => (
        <label key={name} className={`flex items-center gap-12 min-h-44 py-4 text-14 leading-heading cursor-pointer ${classes.paper}`}>
          <input type="checkbox" checked={ticked.includes(name)} onChange={() => onToggle(name)} />
          <span>{named(name)}</span>
        </label>
      ))}
    </fieldset>
  );
}
