const june = 5;

/** Years in which an exam may be taken that is prepared for now: the next, which is held by June, and the four after it. */
export const examYears = (now: number): number[] => {
  const today = new Date(now);
  const first = today.getFullYear() + (today.getMonth() > june ? 1 : 0);
  return Array.from({ length: 5 }, (_year, index) => first + index);
};
