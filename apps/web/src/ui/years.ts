/** Years in which an exam may be taken that is prepared for now: this one and the four after it. */
export const examYears = (now: number): number[] => {
  const first = new Date(now).getFullYear();
  return Array.from({ length: 5 }, (_year, index) => first + index);
};
