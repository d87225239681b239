/** Saves a table as a CSV file through the browser. */
export function saveCsv({ file_name, csv }: { file_name: string; csv: string }): void {
  const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
  Object.assign(document.createElement('a'), { href: url, download: file_name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
