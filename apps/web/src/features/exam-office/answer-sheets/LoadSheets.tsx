import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import card from '../../../ui/card.module.css';
import { FilesButton } from '../../../ui/FilesButton.tsx';
import { formatNumber, plural } from '../../../ui/format.ts';
import { type Loaded, loadSheets, MOST_FILES, TAKEN } from './load-sheets.ts';
import { refreshSheets, type SheetsOfTest } from './sheets.queries.ts';

const inWords = ({ stored, known, refused }: Record<Loaded['outcome'], number>, isReading: boolean): string =>
  [
    `${formatNumber(stored)} loaded`,
    ...(known > 0 ? [`${formatNumber(known)} loaded before`] : []),
    ...(refused > 0 ? [`${formatNumber(refused)} refused`] : []),
    ...(isReading ? ['reading …'] : []),
  ].join(', ');

/** Takes photos, scans and files of answers, and reads them on this device. Pictures are not uploaded. */
export function LoadSheets({ test }: { test: SheetsOfTest }) {
  const stop = useRef<AbortController | null>(null);
  const [loaded, setLoaded] = useState<Loaded[]>([]);
  const [isReading, setReading] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  const load = async (files: File[]) => {
    if (files.length > MOST_FILES) return setFault(`Choose ${MOST_FILES} files at most.`);
    setFault(null);
    setLoaded([]);
    setReading(true);
    stop.current = new AbortController();
    for await (const part of loadSheets(test, files, stop.current.signal)) setLoaded((former) => [...former, ...part]);
    setReading(false);
    await refreshSheets();
  };

  const counts = { stored: 0, known: 0, refused: 0 };
  for (const { outcome } of loaded) counts[outcome] += 1;
  const told = loaded.filter(({ outcome }) => outcome !== 'stored');
  return (
    <section className={`${card.card} grid gap-12`} aria-labelledby="load">
      <h2 id="load">Load sheets</h2>
      <p className="text-14 text-ink-soft">
        Photos, scans or PDFs of the answer sheet that this test prints, or a CSV of another reader: Roll number, Set, and a column for each
        question (1, 2, 3 …). Pictures are read on this device and not uploaded, except for small parts at which a person must look.
      </p>
      <div className="flex flex-wrap gap-12">
        <FilesButton accept={TAKEN} isLoading={isReading} onFiles={(files) => void load(files)}>
          Choose files
        </FilesButton>
        {isReading && (
          <Button variant="default" onClick={() => stop.current?.abort()}>
            Stop
          </Button>
        )}
      </div>
      {fault && (
        <p role="alert" className="font-medium text-incorrect">
          {fault}
        </p>
      )}
      {(isReading || loaded.length > 0) && (
        <p role="status" className="tabular">
          {inWords(counts, isReading)}
        </p>
      )}
      {told.length > 0 && (
        <ul className="grid gap-4" aria-label={plural(told.length, 'file')}>
          {told.map(({ name, outcome, message }) => (
            <li key={`${name} ${message}`} className={outcome === 'refused' ? 'font-medium text-incorrect' : 'text-14 text-ink-soft'}>
              {`${name}: ${message ?? ''}`}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
