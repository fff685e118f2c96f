/** A count, micros, or a text as a page shows it; null where a place says that there is none. */
export type Figure = number | bigint | string | null;
export type Figures = Record<string, Figure>;

export type Difference = {
  place: string;
  figure: string;
  /** `says` is the figure found; `expected` is the one computed from the clicks. */
  says: string;
  expected: string;
};

/** Compares every figure that either side contains. */
export type Compare = (place: string, says: Figures, expected: Figures) => void;

export type Comparison = {
  compare: Compare;
  /** Returns how many figures were compared so far. */
  compared: () => number;
  differences: () => Difference[];
};

export function openComparison(): Comparison {
  const differences: Difference[] = [];
  let compared = 0;
  return {
    compare: (place, says, expected) => {
      const found = findDifferences(says, expected);
      differences.push(...found.map((difference) => ({ place, ...difference })));
      compared += new Set([...Object.keys(says), ...Object.keys(expected)]).size;
    },
    compared: () => compared,
    differences: () => differences,
  };
}

export function findDifferences(says: Figures, expected: Figures): Omit<Difference, "place">[] {
  const names = new Set([...Object.keys(says), ...Object.keys(expected)]);
  return [...names].flatMap((figure) => {
    const [said, meant] = [write(says[figure]), write(expected[figure])];
    return said === meant ? [] : [{ figure, says: said, expected: meant }];
  });
}

function write(figure: Figure | undefined): string {
  return figure === undefined ? "nothing" : String(figure);
}
