/** A dot in the subject's colour, placed beside the subject's name. */
export function Dot({ color }: { color: string }) {
  return (
    <span
      aria-hidden
      style={{
        display: 'inline-block',
        flex: 'none',
        width: 8,
        height: 8,
        marginRight: 8,
        borderRadius: '50%',
        background: color,
        printColorAdjust: 'exact',
      }}
    />
  );
}
