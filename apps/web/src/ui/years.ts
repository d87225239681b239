const june = 5;

/** The years that a student may choose for the exam: the year of the next exam, which takes place by June, and the four years after it. */
export const examYears = (now: number): number[] => {
  const today = new Date(now);
  const first = today.getFullYear() + (today.getMonth() > june ? 1 : 0);
  return Array.from({ length: 5 }, (_year, index) => first + index);
};
